/** SQL of the list of refunds and of settling one by hand. */
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { recordRefundChange } from '../ledger/payment-entries.ts'
import type { RefundRow, RefundState } from './queries.ts'
import type { RefundReason } from './refund-reason.ts'

export interface AdminRefundRow {
  id: string
  paymentId: string
  amountPaise: number
  reason: RefundReason
  state: RefundState
  late: boolean
  attention: 'unmatched' | 'twice' | null
  /** The refunds of the payment that an unmatched one may be meant for. */
  mayBe: { id: string; amountPaise: number; reason: RefundReason }[]
  customerEmail: string
  orderNumbers: string[]
  note: string | null
  createdAt: Date
  updatedAt: Date
}

// The days of the shop's promise count from the time at which the provider accepted the refund.
const late = sql`(r.state = 'failed' or (r.state = 'scheduled' and r.created_at < now() - interval '1 hour')
    or (r.state = 'accepted' and coalesce(r.accepted_at, r.created_at) < now() - ${limits.refundDays}::int * interval '1 day'))`

export interface RefundFilter {
  show: 'late' | 'all'
  /** Only of these payments: by the number of one of its orders, by its id, or by its buyers. */
  of?: { number: string } | { paymentId: string } | { customers: readonly string[] } | undefined
}

const isShown = ({ show }: RefundFilter) =>
  show === 'late' ? sql`(${late} or r.attention is not null)` : sql`true`

function paymentsOf(of: NonNullable<RefundFilter['of']>): Sql {
  if ('paymentId' in of) return sql`r.payment_id = ${of.paymentId}`
  const checkouts =
    'number' in of
      ? sql`select o.checkout_id from placed_order o where o.number = ${of.number}`
      : sql`select c.id from purchase c where c.customer_id = any(${of.customers}::uuid[])`
  return sql`r.payment_id = any(array(select p.id from payment p where p.checkout_id in (${checkouts})))`
}

const whereFilter = ({ show, of }: RefundFilter) => sql`
  from refund r where ${isShown({ show })} ${of ? sql`and ${paymentsOf(of)}` : emptySql}`

export async function listRefundRows(
  db: Queryable,
  filter: RefundFilter,
  limit: number,
  before: string,
): Promise<AdminRefundRow[]> {
  return db.query(sql`
    with page as materialized (select r.* ${whereFilter(filter)} and r.id < ${before} order by r.id desc limit ${limit})
    select r.id, r.payment_id as "paymentId", r.amount_paise as "amountPaise", r.reason, r.state, ${late} as late, r.attention,
      case when r.attention = 'unmatched' then coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'amountPaise', o.amount_paise, 'reason', o.reason) order by o.id)
        from refund o where o.payment_id = r.payment_id and o.id <> r.id and (o.state in ('scheduled', 'failed')
          or o.settled_note is not null and o.provider_refund_id is null)), '[]') else '[]' end as "mayBe",
      c.buyer_email as "customerEmail", r.created_at as "createdAt", r.updated_at as "updatedAt",
      array(select o.number from placed_order o where o.checkout_id = p.checkout_id
        and o.id = coalesce(r.order_id, o.id) order by o.id) as "orderNumbers",
      nullif(concat_ws(' ', r.note, r.settled_note), '') as note
    from page r join payment p on p.id = r.payment_id join purchase c on c.id = p.checkout_id
    order by r.id desc`)
}

export const countRefunds = (db: Queryable, filter: RefundFilter): Promise<number> =>
  countRows(db, sql`select ${whereFilter(filter)}`)

export type LockedRefund = Pick<AdminRefundRow, 'paymentId' | 'amountPaise' | 'state' | 'late'> & {
  /** A request for it is in flight at the provider, or its response was lost. */
  isInFlight: boolean
}

// One minute: longer than the time limit of any request to the provider.
const isInFlight = sql`(r.asked_at is not null and r.provider_refund_id is null and r.asked_at > now() - interval '1 minute')`

/** Locked; undefined for an unknown one. The payment, if any, is locked before it (`lockPayment`). */
export async function lockRefund(tx: Tx, id: string): Promise<LockedRefund | undefined> {
  const [row] = await tx.query<LockedRefund>(sql`
    select r.payment_id as "paymentId", r.amount_paise as "amountPaise", r.state, ${late} as late, ${isInFlight} as "isInFlight"
    from refund r where r.id = ${id} for update`)
  return row
}

/** Marks a refund as paid by hand. UTRs stand for this refund alone from now on; one that was used fails. */
export async function settleByHand(
  tx: Tx,
  refund: RefundRow,
  note: string,
  utrs: readonly string[],
): Promise<void> {
  await tx.query(sql`
    insert into money_transfer (reference, refund_id) select u.utr, ${refund.id} from unnest(${utrs}::text[]) as u (utr)`)
  await tx.query(sql`
    update refund set state = 'processed', settled_note = ${note}, updated_at = now() where id = ${refund.id}`)
  await recordRefundChange(tx, refund, { ...refund, state: 'processed', byHand: true })
}
