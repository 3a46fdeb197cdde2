/** The job after a lost dispute: what the bank took is taken from the orders of the payment, and from who bears it. */
import {
  coverWaitingRefunds,
  endLostDispute,
  findLostPayment,
  lockLostDispute,
  type LostPart,
  makeRoom,
} from '../../money/disputes/lost-dispute.ts'
import { queueLostMail } from '../../money/disputes/mails.ts'
import { applyRefundEvent } from '../../money/payments/apply-refund-event.ts'
import type { Tx } from '../../platform/db/client.ts'
import { ProviderRefused } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelPieces } from '../orders/cancel-pieces.ts'
import { isHandedOver, unitsLeft } from '../orders/cancel-rules.ts'
import { lockOrderToRefund, type OrderToRefund } from '../orders/refund-queries.ts'
import { reverseAndRefundOrder } from '../orders/reverse-and-refund-order.ts'

/**
 * One transaction for the whole dispute; a second run finds it counted. Refunds that the provider made meanwhile are read first,
 * because the bank's money pays only what they left.
 */
export async function chargeBack(shop: Shop, disputeId: string): Promise<void> {
  const paymentId = await findLostPayment(shop.db, disputeId)
  if (paymentId === undefined) return
  try {
    await applyRefundEvent(shop, paymentId)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, disputeId }, 'the provider shows no refunds of a disputed payment')
  }
  await shop.db.transaction(async (tx) => {
    const lost = await lockLostDispute(tx, disputeId)
    if (!lost) return
    await makeRoom(shop, tx, lost)
    for (const part of lost.parts) {
      const left = await coverWaitingRefunds(shop, tx, lost, part)
      if (part.orderId === null) continue
      if (left > 0) await takeBack(shop, tx, part.orderId, { disputeId, paise: left, bears: part.bears })
      await queueLostMail(shop, tx, {
        disputeId,
        orderId: part.orderId,
        paise: part.paise,
        bears: part.bears,
      })
    }
    await endLostDispute(shop, tx, lost)
  })
}

/** An order that the courier does not have, and that the bank took whole, ends: its parcel is cancelled. */
async function takeBack(
  shop: Shop,
  tx: Tx,
  orderId: string,
  { disputeId, paise, bears }: { disputeId: string; paise: number; bears: LostPart['bears'] },
): Promise<void> {
  const order = await lockOrderToRefund(tx, orderId)
  if (!order) throw new Error(`a dispute is about an unknown order ${orderId}`)
  if (isCancellable(order) && paise === order.amountPaise - order.refundedPaise) {
    const units = unitsLeft(order)
    await cancelPieces(shop, tx, order, units, { by: 'administrator', restock: true, way: { disputeId } })
    return
  }
  await reverseAndRefundOrder(shop, tx, orderId, { paise, bears }, 'goodwill', { disputeId })
}

const isCancellable = (order: OrderToRefund) =>
  !isHandedOver({ ...order, sold: order.sold || order.handedOver }) && unitsLeft(order) > 0
