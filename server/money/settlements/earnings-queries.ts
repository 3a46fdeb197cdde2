/** SQL of sellers' earnings: what is on hold, due, in payment, and the calculation of each order. Amounts are paise. */
import { type Queryable, singleRow } from '../../platform/db/client.ts'
import { beginningWith } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { AmountsRow } from './statement-queries.ts'

export interface SellerMoneyRow {
  sellerId: string
  onHoldPaise: number
  /** Without amounts carried from earlier settlements. */
  duePaise: number
  inPaymentPaise: number
  /** Less what was paid twice since. */
  carriedPaise: number
}

/** What payouts have not moved of what their settlements pay, of the payouts `o` that fit. */
const unpaidPaise = (which: Sql) => sql`coalesce((
        select sum(greatest(0, t.payout_paise - m.paise)) from settlement t
        cross join lateral (select coalesce(sum(x.paise), 0) as paise from payout_money x where x.settlement_id = t.id) m
        where t.id in (select o.settlement_id from payout o
          where ${which} and (o.state <> 'paid' or o.came_back_paise > 0))), 0)::bigint`
/** What a seller owes because it was paid twice, and no settlement has deducted. */
const paidTwice = (seller: Sql) => sql`coalesce((
        select sum(y.paise) from paid_twice y where y.seller_id = ${seller} and y.taken_by is null), 0)::bigint`

/**
 * For each of these sellers, from the stored due days; amounts due to a suspended seller are on hold. `today` is the day of the
 * shop.
 */
export async function readSellerMoney(
  db: Queryable,
  sellerIds: readonly string[],
  today: string,
): Promise<SellerMoneyRow[]> {
  return db.query(sql`
    select w.id as "sellerId", case when w.suspended then u.on_hold + u.due else u.on_hold end as "onHoldPaise",
      case when w.suspended then 0 else u.due end as "duePaise", p.paise as "inPaymentPaise",
      coalesce((select t.carried_after_paise from settlement t join settlement_run r on r.id = t.run_id
        where t.seller_id = w.id order by r.up_to desc limit 1), 0) - ${paidTwice(sql`w.id`)} as "carriedPaise"
    from (select n.id, exists (select from payee a where a.id = n.id and a.suspended_at is not null) as suspended
      from unnest(${sellerIds}::uuid[]) as n (id)) w
    cross join lateral (
      select coalesce(sum(net_paise) filter (where due_on < ${today}::date), 0)::bigint as due,
        coalesce(sum(net_paise) filter (where due_on is null or due_on >= ${today}::date), 0)::bigint as on_hold
      from unsettled_entry where seller_id = w.id) u
    cross join lateral (
      select ${unpaidPaise(sql`o.seller_id = w.id`)} as paise) p`)
}

export async function paidSince(db: Queryable, sellerId: string, since: Date): Promise<number> {
  return singleRow(
    await db.query<{ paise: number }>(sql`
      select coalesce(sum(m.paise), 0)::bigint as paise from payout p join payout_money m on m.id = p.id
      where p.seller_id = ${sellerId} and p.paid_at >= ${since}`),
  ).paise
}

export interface AllSellersMoneyRow {
  onHoldPaise: number
  duePaise: number
  inPaymentPaise: number
  /** The total debt of sellers: 0 or negative. */
  owedPaise: number
}

/**
 * All sellers together: `owed` counts those whose next settlement would be negative; amounts due to suspended sellers are on
 * hold.
 */
export async function readAllSellersMoney(db: Queryable, today: string): Promise<AllSellersMoneyRow> {
  return singleRow(
    await db.query<AllSellersMoneyRow>(sql`
      with waiting as (
        select seller_id, coalesce(sum(net_paise) filter (where due_on < ${today}::date), 0) as due,
          coalesce(sum(net_paise) filter (where due_on is null or due_on >= ${today}::date), 0) as on_hold
        from unsettled_entry group by seller_id
      ), carried as (
        select distinct on (t.seller_id) t.seller_id, t.carried_after_paise - ${paidTwice(sql`t.seller_id`)} as paise from settlement t
        join settlement_run r on r.id = t.run_id order by t.seller_id, r.up_to desc
      ), each as (
        select coalesce(w.on_hold, 0) + case when x.id is null then 0 else coalesce(w.due, 0) end as on_hold,
          case when x.id is null then coalesce(w.due, 0) else 0 end + coalesce(c.paise, 0) as due
        from waiting w full join carried c on c.seller_id = w.seller_id
        left join payee x on x.id = coalesce(w.seller_id, c.seller_id) and x.suspended_at is not null
      )
      select coalesce(sum(e.on_hold), 0)::bigint as "onHoldPaise",
        coalesce(sum(e.due) filter (where e.due > 0), 0)::bigint as "duePaise",
        coalesce(sum(e.due) filter (where e.due < 0), 0)::bigint as "owedPaise",
        ${unpaidPaise(sql`true`)} as "inPaymentPaise"
      from each e`),
  )
}

export interface SellerRow {
  id: string
  company: string
  email: string
  gst: string
  routeAccountId: string | null
  routeStatus: string | null
  routeIsCurrent: boolean
  held: boolean
  heldUntil: Date | null
}

const matches = (words: string | undefined) =>
  words
    ? sql`and s.id in (select id from payee where email like ${`%${words.toLowerCase()}%`}
        union select id from payee where (company_name || ' ' || gstin) ilike ${`%${words}%`})`
    : emptySql

export async function listSellersWithMoney(
  db: Queryable,
  words: string | undefined,
  limit: number,
  before: string,
): Promise<SellerRow[]> {
  return db.query(sql`
    select s.id, s.company_name as company, s.email, coalesce(s.gstin, '') as gst, s.route_account_id as "routeAccountId",
      s.route_status as "routeStatus", s.route_is_current as "routeIsCurrent", s.held, s.held_until as "heldUntil"
    from payee s where s.id < ${before} ${matches(words)} order by s.id desc limit ${limit}`)
}

export const countSellersWithMoney = (db: Queryable, words: string | undefined): Promise<number> =>
  countRows(db, sql`select from company s where true ${matches(words)}`)

export interface EarningRow extends AmountsRow {
  id: string
  number: string
  productName: string
  units: number
  soldAt: Date
  deliveryDate: Date | null
  state: 'on-hold' | 'due' | 'settled'
  dueOn: string | null
  held: boolean
  comesBack: boolean
  settlementId: string | null
  taxablePaise: number
  taxPaise: number
  commissionBp: number
  gstOnFeesBp: number
  tcsBp: number
  tdsBp: number
  taxBp: number
}

export interface EarningFilter {
  search?: string | undefined
  state?: 'on-hold' | 'due' | 'settled' | undefined
}

const fromEarnings = (sellerId: string, today: string) => sql`
  from sold_order o join order_terms t on t.order_id = o.id join order_tax x on x.order_id = o.id
  left join unsettled_due u on u.order_id = o.id and u.reversal_no is null
  cross join lateral (select case when u.entry_id is null then 'settled' when u.due_on < ${today}::date then 'due'
    else 'on-hold' end as state) c
  cross join lateral (
    select coalesce(sum(gross_paise), 0)::bigint as gross, coalesce(sum(taxable_paise), 0)::bigint as taxable,
      coalesce(sum(commission_paise), 0)::bigint as commission,
      coalesce(sum(way_back_paise) filter (where way_back_paid_by = 'seller'), 0)::bigint as way_back,
      coalesce(sum(gst_on_fees_paise), 0)::bigint
        - coalesce(sum(way_back_gst_paise) filter (where way_back_paid_by = 'seller'), 0)::bigint as gst_on_fees,
      coalesce(sum(tcs_paise), 0)::bigint as tcs, coalesce(sum(tds_paise), 0)::bigint as tds,
      coalesce(sum(compensation_paise), 0)::bigint as compensation
    from order_reversal where order_id = o.id) r
  where o.seller_id = ${sellerId}`

const matchesSearch = (search: string | undefined): Sql =>
  search
    ? sql`and (o.number = ${search.toUpperCase()} or lower(o.product_name) like ${beginningWith(search.toLowerCase())})`
    : emptySql

const whereFilter = ({ search, state }: EarningFilter): Sql => sql`
  ${matchesSearch(search)} ${state ? sql`and c.state = ${state}` : emptySql}`

export async function listEarningRows(
  db: Queryable,
  sellerId: string,
  today: string,
  filter: EarningFilter,
  which: { id: string } | { limit: number; before: string },
): Promise<EarningRow[]> {
  const cut =
    'id' in which
      ? sql`and o.id = ${which.id}`
      : sql`and o.id < ${which.before} ${whereFilter(filter)} order by o.id desc limit ${which.limit}`
  return db.query(sql`
    select o.id, o.number, o.product_name as "productName", o.units, o.sold_at as "soldAt", o.delivery_date as "deliveryDate",
      c.state, ((o.delivery_date + t.return_days * interval '1 day') at time zone 'Asia/Kolkata')::date::text as "dueOn",
      coalesce(u.held, false) as held,
      exists (select from order_shipment s where s.order_id = o.id and s.state = 'RTO') as "comesBack",
      (select l.settlement_id from settlement_line l where l.order_id = o.id and l.reversal_no is null) as "settlementId",
      o.gross_paise as "grossPaise", r.gross as "reversedPaise", o.commission_paise - r.commission as "commissionPaise",
      o.shipping_paise + r.way_back as "shippingPaise", o.gst_on_fees_paise - r.gst_on_fees as "gstOnFeesPaise",
      o.tcs_paise - r.tcs as "tcsPaise", o.tds_paise - r.tds as "tdsPaise", r.compensation as "compensationPaise",
      o.gross_paise - r.gross - (o.commission_paise - r.commission) - (o.shipping_paise + r.way_back)
        - (o.gst_on_fees_paise - r.gst_on_fees) - (o.tcs_paise - r.tcs) - (o.tds_paise - r.tds) + r.compensation
        as "netPaise",
      o.taxable_paise as "taxablePaise", o.gross_paise - o.taxable_paise as "taxPaise",
      t.commission_bp as "commissionBp", t.gst_on_fees_bp as "gstOnFeesBp", t.tcs_bp as "tcsBp", t.tds_bp as "tdsBp",
      x.rate_bp as "taxBp"
    ${fromEarnings(sellerId, today)} ${cut}`)
}

export async function countEarnings(
  db: Queryable,
  sellerId: string,
  today: string,
  filter: EarningFilter,
): Promise<number> {
  const rows = filter.state
    ? sql`${fromEarnings(sellerId, today)} ${whereFilter(filter)}`
    : // Every sale has terms and tax, so a count need not read the tables that a page joins.
      sql`from sold_order o where o.seller_id = ${sellerId} ${matchesSearch(filter.search)}`
  return countRows(db, sql`select ${rows}`)
}

export interface EarningEventRow extends AmountsRow {
  kind:
    | 'sale'
    | 'returned'
    | 'undelivered'
    | 'lost'
    | 'price-reduced'
    | 'exchanged'
    | 'corrected'
    | 'weight'
    | 'weight-corrected'
  happenedAt: Date
  units: number
  wayBackPaise: number
  /** By the invoice or the credit note: negative for what was taken back. */
  deliveryPaise: number
  settlementId: string | null
  settledUpTo: string | null
}

/** The sale of an order and its reversals, in their order, as they change the seller's balance. */
export async function listEarningEvents(db: Queryable, orderId: string): Promise<EarningEventRow[]> {
  return db.query(sql`
    select e.kind, e.at as "happenedAt", e.units, e.gross as "grossPaise", e.reversed as "reversedPaise",
      e.commission as "commissionPaise", e.shipping as "shippingPaise", e.gst_on_fees as "gstOnFeesPaise", e.tcs as "tcsPaise",
      e.tds as "tdsPaise", e.compensation as "compensationPaise",
      e.gross - e.reversed - e.commission - e.shipping - e.gst_on_fees - e.tcs - e.tds + e.compensation as "netPaise",
      e.way_back as "wayBackPaise", coalesce(e.delivery, 0) as "deliveryPaise", l.settlement_id as "settlementId", n.up_to::text as "settledUpTo"
    from (
      select 'sale' as kind, null::smallint as no, sold_at as at, units, gross_paise as gross, 0::bigint as reversed,
        commission_paise as commission, shipping_paise as shipping, gst_on_fees_paise as gst_on_fees, tcs_paise as tcs,
        tds_paise as tds, 0::bigint as compensation, 0::bigint as way_back,
        (select d.delivery_paise from tax_document d where d.order_id = order_sale.order_id and d.kind = 'invoice') as delivery
      from order_sale where order_id = ${orderId}
      union all
      select r.cause, r.no, r.created_at, r.units, 0, r.gross_paise, -r.commission_paise, w.paise, w.gst - r.gst_on_fees_paise,
        -r.tcs_paise, -r.tds_paise, r.compensation_paise, w.paise + w.gst,
        (select -d.delivery_paise from tax_document d where d.reversal_id = r.id)
      from order_reversal r cross join lateral (select
        case r.way_back_paid_by when 'seller' then r.way_back_paise else 0 end as paise,
        case r.way_back_paid_by when 'seller' then r.way_back_gst_paise else 0 end as gst) w
      where r.order_id = ${orderId}) e
    left join settlement_line l on l.order_id = ${orderId} and l.reversal_no is not distinct from e.no
    left join settlement t on t.id = l.settlement_id left join settlement_run n on n.id = t.run_id
    order by e.no nulls first`)
}
