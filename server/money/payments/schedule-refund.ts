/** Schedules refunds: each is stored in one transaction with the job that sends it. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordCoveredRefund } from '../ledger/payment-entries.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  insertPayment,
  insertRefund,
  lockPaymentOfCheckout,
  type NewPayment,
  sumOfRefundedOrders,
} from './queries.ts'
import { leastRefundPaise } from './rules.ts'
import type { OrderRefundReason, PaymentRefundReason, RefundReason } from './refund-reason.ts'

/** Records a captured payment (paise) that did not become orders, and queues its whole refund in the caller's transaction. */
export async function scheduleRefund(
  shop: Shop,
  tx: Tx,
  payment: NewPayment,
  reason: PaymentRefundReason,
): Promise<void> {
  await insertPayment(tx, { ...payment, outcome: 'refund' })
  await schedule(shop, tx, { paymentId: payment.id, amountPaise: payment.amountPaise, orderId: null, reason })
}

/**
 * Queues the refund of one order of a paid checkout, or of a part of it, in the caller's transaction. That transaction holds
 * the locks of the checkout's orders and has added `paise` to the order's `refunded_paise`. The amount is the sum of the
 * refunded amounts of the checkout's orders, less the refunds that exist already, including those made at the provider and, in
 * whatever state, those that failed. Returns the paise refunded now, and the refund's id if there are any.
 */
export async function scheduleOrderRefund(
  shop: Shop,
  tx: Tx,
  {
    checkoutId,
    orderId,
    paise,
    reason,
    note,
  }: {
    checkoutId: string
    orderId: string
    paise: number
    reason: OrderRefundReason
    note?: string | undefined
  },
): Promise<{ refundId: string | null; givenNowPaise: number }> {
  const locked = await lockPaymentOfCheckout(tx, checkoutId)
  if (!locked) throw new Error(`checkout ${checkoutId} has orders and no payment`)
  const { payment, refunds } = locked
  // Also a failed one: an administrator pays it by hand.
  const reservedPaise = refunds.reduce(
    (all, { state, amountPaise }) => all + (state === 'replaced' ? 0 : amountPaise),
    0,
  )
  const { owedPaise, ofOrderPaise } = await sumOfRefundedOrders(tx, checkoutId, orderId)
  const amountPaise = Math.max(0, Math.min(owedPaise, payment.amountPaise) - reservedPaise)
  await recordCoveredRefund(tx, {
    // The refunded amount of an order only grows, so no two of its refunds have the same key.
    key: `${orderId}:${ofOrderPaise}`,
    paymentId: payment.id,
    orderId,
    amountPaise: paise - amountPaise,
  })
  if (amountPaise === 0) return { refundId: null, givenNowPaise: 0 }
  const refundId = await schedule(shop, tx, { paymentId: payment.id, amountPaise, orderId, reason, note })
  return { refundId, givenNowPaise: amountPaise }
}

async function schedule(
  shop: Shop,
  tx: Tx,
  refund: {
    paymentId: string
    orderId: string | null
    amountPaise: number
    reason: RefundReason
    note?: string | undefined
  },
): Promise<string> {
  const id = newId()
  const payable = refund.amountPaise >= leastRefundPaise
  await insertRefund(tx, { ...refund, id, state: payable ? 'scheduled' : 'failed' })
  if (payable) await shop.jobs.send(tx, 'refund-payment', { refundId: id })
  return id
}
