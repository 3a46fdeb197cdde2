/** Recognises the accounts of the demo shop. Their password is public, so production refuses to start with them. */
import type { Role } from '../../../contract/endpoint.ts'
import { singleRow, type Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** The e-mail domains of all demo accounts. The top-level domain .test is reserved, so no mail can arrive there. */
const demoDomains: readonly string[] = ['hariyali.test', 'sellers.hariyali.test']

/**
 * A condition on `account a`. E-mails cannot be changed, so a demo account stays one. It requires a verified account: anybody can
 * sign up with such an address but cannot verify it, so a visitor cannot prevent the next start of a production shop.
 */
const isDemoAccount = sql`a.email_verified_at is not null and split_part(a.email, '@', 2) = any(${demoDomains}::text[])`

export interface DemoAccount {
  id: string
  email: string
  role: Role
}

/** Administrators first, sellers last. */
export async function findDemoAccounts(db: Queryable): Promise<DemoAccount[]> {
  return db.query(
    sql`select a.id, a.email, a.role from account a where ${isDemoAccount} order by a.role, a.email`,
  )
}

/** The error message if the database has demo accounts, which production refuses; undefined if it has none. */
export async function demoAccountsError(db: Queryable): Promise<string | undefined> {
  const { count } = singleRow(
    await db.query<{ count: number }>(sql`select count(*) as count from account a where ${isDemoAccount}`),
  )
  return count === 0
    ? undefined
    : `The database has ${count} demo ${count === 1 ? 'account' : 'accounts'} with a password that everybody knows: run npm run remove-demo, then start again.`
}

/** Verified accounts with addresses in .test, where no mail arrives, besides those of the demo shop. */
export async function countUnreachableAccounts(db: Queryable): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from account a
      where a.email ~ '[.]test$' and a.email_verified_at is not null and not (${isDemoAccount})`),
  ).count
}
