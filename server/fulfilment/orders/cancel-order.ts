/** A buyer cancels an order, or some of its pieces, in time and before the parcel is handed over (specification §9). */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Order } from '../../../contract/order.ts'
import { leastPieces } from '../../catalogue/prices/least-pieces.ts'
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { cancelPieces } from './cancel-pieces.ts'
import { readBought } from './cancel-queries.ts'
import { cancelRefusal, unitsLeft, unitsWanted } from './cancel-rules.ts'
import { queueOrderCancelledMails } from './mails.ts'
import { toOrder } from './present.ts'
import { findOrderOfCustomer } from './queries.ts'
import { lockOwnOrder } from './refund-queries.ts'

/**
 * Cancels `units` pieces, or all that are left. One transaction decides, with the orders of the checkout locked and by the
 * clock of the database. A second request, the courier's webhook, the booking and an administrator's refund therefore lead to
 * one outcome. Refund, stock, mails and the job that cancels the parcel at the courier follow from it. `of` is how many pieces
 * the buyer saw as left. Returns the order as it is afterwards. Refuses: not-found for another customer's order; conflict once
 * the time is over or the parcel handed over, for more pieces than are left, and where `of` is out of date; invalid for so many
 * pieces that the rest would have the bulk price of more. The message says what the buyer can do instead.
 */
export async function cancelOrder(
  shop: Shop,
  customerId: string,
  orderId: string,
  wanted: { units?: number | undefined; of?: number | undefined },
): Promise<Order> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { customerId }, orderId)
    if (!order) throw notFound('There is no such order.')
    const refusal = cancelRefusal({ ...order, sold: order.sold || order.handedOver })
    if (refusal) throw new Refusal('conflict', refusal)
    const units = unitsWanted(order, wanted)
    const left = unitsLeft(order)
    const kept = left - units
    const least = kept > 0 ? await leastPieces(tx, await readBought(tx, orderId)) : 1
    // Where the seller could not deliver so many, the buyer may cancel more.
    if (kept > 0 && kept < least && left >= least) {
      const words = `You bought at the price for ${least} pieces or more. Please keep at least ${least}, or cancel all.`
      throw new Refusal('invalid', words, { fields: { units: words } })
    }
    const { paise, givenPaise } = await cancelPieces(shop, tx, order, units, {
      by: 'customer',
      restock: true,
    })
    await queueOrderCancelledMails(shop, tx, order, { units, paise, givenPaise })
    await record(tx, 'order-cancelled', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `${units} of ${order.quantity}, ${formatAmount(rupees(givenPaise))}`,
    })
    // Within the transaction, because other requests wait for its connection. A buyer who got no second connection in time
    // would be refused although the order is cancelled.
    const row = await findOrderOfCustomer(tx, customerId, orderId)
    if (!row) throw notFound()
    return toOrder(shop, row)
  })
}
