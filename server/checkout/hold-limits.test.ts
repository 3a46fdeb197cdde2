/** api-rules §6: how long one buyer may keep goods from others without paying, and how often he may try. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, pay, startPaying, verify, addSecondAddress } from '../../tests/setup/buying.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { paymentLedger, stopPaymentFaults } from '../../tests/setup/providers.ts'
import { ageCheckouts } from '../../tests/setup/clock.ts'
import { sql } from '../db/sql.ts'
import { sweepCheckouts } from './sweep-checkouts.ts'

describe('holds without a payment', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  /** Everything that checkouts know of time lies so much further back. */
  const minutesPass = async (minutes: number) => {
    await ageCheckouts(shop, minutes)
    await sweepCheckouts(shop.running.shop)
  }

  test('renewed every 14 minutes, a hold lasts 30 minutes in all; then the products are on sale and the buyer waits', async () => {
    const product = await addProduct(shop, { units: 1 })
    const hoarder = await customerWithCart(shop, [product])
    for (const at of [0, 14, 28]) {
      expect({ at, status: (await startPaying(hoarder)).status }).toEqual({ at, status: 200 })
      await minutesPass(at === 28 ? 2 : 14)
    }
    expect(await unitsOf(shop, product.id)).toBe(1)
    const refused = await startPaying(hoarder)
    expect(refused).toMatchObject({ status: 429, body: { msg: expect.stringContaining('30 minutes') } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(25 * 60)
    const other = await customerWithCart(shop, [product])
    expect((await startPaying(other)).status).toBe(200)
    await minutesPass(31)
    expect((await startPaying(hoarder)).status).toBe(200)
  })

  test('another address, another quantity or a pause does not restart the 30 minutes', async () => {
    const [lamp, cup] = [await addProduct(shop, { units: 2 }), await addProduct(shop, { units: 5 })]
    const hoarder = await customerWithCart(shop, [lamp])
    const [one, two] = await addSecondAddress(hoarder)
    const ask = (id: string | undefined, paise: number) =>
      hoarder.get(`/private/order/payment/${paise}?addressId=${id}`)
    expect((await ask(one, 14_900)).status).toBe(200)
    await minutesPass(14)
    expect((await ask(two, 14_900)).status).toBe(200)
    await minutesPass(14)
    await hoarder.post('/private/cart/add', { id: cup.id, quantity: 1 })
    expect((await ask(one, 29_800)).status).toBe(200)
    await minutesPass(3)
    expect((await ask(two, 29_800)).status).toBe(429)
    expect([await unitsOf(shop, lamp.id), await unitsOf(shop, cup.id)]).toEqual([2, 5])
    // The goods that were not kept for so long are not refused.
    const [line] = (await hoarder.get('/private/cart/get')).body as { cartItemId: string }[]
    await hoarder.delete(`/private/cart/remove/${line!.cartItemId}`)
    expect((await ask(one, 14_900)).status).toBe(200)
  })

  test('a buyer who tries again after a while is not refused: 15 minutes at a time', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    expect((await startPaying(buyer)).status).toBe(200)
    await minutesPass(40)
    expect((await startPaying(buyer)).status).toBe(200)
    await minutesPass(40)
    expect((await startPaying(buyer)).status).toBe(200)
  })

  test('200 requests with two alternating addresses make 10 orders at the provider in a minute', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const addresses = await addSecondAddress(buyer)
    const paise = (await cartOf(buyer)).reduce((sum, l) => sum + Math.round(l.price * 100) * l.quantity, 0)
    const orders = async () => (await paymentLedger(shop)).orders.length
    const before = await orders()
    const statuses = new Map<number, number>()
    for (let i = 0; i < 200; i += 1) {
      const { status } = await buyer.get(`/private/order/payment/${paise}?addressId=${addresses[i % 2]}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect((await orders()) - before).toBe(10)
    expect(statuses).toEqual(
      new Map([
        [200, 10 + 95],
        [429, 95],
      ]),
    )
  })

  test('a buyer who renews his hold while the sweep checks it keeps the products for the whole time', async () => {
    const product = await addProduct(shop, { units: 1 })
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    // The other tests' checkouts are not looked at in this round.
    await shop.db.query(
      sql`update checkout set next_check_at = now() + interval '1 hour' where state <> 'open'`,
    )
    await shop.kit('/sandbox/payments/faults', {
      call: 'orders.payments',
      fault: 'slow',
      ms: 1_500,
      times: 99,
    })
    const swept = minutesPass(16)
    await setTimeout(500)
    expect(await startPaying(buyer)).toMatchObject({ status: 200, body: orderId })
    await swept
    await stopPaymentFaults(shop)
    expect(await unitsOf(shop, product.id)).toBe(0)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
  })
})
