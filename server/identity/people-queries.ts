/** SQL of accounts as the administrator sees them. */
import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/endpoint.ts'
import { singleRow, type Queryable, type Tx } from '../db/client.ts'
import { beginningWith, containing } from '../db/like.ts'
import { emptySql, sql } from '../db/sql.ts'
import { type AccountStateRow, accountStateColumns } from './account-state.ts'
import type { CustomerProfileRow } from './queries.ts'

// Two questions, each with an index of its own; one condition over both tables would have none.
const found = (words: string | undefined) =>
  words
    ? sql`and c.account_id in (
        select id from account where email like ${containing(words.toLowerCase())}
        union select account_id from customer
        where (first_name || ' ' || last_name || ' ' || mobile) ilike ${containing(words)})`
    : emptySql

export async function customers(
  db: Queryable,
  words: string | undefined,
  limit: number,
  before: string,
): Promise<(CustomerProfileRow & AccountStateRow)[]> {
  return db.query(sql`
    select ${accountStateColumns}, a.email, a.created_at as "createdAt", c.first_name as "firstName", c.last_name as "lastName", c.mobile
    from customer c join account a on a.id = c.account_id
    where c.account_id < ${before} ${found(words)} order by c.account_id desc limit ${limit}`)
}

/** With words up to `limits.countFiltered`. */
export async function countCustomers(db: Queryable, words?: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      words
        ? sql`select count(*) as count from (select from customer c where true ${found(words)} limit ${limits.countFiltered}) as counted`
        : sql`select count(*) as count from customer`,
    ),
  ).count
}

export async function accountIdOf(db: Queryable, email: string): Promise<string | undefined> {
  return (await db.query<{ id: string }>(sql`select id from account where email = ${email}`))[0]?.id
}

/** Accounts whose e-mail has this in it, those that begin so first. */
export async function accountIdsLike(db: Queryable, part: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from account where email like ${containing(part)}
    order by email like ${beginningWith(part)} desc, email limit ${limit}`)
  return rows.map((row) => row.id)
}

export async function lockAccountById(
  tx: Tx,
  id: string,
): Promise<{ email: string; role: Role; suspended: boolean } | undefined> {
  const [row] = await tx.query<{ email: string; role: Role; suspended: boolean }>(
    sql`select email, role, suspended_at is not null as suspended from account where id = ${id} for update`,
  )
  return row
}

/** With a reason from now on; with null no more. */
export async function setSuspension(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx.query(sql`
    update account set suspended_at = case when ${reason}::text is not null then now() end, suspended_reason = ${reason}
    where id = ${id}`)
}
