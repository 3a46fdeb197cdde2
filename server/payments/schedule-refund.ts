/** Money that goes back is written down together with the job that sends it. */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import type { Shop } from '../shop.ts'
import { insertPayment, insertRefund, lockPaymentOfCheckout, sumOfRefundedOrders } from './queries.ts'

/** Why a payment bought nothing. */
export type RefundReason = 'sold-out' | 'paid-twice' | 'amount-differs' | 'cart-replaced'
/** 'not-delivered': an order that was paid and cannot be delivered; 'at-provider': made there, and not by the shop. */
export type AnyRefundReason = RefundReason | 'not-delivered' | 'at-provider'

/** Records the captured payment (paise) that bought nothing and queues its whole refund in the caller's transaction. */
export async function scheduleRefund(
  shop: Shop,
  tx: Tx,
  payment: { id: string; checkoutId: string; amountPaise: number },
  reason: RefundReason,
): Promise<void> {
  await insertPayment(tx, { ...payment, outcome: 'refund' })
  await schedule(shop, tx, { paymentId: payment.id, amountPaise: payment.amountPaise, orderId: null, reason })
}

/**
 * Queues the refund of one order of a paid checkout in the caller's transaction, which holds the locks of the checkout's
 * orders and has marked this one as refunded. Owed is what the refunded orders of the checkout cost together, this one
 * included; what was given back at the provider already is not given again. Answers the paise that go back now.
 */
export async function scheduleOrderRefund(
  shop: Shop,
  tx: Tx,
  { checkoutId, orderId }: { checkoutId: string; orderId: string },
): Promise<number> {
  const locked = await lockPaymentOfCheckout(tx, checkoutId)
  if (!locked) throw new Error(`checkout ${checkoutId} has orders and no payment`)
  const { payment, refunds } = locked
  const sum = (states: readonly string[]) =>
    refunds.reduce((all, { state, amountPaise }) => all + (states.includes(state) ? amountPaise : 0), 0)
  const moving = sum(['scheduled', 'accepted', 'processed'])
  // What failed for another order is still that order's: a person pays it.
  const promised = refunds.reduce(
    (all, { state, orderId: of, amountPaise }) => all + (state === 'failed' && of ? amountPaise : 0),
    moving,
  )
  const owedPaise = await sumOfRefundedOrders(tx, checkoutId)
  const amountPaise = Math.min(owedPaise - promised, payment.amountPaise - moving)
  if (amountPaise <= 0) return 0
  await schedule(shop, tx, { paymentId: payment.id, amountPaise, orderId, reason: 'not-delivered' })
  return amountPaise
}

async function schedule(
  shop: Shop,
  tx: Tx,
  refund: { paymentId: string; orderId: string | null; amountPaise: number; reason: AnyRefundReason },
): Promise<void> {
  const id = newId()
  await insertRefund(tx, { ...refund, id, state: 'scheduled' })
  await shop.jobs.send(tx, 'refund-payment', { refundId: id })
}
