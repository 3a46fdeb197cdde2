/** Schedules refunds: each is stored in one transaction with the job that sends it. */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { recordCoveredRefund } from '../ledger/payment-entries.ts'
import type { Shop } from '../shop.ts'
import { insertPayment, insertRefund, lockPaymentOfCheckout, sumOfRefundedOrders } from './queries.ts'
import type { PaymentRefundReason, RefundReason } from './refund-reason.ts'

/** Records a captured payment (paise) that did not become orders, and queues the refund of all of it in the caller's transaction. */
export async function scheduleRefund(
  shop: Shop,
  tx: Tx,
  payment: { id: string; checkoutId: string; amountPaise: number },
  reason: PaymentRefundReason,
): Promise<void> {
  await insertPayment(tx, { ...payment, outcome: 'refund' })
  await schedule(shop, tx, { paymentId: payment.id, amountPaise: payment.amountPaise, orderId: null, reason })
}

/**
 * Queues the refund of one order of a paid checkout in the caller's transaction, which holds the locks of the checkout's
 * orders and has marked this one as refunded. The amount is what the refunded orders of the checkout cost together, this one
 * included, less the refunds that exist already, those made at the provider included. `pricePaise` is what this order cost.
 * Answers the paise that go back now.
 */
export async function scheduleOrderRefund(
  shop: Shop,
  tx: Tx,
  { checkoutId, orderId, pricePaise }: { checkoutId: string; orderId: string; pricePaise: number },
): Promise<number> {
  const locked = await lockPaymentOfCheckout(tx, checkoutId)
  if (!locked) throw new Error(`checkout ${checkoutId} has orders and no payment`)
  const { payment, refunds } = locked
  const sum = (states: readonly string[]) =>
    refunds.reduce((all, { state, amountPaise }) => all + (states.includes(state) ? amountPaise : 0), 0)
  const activePaise = sum(['scheduled', 'accepted', 'processed'])
  // A failed refund of another order still belongs to that order: an administrator pays it by hand.
  const reservedPaise = refunds.reduce(
    (all, { state, orderId: of, amountPaise }) => all + (state === 'failed' && of ? amountPaise : 0),
    activePaise,
  )
  const owedPaise = await sumOfRefundedOrders(tx, checkoutId)
  const amountPaise = Math.max(0, Math.min(owedPaise - reservedPaise, payment.amountPaise - activePaise))
  await recordCoveredRefund(tx, {
    key: orderId,
    paymentId: payment.id,
    orderId,
    amountPaise: pricePaise - amountPaise,
  })
  if (amountPaise === 0) return 0
  await schedule(shop, tx, { paymentId: payment.id, amountPaise, orderId, reason: 'not-delivered' })
  return amountPaise
}

async function schedule(
  shop: Shop,
  tx: Tx,
  refund: { paymentId: string; orderId: string | null; amountPaise: number; reason: RefundReason },
): Promise<void> {
  const id = newId()
  await insertRefund(tx, { ...refund, id, state: 'scheduled' })
  await shop.jobs.send(tx, 'refund-payment', { refundId: id })
}
