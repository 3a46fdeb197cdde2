/** SQL of the administrator's list of all sellers. */
import { limits } from '../../../contract/limits.ts'
import type { ApprovalState } from '../../../contract/seller-approval.ts'
import { singleRow, type Queryable } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import {
  type AccountFilter,
  type AccountStateRow,
  accountStateColumns,
  hasState,
} from '../identity/all-accounts-queries.ts'
import { type SellerRow, sellerColumns } from './queries.ts'

export type AdminSellerRow = SellerRow & AccountStateRow & { secondFactor: boolean; approval: ApprovalState }

/** For a seller `s`. */
export const matchesSearch = (words: string | undefined) =>
  words
    ? sql`and s.account_id in (
        select id from account where email like ${containing(words.toLowerCase())}
        union select account_id from seller
        where (company_name || ' ' || coalesce(gst, gst_unverified) || ' ' || mobile || ' ' || city) ilike ${containing(words)})`
    : emptySql

export async function listSellerRows(
  db: Queryable,
  { words, state }: AccountFilter,
  limit: number,
  before: string,
): Promise<AdminSellerRow[]> {
  return db.query(sql`
    select ${sellerColumns}, ${accountStateColumns}, s.approval, exists (
      select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "secondFactor"
    from seller s join account a on a.id = s.account_id
    where s.account_id < ${before} ${matchesSearch(words)} ${hasState(state)} order by s.account_id desc limit ${limit}`)
}

/** Sellers who can sell, and the cities that they are in. */
export async function sellersOnSale(db: Queryable): Promise<{ sellers: number; cities: number }> {
  return singleRow(
    await db.query<{ sellers: number; cities: number }>(sql`
      select count(*) as sellers, count(distinct lower(s.city)) as cities from seller s join account a on a.id = s.account_id
      where a.email_verified_at is not null and a.suspended_at is null and s.approval = 'approved'`),
  )
}

/** With a filter up to `limits.countFiltered`. */
export async function countSellers(db: Queryable, { words, state }: AccountFilter = {}): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      words || state
        ? sql`select count(*) as count from (select from seller s join account a on a.id = s.account_id
            where true ${matchesSearch(words)} ${hasState(state)} limit ${limits.countFiltered}) as counted`
        : sql`select count(*) as count from seller`,
    ),
  ).count
}

export async function countSellersByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: 'suspended' | 'not-verified' | 'not-approved') =>
    countedState(
      state,
      sql`from seller s join account a on a.id = s.account_id where true ${hasState(state)}`,
    )
  return db.query<StateCount>(
    (['not-verified', 'not-approved'] as const).reduce(
      (all, state) => sql`${all} union all ${counted(state)}`,
      counted('suspended'),
    ),
  )
}
