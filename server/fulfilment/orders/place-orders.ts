/** Steps of checkout: make one order for each line, and read them. */
import type { Order } from '../../../contract/order.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { recordOffers, recordOrderTerms } from '../../money/sales/record-sale.ts'
import { recordOrderTax } from '../../money/tax/record-tax.ts'
import { type OrderPromise, promiseOrders } from '../promise/promise-orders.ts'
import { sendParcel } from './cancel-pieces.ts'
import { toOrder } from './present.ts'
import { insertOrders, ordersOfCheckout } from './queries.ts'

/** An order as its mails name it. */
export interface OrderOfLine {
  number: string
  /** Undefined where its product is gone. */
  promise: OrderPromise | undefined
}

/**
 * Makes the orders of a checkout from what it stored (api-rules §3). 'pending' orders come with the tax in their price, their
 * terms (fees, cancelling, returning), their shipments and the jobs that book them. 'refunded' ones only show the buyer that
 * the money is refunded. The unique key (checkout, line) refuses a second set. Returns number and promise of each order by its
 * line.
 */
export async function placeOrders(
  shop: Shop,
  tx: Tx,
  checkoutId: string,
  lineNumbers: readonly number[],
  status: 'pending' | 'refunded',
): Promise<Map<number, OrderOfLine>> {
  const orders = lineNumbers.map((lineNo) => ({ id: newId(), lineNo }))
  const placed = await insertOrders(tx, checkoutId, orders, status)
  let promises = new Map<string, OrderPromise>()
  if (status === 'pending') {
    const ids = orders.map(({ id }) => id)
    await recordOrderTax(tx, placed)
    await recordOrderTerms(tx, ids)
    if (placed.some(({ isDiscounted }) => isDiscounted)) await recordOffers(tx, ids)
    promises = await promiseOrders(tx, ids)
    // What one buyer buys from one seller at one time travels in one parcel.
    for (const [sellerId, together] of Map.groupBy(placed, (order) => order.sellerId)) {
      const lines = together.map(({ orderId, quantity: units }) => ({ orderId, units }))
      await sendParcel(shop, tx, { sellerId, lines })
    }
  }
  return new Map(
    placed.map(({ lineNo, number, orderId }) => [lineNo, { number, promise: promises.get(orderId) }]),
  )
}

/** The orders of one checkout, in the order of its lines. */
export async function readOrdersOfCheckout(shop: Shop, db: Queryable, checkoutId: string): Promise<Order[]> {
  return (await ordersOfCheckout(db, checkoutId)).map((row) => toOrder(shop, row))
}
