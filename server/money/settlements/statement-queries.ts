/** SQL of runs, settlements and their lines. Amounts are paise. */
import { type Queryable, singleRow } from '../../platform/db/client.ts'
import { containing } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { PayoutState } from './payout-queries.ts'

export interface AmountsRow {
  grossPaise: number
  reversedPaise: number
  commissionPaise: number
  shippingPaise: number
  gstOnFeesPaise: number
  tcsPaise: number
  tdsPaise: number
  compensationPaise: number
  netPaise: number
}

/** The amounts of `t`: a settlement, or one of its lines. */
const amountColumns = sql`t.gross_paise as "grossPaise", t.reversed_paise as "reversedPaise",
    t.commission_paise as "commissionPaise", t.shipping_paise as "shippingPaise", t.gst_on_fees_paise as "gstOnFeesPaise",
    t.tcs_paise as "tcsPaise", t.tds_paise as "tdsPaise", t.compensation_paise as "compensationPaise",
    t.net_paise as "netPaise"`

export interface SettlementRow extends AmountsRow {
  id: string
  runId: string
  upTo: string
  sellerId: string
  company: string
  email: string
  lines: number
  carriedBeforePaise: number
  paidTwicePaise: number
  payoutPaise: number
  carriedAfterPaise: number
  createdAt: Date
  payoutId: string | null
  payoutMethod: 'route' | 'bank' | null
  payoutState: PayoutState | null
  utr: string | null
  transferId: string | null
  paidAt: Date | null
  cameBackPaise: number | null
}

export interface SettlementFilter {
  runId?: string | undefined
  sellerId?: string | undefined
  q?: string | undefined
}

const whereFilter = ({ runId, sellerId, q }: SettlementFilter): Sql => sql`
  ${runId ? sql`and t.run_id = ${runId}` : emptySql} ${sellerId ? sql`and t.seller_id = ${sellerId}` : emptySql}
  ${
    q
      ? sql`and t.seller_id in (select id from payee where email like ${containing(q.toLowerCase())}
          union select id from payee where company_name ilike ${containing(q)})`
      : emptySql
  }`

export async function listSettlementRows(
  db: Queryable,
  filter: SettlementFilter,
  which: { id: string } | { limit: number; before: string },
): Promise<SettlementRow[]> {
  const cut =
    'id' in which
      ? sql`t.id = ${which.id} ${whereFilter(filter)}`
      : sql`t.id < ${which.before} ${whereFilter(filter)} order by t.id desc limit ${which.limit}`
  return db.query(sql`
    select t.id, t.run_id as "runId", r.up_to::text as "upTo", t.seller_id as "sellerId", l.company_name as company, l.email,
      t.lines, ${amountColumns}, t.carried_before_paise as "carriedBeforePaise",
      t.paid_twice_paise as "paidTwicePaise", t.payout_paise as "payoutPaise",
      t.carried_after_paise as "carriedAfterPaise", t.created_at as "createdAt", p.id as "payoutId",
      p.method as "payoutMethod", case when x.reference is null then p.state else 'paid' end as "payoutState",
      coalesce(x.reference, p.utr) as utr, p.provider_transfer_id as "transferId", coalesce(x.created_at, p.paid_at) as "paidAt",
      coalesce(x.extra_back_paise, p.came_back_paise) as "cameBackPaise"
    from settlement t join settlement_run r on r.id = t.run_id join payee l on l.id = t.seller_id
    left join lateral (
      select o.* from payout o join payout_money m on m.id = o.id
      where o.settlement_id = t.id order by m.paise > 0 desc, o.number desc limit 1) p on true
    -- One more transfer of a payout may be with the seller when the one that the payout names came back.
    left join lateral (
      select e.reference, e.created_at, e.extra_back_paise from money_transfer e
      where e.payout_id = p.id and p.state <> 'paid' and e.extra_paise > e.extra_back_paise
      order by e.created_at desc limit 1) x on true
    where ${cut}`)
}

export const countSettlements = (db: Queryable, filter: SettlementFilter): Promise<number> =>
  countRows(db, sql`select from settlement t where true ${whereFilter(filter)}`)

export interface LineRow extends AmountsRow {
  entryId: number
  orderId: string | null
  reversalNo: number | null
  orderNumber: string
  productName: string
  happenedAt: Date
  units: number
  /** By the invoice or the credit note: negative for what was taken back. */
  deliveryPaise: number
}

export async function listLineRows(
  db: Queryable,
  settlementId: string,
  limit: number,
  before: number,
): Promise<LineRow[]> {
  return db.query(sql`
    select t.entry_id as "entryId", t.order_id as "orderId", t.reversal_no::int as "reversalNo", t.order_number as "orderNumber",
      t.product_name as "productName", t.happened_at as "happenedAt", t.units, ${amountColumns},
      coalesce(case when t.reversal_no is null
        then (select d.delivery_paise from tax_document d where d.order_id = t.order_id and d.kind = 'invoice')
        else (select -d.delivery_paise from order_reversal r join tax_document d on d.reversal_id = r.id
          where r.order_id = t.order_id and r.no = t.reversal_no) end, 0) as "deliveryPaise"
    from settlement_line t where t.settlement_id = ${settlementId} and t.entry_id < ${before}
    order by t.entry_id desc limit ${limit}`)
}

export interface RunTotalsRow extends AmountsRow {
  id: string
  upTo: string
  state: 'running' | 'done'
  createdAt: Date
  finishedAt: Date | null
  sellers: number
  lines: number
  payoutPaise: number
  carriedAfterPaise: number
}

export async function listRunRows(
  db: Queryable,
  which: { id: string } | { limit: number; before: string },
): Promise<RunTotalsRow[]> {
  const cut =
    'id' in which ? sql`id = ${which.id}` : sql`id < ${which.before} order by id desc limit ${which.limit}`
  return db.query(sql`
    select r.id, r.up_to::text as "upTo", r.state, r.created_at as "createdAt", r.finished_at as "finishedAt", s.sellers, s.lines,
      s.gross as "grossPaise", s.reversed as "reversedPaise", s.commission as "commissionPaise",
      s.shipping as "shippingPaise", s.gst_on_fees as "gstOnFeesPaise", s.tcs as "tcsPaise", s.tds as "tdsPaise",
      s.compensation as "compensationPaise", s.net as "netPaise", s.payout as "payoutPaise", s.carried as "carriedAfterPaise"
    from (select * from settlement_run where ${cut}) r
    cross join lateral (
      select count(*) as sellers, coalesce(sum(lines), 0)::bigint as lines, coalesce(sum(gross_paise), 0)::bigint as gross,
        coalesce(sum(reversed_paise), 0)::bigint as reversed, coalesce(sum(commission_paise), 0)::bigint as commission,
        coalesce(sum(shipping_paise), 0)::bigint as shipping, coalesce(sum(gst_on_fees_paise), 0)::bigint as gst_on_fees,
        coalesce(sum(tcs_paise), 0)::bigint as tcs, coalesce(sum(tds_paise), 0)::bigint as tds,
        coalesce(sum(compensation_paise), 0)::bigint as compensation, coalesce(sum(net_paise), 0)::bigint as net,
        coalesce(sum(payout_paise), 0)::bigint as payout,
        coalesce(sum(carried_after_paise) filter (where carried_after_paise < 0), 0)::bigint as carried
      from settlement where run_id = r.id) s
    order by r.id desc`)
}

export async function countRuns(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count from settlement_run`)).count
}

export async function payoutsOfRuns(
  db: Queryable,
  runIds: readonly string[],
): Promise<{ runId: string; state: PayoutState; count: number; paise: number }[]> {
  return db.query(sql`
    select s.run_id as "runId", p.state, count(*) as count, sum(p.paise)::bigint as paise
    from payout p join settlement s on s.id = p.settlement_id where s.run_id = any(${runIds}::uuid[])
    group by s.run_id, p.state order by p.state`)
}

export async function findRunById(db: Queryable, id: string): Promise<{ upTo: string } | undefined> {
  const [row] = await db.query<{ upTo: string }>(
    sql`select up_to::text as "upTo" from settlement_run where id = ${id}`,
  )
  return row
}
