/** Which accounts are those of the demo shop. Everybody knows their password, so production refuses to start beside them. */
import type { Role } from '../../contract/endpoint.ts'
import { singleRow, type Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** Where the addresses of all demo accounts are. The top-level domain is reserved: nobody ever gets mail there. */
export const demoDomains: readonly string[] = ['hariyali.test', 'sellers.hariyali.test']

/**
 * A condition on `account a`. E-mails never change, so no account leaves the demo shop by one. Verified ones only: anybody
 * may sign up with such an address, and nobody can confirm it, so a visitor cannot keep a shop from its next start.
 */
export const isDemo = sql`a.email_verified_at is not null and split_part(a.email, '@', 2) = any(${demoDomains}::text[])`

export interface DemoAccount {
  id: string
  email: string
  role: Role
}

/** Administrators first, sellers last. */
export async function findDemoAccounts(db: Queryable): Promise<DemoAccount[]> {
  return db.query(sql`select a.id, a.email, a.role from account a where ${isDemo} order by a.role, a.email`)
}

/** Why a shop in production may not start on this database, in one line; undefined where it may. */
export async function demoAccountsRefused(db: Queryable): Promise<string | undefined> {
  const { count } = singleRow(
    await db.query<{ count: number }>(sql`select count(*) as count from account a where ${isDemo}`),
  )
  return count === 0
    ? undefined
    : `The database has ${count} demo ${count === 1 ? 'account' : 'accounts'} with a password that everybody knows: run npm run remove-demo, then start again.`
}
