/** Parcels of suspended sellers: they are stopped, and go on by an administrator's word, or when their seller is back. */
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { renewParcel } from '../orders/cancel-pieces.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { lockOrderToRefund } from '../orders/refund-queries.ts'
import { sellerSuspended } from '../orders/refund-rules.ts'
import { findShipmentOfOrder, lockOrdersOfShipment } from '../shipments/queries.ts'
import {
  findToStop,
  listExpired,
  listToResume,
  listToStop,
  recordResumed,
  recordStopped,
} from './stop-queries.ts'

/** The most parcels that one turn of the timer stops, releases or ends. */
const atMost = 200

/** The timer. Each parcel is decided in a transaction of its own, with its orders locked. */
export async function stopSuspended(shop: Shop): Promise<void> {
  await forEach(shop, await listToStop(shop.db, atMost), (id) => stopShipment(shop, id))
  await forEach(shop, await listToResume(shop.db, atMost), (id) =>
    shop.db.transaction(async (tx) => {
      await lockOrdersOfShipment(tx, id)
      await resume(shop, tx, id, false)
    }),
  )
}

/** One that fails is found again in the next turn, and keeps no other one from its own. */
async function forEach(
  shop: Shop,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids)
    await work(id).catch((error: unknown) => {
      shop.log[error instanceof Refusal ? 'warn' : 'error'](
        { err: error, id },
        'stopped parcel left as it is',
      )
    })
}

/**
 * One that the courier was asked for is withdrawn, and the next one, which is stopped from the beginning, waits in its place. A
 * courier that has fetched it meanwhile brings it all the same.
 */
async function stopShipment(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, id)
    const found = await findToStop(tx, id)
    if (!found) return
    if (found.bookingStarted) {
      const [first = ''] = found.orderIds
      const order = await lockOrderToRefund(tx, first)
      if (order?.liveShipmentId === id) await renewParcel(shop, tx, order)
      return
    }
    await recordStopped(tx, id)
    for (const orderId of found.orderIds) await flagOrder(tx, orderId, sellerSuspended)
  })
}

/** Returns false for a shipment that is not stopped. */
async function resume(shop: Shop, tx: Tx, shipmentId: string, released: boolean): Promise<boolean> {
  const resumed = await recordResumed(tx, shipmentId, { released })
  if (!resumed) return false
  const [orderId = ''] = resumed.orderIds
  for (const id of resumed.orderIds) await unflagOrder(tx, id, [sellerSuspended])
  if (resumed.isDue) await shop.jobs.send(tx, 'continue-shipment', { shipmentId, orderId })
  return true
}

/**
 * An administrator lets the parcel of an order go on, with all orders in it. Refuses: not-found; conflict for one that is not
 * stopped.
 */
export async function releaseParcel(shop: Shop, orderId: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, orderId)
    if (!order) throw notFound('There is no such order.')
    const id = await findShipmentOfOrder(tx, orderId)
    if (!id || !(await resume(shop, tx, id, true)))
      throw new Refusal('conflict', 'The parcel of this order is not stopped.')
    await record(tx, 'parcel-released', { target: { kind: 'order', id: orderId, name: order.number }, note })
  })
}

/** The nightly timer: what is stopped for too long is refunded, like an order that cannot be delivered. */
export async function refundStopped(shop: Shop): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const orders = await listExpired(shop.db, atMost, after)
    // Where somebody was faster, it is refused.
    await forEach(shop, orders, (orderId) =>
      refundOrder(shop, orderId, 'The seller is suspended, and nobody released the parcel in time.'),
    )
    after = orders.at(-1) ?? after
    if (orders.length < atMost) return
  }
}
