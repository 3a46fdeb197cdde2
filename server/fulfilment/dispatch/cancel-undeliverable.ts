/** A seller cancels pieces that they cannot deliver, before the parcel is handed over. */
import { type SellersReason, sellersReasons } from '../../../contract/cancellation.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { SellersOrder } from '../../../contract/order.ts'
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { idCursor } from '../../platform/keyset-page.ts'
import { cancelPieces } from '../orders/cancel-pieces.ts'
import { sellersCancelRefusal, unitsWanted } from '../orders/cancel-rules.ts'
import { queueOrderCancelledMails } from '../orders/mails.ts'
import { toSellersOrder } from '../orders/present.ts'
import { ordersOfSeller } from '../orders/queries.ts'
import { lockOwnOrder } from '../orders/refund-queries.ts'

interface Wanted {
  units?: number | undefined
  of?: number | undefined
  reason: SellersReason
  note?: string | undefined
}

/**
 * The same step as a buyer's cancelling, in one transaction, with the orders of the checkout locked. The pieces are not put on
 * sale again, because the seller does not have them. Returns the order as it is afterwards. Refuses: not-found for another
 * seller's order; conflict once the parcel is handed over, for more pieces than are left, and where `of` is out of date.
 */
export async function cancelUndeliverable(
  shop: Shop,
  sellerId: string,
  orderId: string,
  wanted: Wanted,
): Promise<SellersOrder> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { sellerId }, orderId)
    if (!order) throw notFound('There is no such order.')
    const refusal = sellersCancelRefusal({ ...order, sold: order.sold || order.handedOver })
    if (refusal) throw new Refusal('conflict', refusal)
    const units = unitsWanted(order, wanted)
    const why = { reason: wanted.reason, note: wanted.note ?? null }
    const { paise, givenPaise } = await cancelPieces(shop, tx, order, units, {
      by: 'seller',
      why,
      restock: false,
    })
    await queueOrderCancelledMails(shop, tx, order, { units, paise, givenPaise, why })
    const words = [sellersReasons[why.reason], why.note].filter(Boolean).join(' ')
    await record(tx, 'order-cancelled', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `${units} of ${order.quantity}, ${formatAmount(rupees(givenPaise))}. ${words}`,
    })
    // Within the transaction, because other requests wait for its connection.
    const [row] = await ordersOfSeller(tx, { sellerId, ids: [orderId], words: [] }, 1, idCursor.start)
    if (!row) throw notFound()
    return toSellersOrder(shop, row)
  })
}
