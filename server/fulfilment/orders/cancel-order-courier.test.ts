/** A courier that fails, or fetches a parcel whose pieces were cancelled (specification §9). */
// @module-tag nightly: A courier that fails in many ways. parcels.test.ts proves failing calls, cancel-order.test.ts the cancellation each time.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import {
  cancelPieces,
  liveAt,
  moneyOf,
  parcelsAt,
  untilCancelledThere,
} from '../../../tests/setup/cancelling.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import {
  courierWebhook,
  moveParcel,
  parcelOf,
  sellBooked,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { courierFault, resetCourier, stopCourierFaults } from '../../../tests/setup/providers.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
})
beforeEach(async () => {
  await resetCourier(shop)
  await endRateLimits(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

describe('the courier', () => {
  test.each([
    ['orders.search', 'error-500'],
    ['shipments.cancel', 'lost-answer'],
    ['orders.cancel', 'lost-answer'],
    ['orders.cancel', 'lost-request'],
  ])('%s goes wrong (%s): the job tries again until the parcel is cancelled', async (call, kind) => {
    const sale = await sellBooked(shop, seller)
    await courierFault(shop, call, kind)
    expect((await cancelPieces(sale)).status).toBe(200)
    await untilCancelledThere(shop, sale.orderId)
    expect(await liveAt(shop, sale.orderId)).toEqual([])
    expect((await moneyOf(shop, sale.orderId)).attention).toBeNull()
  })

  test('does not cancel, and fetches the parcel: an administrator is told, the buyer keeps the refund', async () => {
    const sale = await sellBooked(shop, seller)
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancelPieces(sale)
    const flagged = await eventually(
      () => moneyOf(shop, sale.orderId),
      (row) => row.attention !== null,
    )
    expect(flagged.attention).toMatch(/^The courier has not cancelled the parcel of cancelled pieces: call/)
    await moveParcel(shop, sale.orderId, { status: 'Shipped' })
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({
      status: 'refunded',
      attention: expect.stringMatching(
        /^The courier has fetched a parcel whose pieces were cancelled: ask the courier/,
      ),
    })
    const [listed] = (await admin.get(`/public/admin/all-orders?q=${sale.orderId}&attention=yes`)).body
    expect(listed).toMatchObject({ shipmentStatus: 'Cancelled', shipmentLabelUrl: null })
    expect((await orderCard(sale.buyer, sale.orderId)).shipmentStatus).toBe('Cancelled')
    // It comes back: nothing is left to do.
    await moveParcel(shop, sale.orderId, { status: 'RTO' })
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({ status: 'refunded', attention: null })
  })

  test('fetches the cancelled parcel of an order whose rest is still on its way: told, and the rest goes on', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 2 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancelPieces(sale, { units: 1 })
    await untilBookedAnew(shop, sale.orderId)
    await courierWebhook(shop, { awb: sale.row.awb, order_id: sale.orderId, shipment_status_id: 6 })
    expect(await parcelOf(shop, sale.orderId)).toMatchObject({
      shipmentStatus: 'Pending',
      attention: expect.stringContaining('has fetched a parcel whose pieces were cancelled'),
    })
  })

  test('fetches the cancelled parcel: that says nothing of the next one, whose pieces can still be cancelled', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 4, units: 4, pricePaise: 10_000 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancelPieces(sale, { units: 1 })
    await untilBookedAnew(shop, sale.orderId)
    await courierWebhook(shop, { awb: sale.row.awb, order_id: sale.orderId, shipment_status_id: 6 })
    // A courier that has fetched a parcel goes on refusing to cancel it; the stand-in has not fetched it.
    await eventually(
      () =>
        shop.db.query(sql`
          update pgboss.job set start_after = now() + interval '1 hour'
          where name = 'cancel-parcel' and state in ('created', 'retry') and data ->> 'orderId' = ${sale.orderId} returning 1`),
      (put) => put.length === 1,
    )
    await stopCourierFaults(shop)
    expect((await cancelPieces(sale, { units: 1 })).status).toBe(200)
    // That the courier has cancelled the second parcel is no word about the first.
    await eventually(
      () => moneyOf(shop, sale.orderId),
      ({ cancellations }) => cancellations[1].atCourier,
    )
    const part = { units: 1, bears: 'seller', left: 200, note: 'One is enough.' }
    expect((await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, part)).status).toBe(200)
    // What is left travels in a parcel of its own, and not in one with the pieces that were cancelled.
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({ parcelNo: 4, cancelled: 3, status: 'pending' })
    await untilBookedAnew(shop, sale.orderId)
    expect((await parcelsAt(shop, sale.orderId)).at(-1).form.order_items[0].units).toBe(1)
    const fetched = 'has fetched a parcel whose pieces were cancelled'
    expect((await moneyOf(shop, sale.orderId)).attention).toContain(fetched)
    // The order ends, and the parcel that the courier has is still to be brought back.
    expect((await cancelPieces(sale)).status).toBe(200)
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({
      status: 'refunded',
      attention: expect.stringContaining(fetched),
    })
  })
})
