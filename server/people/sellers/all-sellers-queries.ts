/** SQL of the administrator's list of all sellers. */
import type { AdminSeller } from '../../../contract/admin.ts'
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

export type AdminSellerRow = SellerRow &
  AccountStateRow & { secondFactor: boolean; approval: ApprovalState; team: AdminSeller['team'] }

/** For a seller `s`. */
export const matchesSearch = (words: string | undefined) =>
  words
    ? sql`and s.account_id in (
        select coalesce(m.seller_id, o.id) from account o left join team_member m on m.account_id = o.id
        where o.email like ${containing(words.toLowerCase())}
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
      select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as "secondFactor",
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', m.name, 'email', o.email, 'areas', m.areas,
          'joinedAt', to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'isSuspended', o.suspended_at is not null)
          order by lower(m.name), o.id), '[]')
        from team_member m join account o on o.id = m.account_id where m.seller_id = s.account_id) as team
    from seller s join account a on a.id = s.account_id
    where s.account_id < ${before} ${matchesSearch(words)} ${hasState(state)} order by s.account_id desc limit ${limit}`)
}

/** How many sellers can sell with documents that somebody has seen as they are, and the cities of all who can sell. */
export async function sellersOnSale(db: Queryable): Promise<{ sellers: number; cities: number }> {
  return singleRow(
    await db.query<{ sellers: number; cities: number }>(sql`
      select count(*) filter (where s.approved_version = s.approval_version) as sellers, count(distinct lower(s.city)) as cities from seller s join account a on a.id = s.account_id
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
