/** An administrator decides whether a parcel that was called delivered did not come. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { restockPieces } from '../orders/cancel-pieces.ts'
import { readRefundedPaise } from '../orders/cancel-queries.ts'
import { unitsLeft } from '../orders/cancel-rules.ts'
import { unflagOrder } from '../orders/flag-order.ts'
import { endRefundedOrder, lockOrderToRefund } from '../orders/refund-queries.ts'
import { isNotPickedUp } from '../orders/refund-rules.ts'
import { reverseAndRefundOrder } from '../orders/reverse-and-refund-order.ts'
import { isGone } from '../shipments/courier-rules.ts'
import { queueClaimMails } from './mails.ts'
import { endClaim, findOrderOfClaim } from './queries.ts'
import { notReceived, notReceivedLate } from './rules.ts'

/**
 * One transaction: what is left of the order is refunded as lost, so that the shop compensates the seller and claims it from the
 * courier; or nothing but the claim ends. The seller's money goes on. A seller whose goods turned out meanwhile to come back, or
 * never to have left, is not compensated. Refuses: not-found; conflict for a claim that is decided, and
 * while the buyer's bank disputes the payment.
 */
export async function decideClaim(
  shop: Shop,
  id: string,
  decision: 'refund' | 'deny',
  note: string,
): Promise<void> {
  const orderId = await findOrderOfClaim(shop.db, id)
  if (orderId === undefined) throw notFound('There is no such claim.')
  await shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    if (!order) throw notFound('There is no such claim.')
    const state = decision === 'refund' ? 'refunded' : 'denied'
    if (!(await endClaim(tx, orderId, { state, reason: note })))
      throw new Refusal('conflict', 'This claim is decided already.')
    await unflagOrder(tx, orderId, [notReceived, notReceivedLate])
    let paise = 0
    const isLost = order.status === 'completed' || isGone(order.shipmentStatusCode)
    if (decision === 'refund') {
      const units = unitsLeft(order)
      const part = { units, cause: isLost ? ('lost' as const) : ('undelivered' as const) }
      const given = await reverseAndRefundOrder(shop, tx, orderId, part, 'not-delivered', { note })
      paise = given.givenNowPaise
      if (units > 0 && isNotPickedUp(order)) await restockPieces(tx, order, units)
      // What a buyer paid for the way back of other pieces is not refunded, and the order then stays as it is.
      if ((await readRefundedPaise(tx, orderId)) === order.amountPaise) await endRefundedOrder(tx, orderId)
    }
    await queueClaimMails(shop, tx, order, { state, reason: note, paise, isLost })
    await record(tx, 'not-received-decided', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `${decision}${paise > 0 ? `, ${formatAmount(rupees(paise))}` : ''}: ${note}`,
    })
  })
}
