/** A payment that bought nothing is written down together with the refund that gives it back. */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import type { Shop } from '../shop.ts'
import { insertPayment, insertRefund } from './queries.ts'

export type RefundReason = 'sold-out' | 'paid-twice' | 'amount-differs' | 'cart-replaced'

/** Records the captured payment (paise) and queues its whole refund in the caller's transaction. */
export async function scheduleRefund(
  shop: Shop,
  tx: Tx,
  payment: { id: string; checkoutId: string; amountPaise: number },
  reason: RefundReason,
): Promise<void> {
  await insertPayment(tx, { ...payment, outcome: 'refund' })
  const refundId = newId()
  await insertRefund(tx, { id: refundId, paymentId: payment.id, amountPaise: payment.amountPaise, reason })
  await shop.jobs.send(tx, 'refund-payment', { refundId })
}
