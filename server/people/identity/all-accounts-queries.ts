/** SQL of accounts as the administrator sees them. */
import { limits } from '../../../contract/limits.ts'
import type { Role } from '../../../contract/endpoint.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { beginningWith, containing } from '../../platform/db/like.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import type { CustomerProfileRow } from './queries.ts'

/** Whether an account is verified or suspended, for the lists of customers and of sellers. */
export interface AccountStateRow {
  id: string
  verified: boolean
  suspendedAt: Date | null
  suspendedReason: string | null
}

/** For an account `a`. */
export const accountStateColumns = sql`a.id, a.email_verified_at is not null as verified, a.suspended_at as "suspendedAt",
    a.suspended_reason as "suspendedReason"`

export function toAccountState({ id, verified, suspendedAt, suspendedReason }: AccountStateRow) {
  return {
    id,
    verified,
    suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
  }
}

export type AccountStateFilter = 'suspended' | 'not-verified' | 'not-approved' | undefined

/** For an account `a`. The indexes account_suspended, account_unverified and seller_not_approved have these forms. */
export const hasState = (state: AccountStateFilter) =>
  state === 'suspended'
    ? sql`and a.suspended_at is not null`
    : state === 'not-verified'
      ? sql`and a.email_verified_at is null`
      : state === 'not-approved'
        ? sql`and a.id in (select account_id from seller where approval <> 'approved')`
        : emptySql

// Two subqueries, because each can use an index; a single condition over both tables could use none.
const matching = (words: string | undefined) =>
  words
    ? sql`and c.account_id in (
        select id from account where email like ${containing(words.toLowerCase())}
        union select account_id from customer
        where (first_name || ' ' || last_name || ' ' || mobile) ilike ${containing(words)})`
    : emptySql

export interface AccountFilter {
  words?: string | undefined
  state?: AccountStateFilter
}

export async function findCustomers(
  db: Queryable,
  { words, state }: AccountFilter,
  limit: number,
  before: string,
): Promise<(CustomerProfileRow & AccountStateRow)[]> {
  return db.query(sql`
    select ${accountStateColumns}, a.email, a.created_at as "createdAt", c.first_name as "firstName", c.last_name as "lastName", c.mobile
    from customer c join account a on a.id = c.account_id
    where c.account_id < ${before} ${matching(words)} ${hasState(state)} order by c.account_id desc limit ${limit}`)
}

/** Stops counting at `limits.countFiltered` if there is a filter. */
export async function countCustomers(db: Queryable, { words, state }: AccountFilter = {}): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      words || state
        ? sql`select count(*) as count from (select from customer c join account a on a.id = c.account_id
            where true ${matching(words)} ${hasState(state)} limit ${limits.countFiltered}) as counted`
        : sql`select count(*) as count from customer`,
    ),
  ).count
}

export async function findAccountId(db: Queryable, email: string): Promise<string | undefined> {
  return (await db.query<{ id: string }>(sql`select id from account where email = ${email}`))[0]?.id
}

/** Accounts whose e-mail contains this text, those that begin with it first. */
export async function findAccountIdsLike(db: Queryable, part: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from account where email like ${containing(part)}
    order by email like ${beginningWith(part)} desc, email limit ${limit}`)
  return rows.map((row) => row.id)
}

export async function lockAccountById(
  tx: Tx,
  id: string,
): Promise<{ email: string; role: Role; suspended: boolean; deleted: boolean } | undefined> {
  const [row] = await tx.query<{ email: string; role: Role; suspended: boolean; deleted: boolean }>(sql`
    select email, role, suspended_at is not null as suspended, deleted_at is not null as deleted
    from account where id = ${id} for update`)
  return row
}

/** Whether the shop is suspended for which the account works as a member. Locked before the account, as by who suspends the shop. */
export async function lockShopOfMember(tx: Tx, accountId: string): Promise<boolean> {
  const [shop] = await tx.query<{ suspended: boolean }>(sql`
    select a.suspended_at is not null as suspended from team_member m join account a on a.id = m.seller_id
    where m.account_id = ${accountId} for share of a`)
  return shop?.suspended ?? false
}

export async function hasAskedToDelete(db: Queryable, id: string): Promise<boolean> {
  return (
    (await db.query(sql`select from account where id = ${id} and deletion_asked_at is not null`)).length > 0
  )
}

/** The newest customers whose names and mobile contain this text. */
export async function findCustomerIdsLike(db: Queryable, part: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select account_id as id from customer
    where (first_name || ' ' || last_name || ' ' || mobile) ilike ${containing(part)} order by account_id desc limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Suspends the account from now on; a null reason ends the suspension. */
export async function setSuspension(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx.query(sql`
    update account set suspended_at = case when ${reason}::text is not null then now() end, suspended_reason = ${reason}
    where id = ${id}`)
}

interface SuspensionRow {
  email: string
  role: Role
  suspendedAt: Date | null
  reason: string | null
}

export async function findSuspension(db: Queryable, id: string): Promise<SuspensionRow | undefined> {
  const [row] = await db.query<SuspensionRow>(
    sql`select email, role, suspended_at as "suspendedAt", suspended_reason as reason from account where id = ${id}`,
  )
  return row
}

export async function verifiedCustomers(db: Queryable): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from account where role = 'CUSTOMER' and email_verified_at is not null and suspended_at is null`),
  ).count
}

export async function countCustomersByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: 'suspended' | 'not-verified') =>
    countedState(
      state,
      sql`from customer s join account a on a.id = s.account_id where true ${hasState(state)}`,
    )
  return db.query<StateCount>(
    (['not-verified'] as const).reduce(
      (all, state) => sql`${all} union all ${counted(state)}`,
      counted('suspended'),
    ),
  )
}
