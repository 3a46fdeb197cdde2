/** A courier that fails, or fetches a parcel whose pieces were cancelled (specification §9). */
// @module-tag nightly: A courier that fails in many ways. parcels.test.ts proves failing calls, cancel-order.test.ts the cancellation each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import {
  cancelPieces,
  liveAt,
  moneyOf,
  parcelsAt,
  untilCancelledThere,
} from '../../../tests/setup/cancelling.ts'
import {
  moveParcel,
  parcelOf,
  sellBooked,
  sweepDueParcels,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { courierFault, stopCourierFaults } from '../../../tests/setup/providers.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

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

  test('fetches a parcel of which a piece was cancelled: the pieces are in it, nothing more is cancelled or booked', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 5 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    expect((await cancelPieces(sale, { units: 1 })).status).toBe(200)
    expect(await unitsOf(shop, sale.productId)).toBe(3)
    // The rest waits: the courier may have all three.
    await sweepDueParcels(shop)
    // One that a job books at this moment is skipped by the sweep.
    await eventually(
      () => shop.db.query(sql`select from pgboss.job where name = 'continue-shipment' and state = 'active'`),
      (jobs) => jobs.length === 0,
    )
    expect(await parcelsAt(shop, sale.orderId)).toHaveLength(1)
    await moveParcel(shop, sale.orderId, { status: 'Shipped' })
    expect(await parcelOf(shop, sale.orderId)).toMatchObject({
      status: 'shipped',
      shipmentStatus: 'Shipped',
      awb: sale.row.awb,
      attention: expect.stringContaining('has fetched a parcel whose pieces were cancelled'),
    })
    // Not in the stock and in the parcel.
    expect(await unitsOf(shop, sale.productId)).toBe(2)
    const { status, body } = await cancelPieces(sale, { units: 2 })
    expect({ status, msg: body.msg }).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/^The courier has this parcel already/),
    })
    await stopCourierFaults(shop)
    await sweepDueParcels(shop)
    expect(await parcelsAt(shop, sale.orderId)).toHaveLength(1)
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({ cancelled: 1, refunds: [14_900] })
  })

  test('cancels the first parcel late: the rest is booked then, once', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 2 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 2 })
    await cancelPieces(sale, { units: 1 })
    expect(await liveAt(shop, sale.orderId)).toHaveLength(1)
    await untilBookedAnew(shop, sale.orderId)
    const live = await liveAt(shop, sale.orderId)
    expect(live.map(({ id, form }) => [id, form.order_items[0].units])).toEqual([[`${sale.orderId}-2`, 1]])
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({ attention: null })
  })

  test('fetches a parcel of which everything was cancelled piece by piece: all of it leaves the stock again', async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 5 })
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    await cancelPieces(sale, { units: 1 })
    await cancelPieces(sale)
    expect(await unitsOf(shop, sale.productId)).toBe(5)
    await moveParcel(shop, sale.orderId, { status: 'Shipped' })
    expect(await unitsOf(shop, sale.productId)).toBe(2)
    await moveParcel(shop, sale.orderId, { status: 'Delivered' })
    expect(await moneyOf(shop, sale.orderId)).toMatchObject({
      status: 'refunded',
      attention: expect.stringContaining('so the customer has both'),
    })
  })
})
