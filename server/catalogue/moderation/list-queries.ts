/** SQL of the administrator's list of listings. */
import { z } from 'zod'
import type { AdminListing, ListingShow } from '../../../contract/admin-moderation.ts'
import type { Declaration } from '../../../contract/declaration.ts'
import { greenClaimLimits } from '../../../contract/catalogue-limits.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { declaredJson } from '../declarations/columns.ts'

export interface ListingFilter {
  show: ListingShow
  q?: string | undefined
}

/** The place of a row in the queue: risk, since when it waits, to the microsecond, and the product. */
export interface QueuePlace {
  rank: number
  at: string
  id: string
}

export interface ListingRow extends Omit<
  AdminListing,
  | 'price'
  | 'imageUrls'
  | 'imageTexts'
  | 'declaration'
  | 'waitsSince'
  | 'appealedAt'
  | 'risk'
  | 'reports'
  | 'seller'
> {
  pricePaise: number
  images: string[]
  imageTexts: Record<string, string>
  declaration: Declaration
  waitsSince: Date | null
  appealedAt: Date | null
  rank: number
  at: string
  reports: AdminListing['reports']
  sellerId: string
  company: string
  email: string
  since: Date | null
  takenDown: number
  decisions: AdminListing['seller']['decisions']
}

const matches = ({ show, q }: ListingFilter): Sql => sql`(p.deleted_at is null or m.reports > 0)
    ${show === 'waiting' ? sql`and m.waits_since is not null` : emptySql}
    ${show === 'hidden' || show === 'taken-down' ? sql`and m.state = ${show} and m.state <> 'on-sale'` : emptySql}
    ${q ? (z.uuid().safeParse(q).success ? sql`and p.id = ${q}` : sql`and p.seller_id = (select s.id from seller_party s where s.email = lower(${q}))`) : emptySql}`

const from = ({ show }: ListingFilter): Sql =>
  show === 'all'
    ? sql`product p left join moderated_listing m on m.product_id = p.id`
    : sql`moderated_listing m join product p on p.id = m.product_id`

/** At most so many of each are shown beside a listing. */
const shown = 20

const utc = (moment: Sql) => sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The queue by risk, then the oldest first; other lists the newest listings first. `after`: the last row of the page before. */
export async function listListingRows(
  db: Queryable,
  filter: ListingFilter,
  limit: number,
  after: QueuePlace | undefined,
): Promise<ListingRow[]> {
  const queue = filter.show === 'waiting'
  const beyond = (last: QueuePlace) =>
    queue
      ? sql`and (m.risk_rank, m.waits_since, m.product_id) > (${last.rank}::smallint, ${last.at}::timestamptz, ${last.id}::uuid)`
      : sql`and p.id < ${last.id}`
  const order = queue ? sql`m.risk_rank, m.waits_since, m.product_id` : sql`p.id desc`
  return db.query(sql`
    with page as materialized (
      select p.id as product_id, row_number() over (order by ${order}) as place from ${from(filter)}
      where ${matches(filter)} ${after ? beyond(after) : emptySql} order by ${order} limit ${limit}
    )
    select p.id, p.name, p.deleted_at is not null as deleted, p.price_paise as "pricePaise", p.images, p.image_texts as "imageTexts", p.description, p.details, b.name as "subCategoryName",
      ${declaredJson} as declaration, missing_declarations(p) as missing,
      coalesce(m.state, 'on-sale') as state, m.reason, m.note, coalesce(m.why, '{}') as why, m.waits_since as "waitsSince",
      coalesce(m.risk_rank, 3) as rank, ${utc(sql`coalesce(m.waits_since, 'epoch')`)} as at, m.appeal, m.appealed_at as "appealedAt",
      coalesce(m.version, 1) as version, coalesce(m.decisions, 0) as decided,
      (select coalesce(json_agg(json_build_object('wording', c.wording, 'state', c.state)), '[]') from (
        select g.wording, g.state from green_claim_product l join green_claim g on g.id = l.claim_id
        where l.product_id = p.id and g.state in ('submitted', 'accepted') order by g.wording limit ${shown}) as c) as claims,
      (select coalesce(json_agg(json_build_object('field', w.field, 'words', w.words, 'reason', w.reason)), '[]') from (
        select * from green_word where product_id = p.id and not green_words_proven(product_id, words, proved_by)
        order by id limit ${greenClaimLimits.greenWordsMax}) as w) as "greenWords",
      (select coalesce(json_agg(json_build_object('reason', r.reason, 'words', r.words, 'at', ${utc(sql`r.created_at`)}, 'open', r.decided_at is null,
          'by', case when r.account_id is null then 'visitor' when exists (select from seller_party x where x.id = r.account_id)
            then 'seller' else 'buyer' end) order by r.id desc), '[]') from (
        select * from listing_report where product_id = p.id order by id desc limit ${shown}) as r) as reports,
      s.id as "sellerId", s.company_name as company, s.email,
      (select y.created_at from seller_page y where y.id = s.id) as since,
      coalesce((select sum(t.taken_down)::int from seller_moderation t where t.seller_id = s.id), 0) as "takenDown",
      (select coalesce(json_agg(json_build_object('product', d.product_name, 'act', d.act, 'reason', d.reason, 'note', d.note,
          'at', ${utc(sql`d.at`)}, 'undone', d.undone_at is not null) order by d.id desc), '[]') from (
        select * from moderation_decision where seller_id = s.id order by id desc limit ${shown}) as d) as decisions,
      (select coalesce(json_agg(json_build_object('at', ${utc(sql`c.at`)}, 'by', c.by, 'person', c.person, 'field', c.field,
          'was', c.was, 'became', c.became) order by c.id desc), '[]') from (
        select * from listing_change where product_id = p.id order by id desc limit ${shown}) as c) as changes
    from page g join product p on p.id = g.product_id join seller_party s on s.id = p.seller_id
    join subcategory b on b.id = p.subcategory_id left join moderated_listing m on m.product_id = p.id
    order by g.place`)
}

export const countListings = (db: Queryable, filter: ListingFilter): Promise<number> =>
  countRows(db, sql`select from ${from(filter)} where ${matches(filter)}`)

export async function countListingsByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: ListingShow) =>
    countedState(state, sql`from ${from({ show: state })} where ${matches({ show: state })}`)
  return db.query<StateCount>(
    (['hidden', 'taken-down'] as const).reduce(
      (all, state) => sql`${all} union all ${counted(state)}`,
      counted('waiting'),
    ),
  )
}
