/** SQL of GST rates as the administrator reads and changes them. */
import { limits } from '../../../contract/limits.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import type { FoundRate, RateDays, RatePosition } from './dated-rates.ts'

/** The subject of a GST rate. */
export interface GstSubject {
  hsnPrefix: string
  valueUpToPaise: number | null
}

export interface GstRateRow extends GstSubject {
  id: number
  sort: string
  goods: string
  rateBp: number
  from: string
  to: string | null
  state: 'past' | 'present' | 'future'
}

export interface RateFilter {
  show: 'open' | 'all'
  q?: string | undefined
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** The code itself, or the first of those that begin with it. */
const goods = sql`case when g.hsn_prefix = '' then '' else coalesce(
      (select h.description from hsn_code h where h.code = g.hsn_prefix),
      (select string_agg(f.description, '; ' order by f.code) from (select h.code, h.description from hsn_code h
        where starts_with(h.code, g.hsn_prefix) order by h.code limit 2) f), '') end`

const whereFilter = ({ show, q }: RateFilter) => sql`
  where true ${show === 'open' ? sql`and coalesce(g.valid_to, 'infinity') >= ${today}` : emptySql}
    ${
      q
        ? sql`and (g.hsn_prefix <> '' and (starts_with(g.hsn_prefix, ${q}) or starts_with(${q}, g.hsn_prefix))
      or exists (select from hsn_code h where g.hsn_prefix <> '' and starts_with(h.code, g.hsn_prefix)
        and h.description ilike ${containing(q)}))`
        : emptySql
    }`

export async function listGstRateRows(
  db: Queryable,
  filter: RateFilter,
  limit: number,
  { sort, id }: RatePosition,
): Promise<GstRateRow[]> {
  return db.query(sql`
    select g.id, g.hsn_prefix as sort, g.hsn_prefix as "hsnPrefix", ${goods} as goods, g.rate_bp as "rateBp",
      g.value_up_to_paise as "valueUpToPaise", g.valid_from::text as "from", g.valid_to::text as "to",
      case when g.valid_from > ${today} then 'future' when g.valid_to < ${today} then 'past' else 'present' end as state
    from gst_rate g ${whereFilter(filter)} and (g.hsn_prefix collate "C", -g.id) > (${sort}, -${id}::int)
    order by g.hsn_prefix collate "C", g.id desc limit ${limit}`)
}

export async function countGstRates(db: Queryable, filter: RateFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (select from gst_rate g ${whereFilter(filter)} limit ${limits.countFiltered}) as counted`),
  ).count
}

export const lockGstRates = (tx: Tx) => tx.query(sql`lock table gst_rate in share row exclusive mode`)

export async function findGstRate(
  tx: Tx,
  id: number,
): Promise<(GstSubject & Omit<FoundRate<GstSubject>, 'subject' | 'name'>) | undefined> {
  const [row] = await tx.query<GstSubject & RateDays & { mayEnd: boolean }>(sql`
    select id, hsn_prefix as "hsnPrefix", value_up_to_paise as "valueUpToPaise", valid_from::text as "from",
      valid_to::text as "to", hsn_prefix <> '' or value_up_to_paise is not null as "mayEnd"
    from gst_rate where id = ${id}`)
  return row
}

export async function gstRatesOf(tx: Tx, subject: GstSubject): Promise<RateDays[]> {
  return tx.query(sql`
    select id, valid_from::text as "from", valid_to::text as "to" from gst_rate
    where hsn_prefix = ${subject.hsnPrefix} and value_up_to_paise is not distinct from ${subject.valueUpToPaise}::bigint
    order by valid_from`)
}

/** Whether there are goods with such a code. */
export async function hsnPrefixExists(tx: Tx, prefix: string): Promise<boolean> {
  const rows = await tx.query(sql`select from hsn_code where starts_with(code, ${prefix}) limit 1`)
  return rows.length > 0
}

export async function insertGstRate(
  tx: Tx,
  rate: GstSubject & { rateBp: number; from: string },
): Promise<number> {
  return singleRow(
    await tx.query<{ id: number }>(sql`
      insert into gst_rate (hsn_prefix, rate_bp, value_up_to_paise, valid_from)
      values (${rate.hsnPrefix}, ${rate.rateBp}, ${rate.valueUpToPaise}, ${rate.from}::date) returning id`),
  ).id
}

export const setLastDayOfGstRate = (tx: Tx, id: number, to: string | null) =>
  tx.query(sql`update gst_rate set valid_to = ${to}::date where id = ${id}`)

export const deleteGstRate = (tx: Tx, id: number) => tx.query(sql`delete from gst_rate where id = ${id}`)
