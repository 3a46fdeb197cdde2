/** A step of a purchase: the days by which each order is handed over and arrives, stored with it. */
import type { Tx } from '../../platform/db/client.ts'
import { deletePromises, insertPromises, ordersToPromise, type OrderToPromise } from './queries.ts'
import { handOverDay, promiseFor } from './rules.ts'

export interface OrderPromise {
  handOverBy: string
  /** Null: the courier has not said how long it needs. */
  promisedBy: string | null
}

/**
 * From the courier's stored answers only: no transaction waits for the courier. Without an answer an order has only
 * the day of its hand-over. Returns both days of each order by its id.
 */
export async function promiseOrders(tx: Tx, orderIds: readonly string[]): Promise<Map<string, OrderPromise>> {
  const orders = await ordersToPromise(tx, orderIds)
  const promises = orders.map(({ createdAt, ...order }) => ({ ...order, ...daysOf(createdAt, order) }))
  if (promises.length > 0) await insertPromises(tx, promises)
  return new Map(promises.map(({ orderId, handOverBy, promisedBy }) => [orderId, { handOverBy, promisedBy }]))
}

const daysOf = (
  orderedAt: Date,
  { handlingDays, transitDays }: Pick<OrderToPromise, 'handlingDays' | 'transitDays'>,
): OrderPromise =>
  transitDays === null
    ? { handOverBy: handOverDay(orderedAt, handlingDays), promisedBy: null }
    : promiseFor(orderedAt, { handlingDays, transitDays })

/** Their address has changed: what was promised for the earlier one does not stand. */
export async function renewPromises(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await deletePromises(tx, orderIds)
  await promiseOrders(tx, orderIds)
}
