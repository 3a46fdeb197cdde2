/** Exchanges that become a refund or a dispute, and those whose seller is silent or whose courier's events come late. */
// @module-tag nightly: The rarer courses. exchange.test.ts proves the way from the request to the delivery each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { setUnits } from '../../../tests/setup/change-product.ts'
import { ageDelivery } from '../../../tests/setup/clock.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { parcelOf } from '../../../tests/setup/parcels.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, courierLedger, stopCourierFaults } from '../../../tests/setup/providers.ts'
import {
  ask,
  decideReturn,
  exchange,
  orderCard,
  postReturn,
  reversalsOf,
  untilReturnRefunded,
  asked,
  letClockRunOut,
  moveReplacement,
  received,
  replacementOf,
  replacing,
  returnOf,
  sellDelivered,
  sweepDueReturns,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('an exchange', () => {
  test('of a replacement is refused, which can be returned for seven days from its own delivery', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const { buyer, orderId } = sale
    const id = await replacing(shop, seller, sale)
    await moveReplacement(shop, id, 'Delivered')
    await untilReturn(shop, id, 'exchanged')
    await ageDelivery(shop, orderId, 20)
    const again = await ask(buyer, orderId, exchange)
    expect([again.status, again.body.msg]).toEqual([
      409,
      'A replacement is not exchanged a second time. Please ask for a refund.',
    ])
    expect((await orderCard(sale.buyer, sale.orderId)).returns).toMatchObject({
      units: 1,
      until: expect.any(String),
    })
    const back = await received(shop, seller, sale)
    await letClockRunOut(shop, back)
    expect((await untilReturnRefunded(shop, back)).state).toBe('refunded')
    expect((await ask(buyer, orderId)).status).toBe(409)

    const other = await sellDelivered(shop, seller, { quantity: 2, units: 4, buyer })
    const first = await replacing(shop, seller, other)
    await moveReplacement(shop, first, 'Delivered')
    await untilReturn(shop, first, 'exchanged')
    await ageDelivery(shop, other.orderId, 20)
    // The time for the piece that was not exchanged is over.
    expect((await ask(buyer, other.orderId, { units: 2 })).body.msg).toContain('Only 1 piece')
    await shop.db.query(sql`
      update replacement set delivered_at = delivered_at - interval '8 days', held_at = held_at - interval '8 days'
      where request_id = ${first}`)
    expect((await ask(buyer, other.orderId)).body.msg).toContain('could be returned until')
  })

  test('is sent by the clock where the seller says nothing, and waits for a person where no courier gets it', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    await letClockRunOut(shop, id)
    await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked,
    )
    await letClockRunOut(shop, id)
    expect((await returnOf(shop, id)).steps.slice(-2)).toEqual(['replacing:clock', 'disputed:clock'])
    const [listed] = (await admin.get('/public/admin/returns')).body
    expect(listed).toMatchObject({ id, decisions: ['refund'] })
    // The courier fetches it nevertheless.
    await moveReplacement(shop, id, 'Shipped')
    await untilReturn(shop, id, 'sent')
    await moveReplacement(shop, id, 'Delivered')
    await untilReturn(shop, id, 'exchanged')
  })

  test.each(['orders.create', 'awb', 'pickup'])(
    'has one replacement where the answer of %s is lost',
    async (call) => {
      const sale = await sellDelivered(shop, seller, { units: 3 })
      const id = await received(shop, seller, sale, exchange)
      const { repeats } = await courierLedger(shop)
      await courierFault(shop, call, 'lost-answer')
      await postReturn(seller, id, 'exchange', { restock: false })
      await eventually(
        async () => {
          await sweepDueReturns(shop)
          return replacementOf(shop, id)
        },
        (row) => row.booked && row.label !== null,
      )
      const { id: replacementId } = await replacementOf(shop, id)
      const ledger = await courierLedger(shop)
      expect(ledger.parcels.filter((one: any) => one.id === `X-${replacementId}`)).toHaveLength(1)
      expect(ledger.repeats).toBe(repeats)
    },
  )

  test('whose webhooks are lost, late, repeated or in another order has one end', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, sale)
    await shop.kit('/sandbox/courier/webhooks', { mode: 'off' })
    await moveReplacement(shop, id, 'Shipped')
    await moveReplacement(shop, id, 'Delivered')
    await shop.kit('/sandbox/courier/webhooks', { mode: 'normal' })
    expect((await returnOf(shop, id)).state).toBe('replacing')
    await sweepDueReturns(shop)
    for (const status of ['Shipped', 'RTO', 12, 'Delivered', 'Cancelled'])
      await moveReplacement(shop, id, status)
    await sweepDueReturns(shop)
    const { state, steps, refundId } = await returnOf(shop, id)
    expect([state, steps.at(-1), refundId]).toEqual(['exchanged', 'exchanged:courier', null])
    expect(await reversalsOf(shop, sale.orderId)).toHaveLength(1)
  })
})

describe('an exchange becomes a refund', () => {
  test.each([
    ['sold out', 'sold-out', (one: Sale) => setUnits(shop, one.productId, 0)],
    [
      'deleted',
      'sold-out',
      (one: Sale) => shop.db.query(sql`update product set deleted_at = now() where id = ${one.productId}`),
    ],
    [
      'of a suspended seller',
      'seller',
      (one: Sale) =>
        shop.db.query(sql`
          update account set suspended_at = now()
          where id = (select seller_id from orders where id = ${one.orderId})`),
    ],
  ])(
    'where the product is %s by the time the goods are back, and the buyer is told',
    async (_, why, change) => {
      const own = await addSeller(shop)
      const sale = await sellDelivered(shop, own, { units: 3, pricePaise: 20_000 })
      const id = await asked(sale.buyer, sale.orderId, exchange)
      await postReturn(own, id, 'accept')
      await untilReturn(shop, id, 'pickup-booked')
      await change(sale)
      const units = await unitsOf(shop, sale.productId)
      await shop.kit(`/dev/shipments/R-${id}`, { status: 'Delivered' })
      await untilReturn(shop, id, 'received')
      expect(await returnOf(shop, id)).toMatchObject({ fellBack: why })
      expect((await orderCard(sale.buyer, sale.orderId)).returns.requests[0]).toMatchObject({
        fellBack: why,
        state: 'received',
      })
      expect((await decideReturn(admin, id, 'exchange')).status).toBe(409)
      await letClockRunOut(shop, id)
      expect(await untilReturnRefunded(shop, id)).toMatchObject({ state: 'refunded', refundedPaise: 20_000 })
      expect(await unitsOf(shop, sale.productId)).toBe(units)
      await untilMailed(shop, sale.buyer.email, 'exchange is refunded')
      // The way back alone.
      expect(await reversalsOf(shop, sale.orderId)).toMatchObject([{ cause: 'returned', ways: 5_000 }])
    },
  )

  test('where the seller is suspended after the goods came back', async () => {
    const own = await addSeller(shop)
    const sale = await sellDelivered(shop, own, { units: 3 })
    const id = await received(shop, own, sale, exchange)
    await shop.db.query(sql`
      update account set suspended_at = now() where id = (select seller_id from orders where id = ${sale.orderId})`)
    await letClockRunOut(shop, id)
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ fellBack: 'seller' })
    expect(await unitsOf(shop, sale.productId)).toBe(2)
  })

  test('where the seller has none to send: this decision puts the held piece back into the stock', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    expect(await unitsOf(shop, sale.productId)).toBe(1)
    await postReturn(seller, id, 'refund', { restock: false })
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ fellBack: 'seller', restocked: false })
    expect(await unitsOf(shop, sale.productId)).toBe(2)
  })

  test.each([
    ['comes back', 'RTO', 'undelivered', 'returned', 1],
    ['is lost', 12, 'lost', 'lost', 1],
    ['is cancelled by the courier', 'Cancelled', 'not-booked', 'returned', 2],
  ])('where the replacement %s; the ways are charged once', async (_, status, why, cause, units) => {
    const sale = await sellDelivered(shop, seller, { units: 3, pricePaise: 30_000 })
    const id = await replacing(shop, seller, sale)
    if (status === 'RTO') await moveReplacement(shop, id, 'Shipped')
    await moveReplacement(shop, id, status)
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ fellBack: why, refundedPaise: 30_000 })
    expect(await unitsOf(shop, sale.productId)).toBe(units)
    const charges = await reversalsOf(shop, sale.orderId)
    expect(charges.at(-1)).toMatchObject({ cause, paid: why === 'lost' })
    expect(charges.reduce((sum: number, one: any) => sum + one.ways, 0)).toBe(
      why === 'not-booked' ? 5_000 : 10_000,
    )
  })

  test('where no courier takes it, or an administrator says so before it is fetched: the parcel is cancelled', async () => {
    const unbooked = await sellDelivered(shop, seller, { units: 3 })
    const first = await received(shop, seller, unbooked, exchange)
    await courierFault(shop, 'orders.create', 'refuse-422', { times: 10 })
    await postReturn(seller, first, 'exchange', { restock: false })
    expect(await untilReturnRefunded(shop, first)).toMatchObject({ fellBack: 'not-booked' })
    expect(await unitsOf(shop, unbooked.productId)).toBe(2)
    await stopCourierFaults(shop)

    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await replacing(shop, seller, sale)
    const { id: replacementId } = await replacementOf(shop, id)
    expect((await decideReturn(admin, id, 'reject')).status).toBe(409)
    expect((await decideReturn(admin, id, 'refund')).status).toBe(200)
    expect(await untilReturnRefunded(shop, id)).toMatchObject({ fellBack: 'shop' })
    expect(await unitsOf(shop, sale.productId)).toBe(2)
    await eventually(
      async () => (await courierLedger(shop)).parcels.find((one: any) => one.id === `X-${replacementId}`),
      (parcel: any) => parcel.cancelled === true,
    )
    // The courier fetches it nevertheless: somebody has to get it back.
    await moveReplacement(shop, id, 'Shipped')
    const attention = async () => (await parcelOf(shop, sale.orderId)).attention
    expect(await attention()).toContain('ask the courier to bring it back')
    await moveReplacement(shop, id, 'RTO')
    expect(await attention()).toBeNull()
  })
})

describe('a dispute about an exchange', () => {
  test('is mailed once to each administrator, who sends the replacement', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    const told = async () =>
      (await shop.mail(admin.email)).filter(({ text }) => text.includes('It was used by somebody.')).length
    await postReturn(seller, id, 'dispute', { note: 'It was used by somebody.' })
    expect((await postReturn(seller, id, 'dispute', { note: 'It was used by somebody.' })).status).toBe(409)
    await eventually(told, (count) => count > 0)
    expect((await admin.get('/public/admin/returns')).body[0]).toMatchObject({
      id,
      decisions: ['reject', 'exchange', 'refund'],
    })
    expect((await decideReturn(admin, id, 'exchange')).status).toBe(200)
    await eventually(
      () => replacementOf(shop, id),
      (row) => row.booked,
    )
    expect(await told()).toBe(1)
    await untilMailed(shop, sale.buyer.email, 'Your replacement is being packed')
  })

  test('that is rejected puts the held piece back into the stock', async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    await postReturn(seller, id, 'dispute', { note: 'It was used.' })
    expect((await decideReturn(admin, id, 'reject')).status).toBe(200)
    expect(await unitsOf(shop, sale.productId)).toBe(2)
    expect((await returnOf(shop, id)).state).toBe('rejected')
  })
})
