/** Fifty calls at once about one shipment: each piece is in one place, each sale and each correction is made once. */
// @module-tag nightly: Races of fifty. combined.test.ts, correct-parcel.test.ts and cancel-order.test.ts prove the rules each time.
import { expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { liveAt } from '../../../tests/setup/cancelling.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import {
  bookParcelOf,
  moveParcel,
  parcelOf,
  sellBooked,
  sweepDueParcels,
  tellOfOrder,
  untilBooked,
} from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, courierLedger, stopCourierFaults } from '../../../tests/setup/providers.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { kinds } from '../returns/kinds.ts'
import { findShipmentOfOrder } from './queries.ts'
import { applyEvent } from './track-shipment.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let second: Admin
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  second = await addAdmin(shop)
})

const salesOf = async (orderId: string) =>
  (await shop.db.query(sql`select from order_sale where order_id = ${orderId}`)).length
const refundsOf = async (orderId: string) =>
  (await shop.db.query(sql`select from refund where order_id = ${orderId}`)).length

test('two orders of one parcel are cancelled while the courier fetches it: no piece is sold again that travels', async () => {
  for (const round of [1, 2, 3]) {
    const products: Awaited<ReturnType<typeof addProduct>>[] = []
    for (let n = 0; n < 3; n += 1)
      products.push(await addProduct(shop, { seller, units: 5, pricePaise: 14_900 }))
    const buyer = await customerWithCart(shop, products)
    const { body } = await buy(shop, buyer)
    const ids = body.map(({ id }: any) => id as string) as [string, string, string]
    for (const id of ids) await untilBooked(shop, id)
    const cancel = (id: string) => (): Promise<Answer> => buyer.post(`/private/order/cancel/${id}`, {})
    await fifty<unknown>(
      cancel(ids[0]),
      ...(round === 2 ? [] : [cancel(ids[1])]),
      () => tellOfOrder(shop, ids[2], { code: 6 }),
      () => bookParcelOf(shop, ids[2]),
    )
    const [parcel, ...more] = (await courierLedger(shop)).parcels.filter(
      ({ id, cancelled }: any) => !cancelled && ids.some((one) => id.startsWith(one)),
    )
    expect(parcel, String(round)).toBeDefined()
    expect(more, String(round)).toEqual([])
    for (const [n, id] of ids.entries()) {
      const { status } = await parcelOf(shop, id)
      const refunded = status === 'refunded'
      expect([await salesOf(id), await refundsOf(id)], `${round} ${n} ${status}`).toEqual(
        refunded ? [0, 1] : [1, 0],
      )
      // Whether the courier has it as sold or as cancelled: it is with the courier, or in the stock.
      const travels = parcel.form.order_items.some(({ sku }: any) => sku === products[n]!.id)
      expect(await unitsOf(shop, products[n]!.id), `${round} ${n} ${status}`).toBe(travels ? 4 : 5)
    }
  }
})

test('a withdrawn parcel is fetched while a person says that it was delivered: it is taken over once', async () => {
  for (const outcome of ['delivered', 'lost']) {
    const sale = await sellBooked(shop, seller, { units: 4, quantity: 2 })
    const { orderId, productId, buyer } = sale
    const shipmentId = (await findShipmentOfOrder(shop.db, orderId))!
    await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
    expect((await buyer.post(`/private/order/cancel/${orderId}`, { units: 1 })).status).toBe(200)
    const asked: Answer = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome,
      reason: 'The buyer has told us.',
      evidence: 'A photo of the parcel.',
    })
    expect(asked.status).toBe(202)
    await fifty<Answer | void>(
      () => second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`),
      () =>
        applyEvent(shop.running.shop, kinds, shipmentId, { code: 6, words: '', at: new Date() }, 'webhook'),
      () => bookParcelOf(shop, orderId),
    )
    expect(await findShipmentOfOrder(shop.db, orderId)).toBe(shipmentId)
    expect([await salesOf(orderId), await refundsOf(orderId)]).toEqual([1, 1])
    expect(await unitsOf(shop, productId)).toBe(2)
    await stopCourierFaults(shop)
    await sweepDueParcels(shop, orderId)
    expect(await liveAt(shop, orderId)).toHaveLength(1)
  }
})

test('a correction against the courier’s words: it is made once, and the goods are sold once', async () => {
  for (const codes of [
    [7, 9],
    [12, 7],
    [9, 10],
  ]) {
    const { orderId } = await sellBooked(shop, seller, { units: 4 })
    await moveParcel(shop, orderId, { status: 'Shipped' })
    const asked: Answer = await admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome: 'delivered',
      reason: 'The buyer has it.',
      evidence: 'A photo of the parcel.',
    })
    expect(asked.status).toBe(202)
    const ends = await fifty<Answer | void>(
      () => second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`),
      ...codes.map((code) => () => tellOfOrder(shop, orderId, { code })),
    )
    const done = ends.filter((answer) => answer?.status === 200)
    const audit = await shop.db.query(sql`
      select from audit_entry where act = 'parcel-corrected' and to_id = ${orderId}`)
    // A word that came before has changed what the second administrator would confirm: then they are told so.
    expect([done.length, audit.length]).toEqual(done.length === 0 ? [0, 0] : [1, 1])
    expect(await salesOf(orderId)).toBe(1)
    expect(await refundsOf(orderId)).toBe(0)
  }
})
