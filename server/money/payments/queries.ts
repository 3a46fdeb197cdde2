/** SQL of captured payments and their refunds. Each change of a row is recorded in the ledger by the same function. */
import { recordCharge } from '../provider/record-charge.ts'
import { recordCapture, recordRefundChange } from '../ledger/payment-entries.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ProviderCharge } from '../../platform/providers/payments/provider.ts'
import type { RefundReason } from './refund-reason.ts'

export type RefundState = 'scheduled' | 'accepted' | 'processed' | 'failed' | 'replaced'

export interface RefundRow {
  id: string
  paymentId: string
  /** The order that it refunds; null for the refund of a whole payment and for one made at the provider. */
  orderId: string | null
  amountPaise: number
  reason: RefundReason
  state: RefundState
  providerRefundId: string | null
  /** An administrator paid it outside of the provider. */
  byHand: boolean
  /** It was changed since it was inserted: a try was made, or its state became known. */
  touched: boolean
  /** 'unmatched': a person has to say what it was for; 'twice': the money went back a second time, and nobody has seen it yet. */
  attention: 'unmatched' | 'twice' | null
}

export interface PaymentRow {
  id: string
  checkoutId: string
  amountPaise: number
  outcome: 'order' | 'refund'
}

const refundColumns = sql`id, payment_id as "paymentId", order_id as "orderId", amount_paise as "amountPaise", reason, state,
  provider_refund_id as "providerRefundId", settled_note is not null as "byHand",
  updated_at > created_at as touched, attention`
const paymentColumns = sql`id, checkout_id as "checkoutId", amount_paise as "amountPaise", outcome`

/** A captured payment as the provider reports it. */
export interface NewPayment {
  id: string
  checkoutId: string
  amountPaise: number
  /** What the provider deducts; null where it does not say that yet, and a settlement will. */
  charge: ProviderCharge | null
}

/** Returns false when the payment is known already. */
export async function insertPayment(
  tx: Tx,
  payment: NewPayment & { outcome: 'order' | 'refund' },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into payment (id, checkout_id, amount_paise, outcome)
    values (${payment.id}, ${payment.checkoutId}, ${payment.amountPaise}, ${payment.outcome})
    on conflict (id) do nothing returning id`)
  if (rows.length === 0) return false
  await recordCapture(tx, payment)
  if (payment.charge) await recordCharge(tx, { id: payment.id, paymentId: payment.id }, payment.charge)
  return true
}

export async function paymentIsKnown(db: Queryable, paymentId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from payment where id = ${paymentId}`)).length === 1
}

/** The known refunds of a payment at the provider, in paise. */
export async function paiseRefundedAtProvider(db: Queryable, paymentId: string): Promise<number> {
  return singleRow(
    await db.query<{ paise: number }>(sql`
      select coalesce(sum(amount_paise), 0)::bigint as paise from refund
      where payment_id = ${paymentId} and provider_refund_id is not null and reason <> 'charged-back'
        and state in ('accepted', 'processed')`),
  ).paise
}

/**
 * Locks the payment and returns it with its refunds, oldest first. Every decision about its money takes this lock. The orders
 * of its checkout are locked before it, in the same order as for the refund of an order.
 */
export async function lockPayment(
  tx: Tx,
  paymentId: string,
): Promise<{ payment: PaymentRow; refunds: RefundRow[] } | undefined> {
  await tx.query(sql`select lock_orders_of((select checkout_id from payment where id = ${paymentId}))`)
  const [payment] = await tx.query<PaymentRow>(
    sql`select ${paymentColumns} from payment where id = ${paymentId} for no key update`,
  )
  return payment && { payment, refunds: await refundsOfPayment(tx, paymentId) }
}

/** The payment with its refunds, oldest first, as they are at this moment. */
export async function findPayment(
  tx: Tx,
  paymentId: string,
): Promise<{ payment: PaymentRow; refunds: RefundRow[] } | undefined> {
  const [payment] = await tx.query<PaymentRow>(
    sql`select ${paymentColumns} from payment where id = ${paymentId}`,
  )
  return payment && { payment, refunds: await refundsOfPayment(tx, paymentId) }
}

/** The payment that bought a checkout, locked, with its refunds. The caller holds the orders' locks. */
export async function lockPaymentOfCheckout(
  tx: Tx,
  checkoutId: string,
): Promise<{ payment: PaymentRow; refunds: RefundRow[] } | undefined> {
  const [payment] = await tx.query<PaymentRow>(
    sql`select ${paymentColumns} from payment where checkout_id = ${checkoutId} and outcome = 'order' for no key update`,
  )
  return payment && { payment, refunds: await refundsOfPayment(tx, payment.id) }
}

async function refundsOfPayment(tx: Tx, paymentId: string): Promise<RefundRow[]> {
  return tx.query(sql`select ${refundColumns} from refund where payment_id = ${paymentId} order by id`)
}

export async function insertRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'orderId' | 'amountPaise' | 'reason' | 'state'> & {
    providerRefundId?: string
    note?: string | undefined
  },
): Promise<void> {
  await tx.query(sql`
    insert into refund (id, payment_id, order_id, amount_paise, reason, state, note, provider_refund_id,
      accepted_at)
    values (${refund.id}, ${refund.paymentId}, ${refund.orderId}, ${refund.amountPaise}, ${refund.reason}, ${refund.state},
      ${refund.note ?? null}, ${refund.providerRefundId ?? null}, case when ${refund.providerRefundId ?? null}::text is not null then now() end)`)
  await recordRefundChange(tx, null, {
    ...refund,
    providerRefundId: refund.providerRefundId ?? null,
    byHand: false,
  })
}

export async function findRefund(db: Queryable, refundId: string): Promise<RefundRow | undefined> {
  const [row] = await db.query<RefundRow>(sql`select ${refundColumns} from refund where id = ${refundId}`)
  return row
}

/** The caller holds the payment's lock. */
export async function updateRefund(
  tx: Tx,
  refund: RefundRow,
  change: { state: RefundState; providerRefundId: string | null },
): Promise<void> {
  await tx.query(sql`
    update refund set state = ${change.state}, updated_at = now(),
      accepted_at = case when provider_refund_id is not distinct from ${change.providerRefundId} then accepted_at else now() end,
      provider_refund_id = ${change.providerRefundId}
    where id = ${refund.id}`)
  await recordRefundChange(tx, refund, { ...refund, ...change })
}

/**
 * Stores which refund has the money of these replaced refunds, and of those that they had replaced. The caller holds the
 * payment's lock.
 */
export async function recordReplacement(tx: Tx, replacedIds: readonly string[], id: string): Promise<void> {
  if (replacedIds.length === 0) return
  await tx.query(sql`
    update refund set replaced_by = ${id}
    where id = any(${replacedIds}::uuid[]) or replaced_by = any(${replacedIds}::uuid[])`)
}

/**
 * Written before the request to the provider: the refund cannot be settled by hand until the response is known. Returns false
 * for a refund that need not be sent, or that waits: for the end of a dispute, or until a person has said what another refund of
 * the payment was for.
 */
export async function markRefundRequested(db: Queryable, refundId: string): Promise<boolean> {
  const rows = await db.query(sql`
    update refund set asked_at = now(), updated_at = now()
    where id = ${refundId} and state = 'scheduled' and provider_refund_id is null
      and not exists (select from dispute d where d.payment_id = refund.payment_id and d.is_open)
      and not exists (
        select from refund u where u.payment_id = refund.payment_id and u.attention = 'unmatched' and u.state <> 'failed')
    returning 1`)
  return rows.length === 1
}

/** Null where a person has dealt with it. */
export async function markAttention(
  tx: Tx,
  refundId: string,
  attention: 'unmatched' | 'twice' | null,
): Promise<void> {
  await tx.query(sql`
    update refund set attention = ${attention}, attention_at = case when ${attention}::text is not null then now() end,
      updated_at = now()
    where id = ${refundId}`)
}

/** What is left of an order that is not refunded in whole, in paise. */
export interface KeptOrder {
  leftPaise: number
  amountPaise: number
  deliveryPaise: number
  quantity: number
}

export async function keptOrders(tx: Tx, checkoutId: string): Promise<KeptOrder[]> {
  return tx.query(sql`
    select amount_paise - refunded_paise as "leftPaise", amount_paise as "amountPaise",
      delivery_paise as "deliveryPaise", quantity from placed_order
    where checkout_id = ${checkoutId} and refunded_paise < amount_paise`)
}

/** Written after the provider refused: no request is under way. */
export async function clearRefundRequested(db: Queryable, refundId: string): Promise<void> {
  await db.query(sql`update refund set asked_at = null, updated_at = now() where id = ${refundId}`)
}

/** The refunded amounts of the orders of a checkout, in total and for the order with this id, paid already or not; in paise. */
export async function sumOfRefundedOrders(
  tx: Tx,
  checkoutId: string,
  orderId: string | null,
): Promise<{ owedPaise: number; ofOrderPaise: number }> {
  return singleRow(
    await tx.query<{ owedPaise: number; ofOrderPaise: number }>(sql`
      select coalesce(sum(refunded_paise), 0)::bigint as "owedPaise",
        coalesce(sum(refunded_paise) filter (where id = ${orderId}::uuid), 0)::bigint as "ofOrderPaise"
      from placed_order where checkout_id = ${checkoutId}`),
  )
}

/** Refunds that are not done, were not changed for so many seconds, and do not wait for the end of a dispute. */
export async function staleRefunds(db: Queryable, seconds: number): Promise<{ id: string }[]> {
  return db.query(sql`
    select id from refund where state in ('scheduled', 'accepted') and updated_at < now() - ${seconds} * interval '1 second'
      and (state = 'accepted' or not exists (select from dispute d where d.payment_id = refund.payment_id and d.is_open))
    order by updated_at limit 50`)
}

export async function touchRefund(db: Queryable, refundId: string): Promise<void> {
  await db.query(sql`update refund set updated_at = now() where id = ${refundId}`)
}
