/** SQL of commission rules, shipping charges and levies as the administrator reads and changes them. */
import type { levies } from '../../../contract/rates.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { RateDays, RatePosition } from '../tax/dated-rates.ts'

export type SalesRate = 'commission' | 'shipping' | 'levies'
type Levy = (typeof levies)[number]

/** The subject of a rate of each table; as columns, so that one statement serves all rates of the same subject. */
export interface CommissionSubject {
  sellerId: string | null
  categoryId: number | null
}
export interface ShippingSubject {
  upToGrams: number | null
}
export interface LevySubject {
  levy: Levy
}

export interface RateFilter {
  show: 'open' | 'all'
  q?: string | undefined
}

interface ListedDays extends RateDays {
  sort: string
  state: 'past' | 'present' | 'future'
}

export interface CommissionRow extends CommissionSubject, ListedDays {
  company: string | null
  email: string | null
  categoryName: string | null
  rateBp: number
}
export interface ShippingRow extends ShippingSubject, ListedDays {
  basePaise: number
  furtherKgPaise: number
}
export interface LevyRow extends LevySubject, ListedDays {
  rateBp: number
}

const tables: Record<SalesRate, Sql> = {
  commission: sql`commission_rule`,
  shipping: sql`shipping_charge`,
  levies: sql`levy_rate`,
}
const today = sql`(now() at time zone 'Asia/Kolkata')::date`
const days = sql`r.valid_from::text as "from", r.valid_to::text as "to",
      case when r.valid_from > ${today} then 'future' when r.valid_to < ${today} then 'past' else 'present' end as state`

/** The general rule first, then those of categories, then those of sellers. */
const commissionSort = sql`case when r.seller_id is not null then '2' when r.category_id is not null then '1' else '0' end`
/** By weight; the rate for all heavier parcels comes last. */
const shippingSort = sql`coalesce(lpad(r.up_to_grams::text, 10, '0'), 'heavier')`

const commissionTables = sql`commission_rule r left join category_name c on c.id = r.category_id
    left join payee s on s.id = r.seller_id`

const open = ({ show }: RateFilter) =>
  show === 'open' ? sql`and coalesce(r.valid_to, 'infinity') >= ${today}` : emptySql

const whereCommission = (filter: RateFilter) =>
  sql`where true ${open(filter)} ${
    filter.q
      ? sql`and (c.name ilike ${containing(filter.q)} or s.company_name ilike ${containing(filter.q)}
      or s.email like ${containing(filter.q.toLowerCase())})`
      : emptySql
  }`
const whereShipping = (filter: RateFilter) =>
  sql`where true ${open(filter)} ${filter.q ? sql`and r.up_to_grams::text = ${filter.q}` : emptySql}`
const whereLevy = (filter: RateFilter) =>
  sql`where true ${open(filter)} ${filter.q ? sql`and r.levy = ${filter.q.toLowerCase()}` : emptySql}`

const behind = (sort: Sql, after: RatePosition) =>
  sql`and (${sort} collate "C", -r.id) > (${after.sort}, -${after.id}::int) order by ${sort} collate "C", r.id desc`

export async function listCommissionRows(
  db: Queryable,
  filter: RateFilter,
  limit: number,
  after: RatePosition,
): Promise<CommissionRow[]> {
  return db.query(sql`
    select r.id, ${commissionSort} as sort, r.seller_id as "sellerId", s.company_name as company, s.email, r.category_id as "categoryId",
      c.name as "categoryName", r.rate_bp as "rateBp", ${days}
    from ${commissionTables} ${whereCommission(filter)} ${behind(commissionSort, after)} limit ${limit}`)
}

export async function listShippingRows(
  db: Queryable,
  filter: RateFilter,
  limit: number,
  after: RatePosition,
): Promise<ShippingRow[]> {
  return db.query(sql`
    select r.id, ${shippingSort} as sort, r.up_to_grams as "upToGrams", r.base_paise as "basePaise",
      r.further_kg_paise as "furtherKgPaise", ${days}
    from shipping_charge r ${whereShipping(filter)} ${behind(shippingSort, after)} limit ${limit}`)
}

export async function listLevyRows(
  db: Queryable,
  filter: RateFilter,
  limit: number,
  after: RatePosition,
): Promise<LevyRow[]> {
  return db.query(sql`
    select r.id, r.levy as sort, r.levy, r.rate_bp as "rateBp", ${days}
    from levy_rate r ${whereLevy(filter)} ${behind(sql`r.levy`, after)} limit ${limit}`)
}

export async function countRates(db: Queryable, kind: SalesRate, filter: RateFilter): Promise<number> {
  const rows = {
    commission: sql`${commissionTables} ${whereCommission(filter)}`,
    shipping: sql`shipping_charge r ${whereShipping(filter)}`,
    levies: sql`levy_rate r ${whereLevy(filter)}`,
  }[kind]
  return countRows(db, sql`select from ${rows}`)
}

/** Other transactions can read the table meanwhile. */
export const lockRates = (tx: Tx, kind: SalesRate) =>
  tx.query(sql`lock table ${tables[kind]} in share row exclusive mode`)

export async function findCommissionRule(
  tx: Tx,
  id: number,
): Promise<
  (CommissionSubject & RateDays & { company: string | null; categoryName: string | null }) | undefined
> {
  const [row] = await tx.query<
    CommissionSubject & RateDays & { company: string | null; categoryName: string | null }
  >(sql`
    select r.id, r.seller_id as "sellerId", s.company_name as company, r.category_id as "categoryId", c.name as "categoryName",
      r.valid_from::text as "from", r.valid_to::text as "to"
    from ${commissionTables} where r.id = ${id}`)
  return row
}

export async function findShippingCharge(
  tx: Tx,
  id: number,
): Promise<(ShippingSubject & RateDays) | undefined> {
  const [row] = await tx.query<ShippingSubject & RateDays>(sql`
    select id, up_to_grams as "upToGrams", valid_from::text as "from", valid_to::text as "to"
    from shipping_charge where id = ${id}`)
  return row
}

export async function findLevyRate(tx: Tx, id: number): Promise<(LevySubject & RateDays) | undefined> {
  const [row] = await tx.query<LevySubject & RateDays>(
    sql`select id, levy, valid_from::text as "from", valid_to::text as "to" from levy_rate where id = ${id}`,
  )
  return row
}

const daysOf = (tx: Tx, kind: SalesRate, subject: Sql): Promise<RateDays[]> =>
  tx.query(sql`
    select id, valid_from::text as "from", valid_to::text as "to" from ${tables[kind]} where ${subject} order by valid_from`)

export const commissionRulesOf = (tx: Tx, { sellerId, categoryId }: CommissionSubject) =>
  daysOf(
    tx,
    'commission',
    sql`seller_id is not distinct from ${sellerId}::uuid and category_id is not distinct from ${categoryId}::int`,
  )
export const shippingChargesOf = (tx: Tx, { upToGrams }: ShippingSubject) =>
  daysOf(tx, 'shipping', sql`up_to_grams is not distinct from ${upToGrams}::int`)
export const levyRatesOf = (tx: Tx, { levy }: LevySubject) => daysOf(tx, 'levies', sql`levy = ${levy}`)

/** The category cannot be deleted until the transaction ends. */
export async function findCategoryName(tx: Tx, id: number): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string | null }>(sql`select lock_category(${id}) as name`)
  return row?.name ?? undefined
}

const idOf = (rows: { id: number }[]): number => singleRow(rows).id

export async function insertCommissionRule(
  tx: Tx,
  rule: CommissionSubject & { rateBp: number; from: string },
): Promise<number> {
  return idOf(
    await tx.query<{ id: number }>(sql`
      insert into commission_rule (seller_id, category_id, rate_bp, valid_from)
      values (${rule.sellerId}, ${rule.categoryId}, ${rule.rateBp}, ${rule.from}::date) returning id`),
  )
}

export async function insertShippingCharge(
  tx: Tx,
  charge: ShippingSubject & { basePaise: number; furtherKgPaise: number; from: string },
): Promise<number> {
  return idOf(
    await tx.query<{ id: number }>(sql`
      insert into shipping_charge (up_to_grams, base_paise, further_kg_paise, valid_from)
      values (${charge.upToGrams}, ${charge.basePaise}, ${charge.furtherKgPaise}, ${charge.from}::date) returning id`),
  )
}

export async function insertLevyRate(
  tx: Tx,
  rate: LevySubject & { rateBp: number; from: string },
): Promise<number> {
  return idOf(
    await tx.query<{ id: number }>(sql`
      insert into levy_rate (levy, rate_bp, valid_from) values (${rate.levy}, ${rate.rateBp}, ${rate.from}::date) returning id`),
  )
}

export const setLastDayOfRate = (tx: Tx, kind: SalesRate, id: number, to: string | null) =>
  tx.query(sql`update ${tables[kind]} set valid_to = ${to}::date where id = ${id}`)

export const deleteRate = (tx: Tx, kind: SalesRate, id: number) =>
  tx.query(sql`delete from ${tables[kind]} where id = ${id}`)
