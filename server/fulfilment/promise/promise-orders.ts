/** A step of a purchase: the day by which each order arrives, stored with it. */
import type { Tx } from '../../platform/db/client.ts'
import { deletePromises, insertPromises, ordersToPromise } from './queries.ts'
import { promiseFor } from './rules.ts'

export interface OrderPromise {
  handOverBy: string
  promisedBy: string
}

/**
 * From the courier's stored answers only: no transaction waits for the courier. An order without an answer gets no promise.
 * Returns the promise of each order by its id.
 */
export async function promiseOrders(tx: Tx, orderIds: readonly string[]): Promise<Map<string, OrderPromise>> {
  const orders = await ordersToPromise(tx, orderIds)
  const promises = orders.map(({ createdAt, ...order }) => ({ ...order, ...promiseFor(createdAt, order) }))
  if (promises.length > 0) await insertPromises(tx, promises)
  return new Map(promises.map(({ orderId, handOverBy, promisedBy }) => [orderId, { handOverBy, promisedBy }]))
}

/** Their address has changed: what was promised for the earlier one does not stand. The orders may have no promise afterwards. */
export async function renewPromises(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await deletePromises(tx, orderIds)
  await promiseOrders(tx, orderIds)
}
