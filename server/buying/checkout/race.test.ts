/** api-rules §3: money and stock under concurrent requests. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  buy,
  cartOf,
  create,
  eventually,
  pay,
  startPaying,
  verify,
  ordersOf,
} from '../../../tests/setup/buying.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { paymentLedger } from '../../../tests/setup/providers.ts'

describe('races', () => {
  let shop: TestShop
  // 50 log-ins from one address would exceed the limit for an IP only when they fail; these succeed.
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  test('50 buyers race for the last 10 units: 10 orders, 40 clear refusals, stock 0, and those refused pay nothing', async () => {
    const product = await addProduct(shop, { units: 10, name: 'Last Ten Combs' })
    const buyers = await manyCustomersWithCart(shop, 50, product)
    const outcomes = await Promise.all(
      buyers.map(async (buyer) => {
        const items = await cartOf(buyer)
        const started = await startPaying(buyer)
        if (started.status !== 200) return { started, created: undefined }
        const answer = await pay(shop, started.body)
        await verify(buyer, answer)
        return { started, created: await create(buyer, items) }
      }),
    )
    const placed = outcomes.filter((o) => o.created?.status === 200)
    const refused = outcomes.filter((o) => o.started.status === 409)
    expect(placed).toHaveLength(10)
    expect(refused).toHaveLength(40)
    for (const { started } of refused) {
      expect((started.body as unknown as { msg: string }).msg).toContain('"Last Ten Combs" is out of stock')
    }
    expect(await unitsOf(shop, product.id)).toBe(0)
    const ledger = await paymentLedger(shop)
    const captured = ledger.payments.filter((p: { status: string }) => p.status === 'captured')
    expect(captured).toHaveLength(10)
    expect(ledger.refunds).toHaveLength(0)
  })

  test('verify, create and webhook at the same instant, each three times: one set of orders, one e-mail', async () => {
    const [comb, soap] = [
      await addProduct(shop, { name: 'Neem Comb' }),
      await addProduct(shop, { name: 'Haldi Soap', pricePaise: 9_950 }),
    ]
    const buyer = await customerWithCart(shop, [comb, soap], 2)
    const items = await cartOf(buyer)
    const { body: orderId } = await startPaying(buyer)
    await shop.kit('/sandbox/payments/webhooks', { mode: 'duplicate' })
    const answer = await pay(shop, orderId, 'paid')
    const answers = await Promise.all([1, 2, 3].flatMap(() => [verify(buyer, answer), create(buyer, items)]))
    await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 200])
    const sets = answers
      .filter((_, i) => i % 2 === 1)
      .map((a) => a.body.map((o: { id: string }) => o.id).join())
    expect(new Set(sets).size).toBe(1)
    const orders = await ordersOf(buyer)
    expect(orders).toHaveLength(2)
    await shop.mail(buyer.email)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const mails = (await shop.mailSoFar(buyer.email)).filter((m) => m.subject.includes('order is placed'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Neem Comb × 2')
  })

  test('two tabs ask for a payment at once: one hold, one provider order', async () => {
    const product = await addProduct(shop, { units: 3, name: 'Two Tab Towel' })
    const buyer = await customerWithCart(shop, [product], 2)
    const answers = await Promise.all([1, 2, 3, 4].map(() => startPaying(buyer)))
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((a) => a.body)).size).toBe(1)
    expect(await unitsOf(shop, product.id)).toBe(1)
  })

  test(
    'carts with the same products in opposite order do not deadlock',
    nightly(
      'A dozen purchases against one another. The race for the last units locks the same rows each time.',
    ),
    async () => {
      const [a, b] = [
        await addProduct(shop, { units: 100, name: 'Jute Bag' }),
        await addProduct(shop, { units: 100, name: 'Clay Cup' }),
      ]
      const buyers = [
        ...(await manyCustomersWithCart(shop, 8, a)),
        ...(await manyCustomersWithCart(shop, 8, b)),
      ]
      for (const [i, buyer] of buyers.entries())
        await buyer.post('/private/cart/add', { id: (i < 8 ? b : a).id, quantity: 1 })
      const results = await Promise.all(buyers.map((buyer) => buy(shop, buyer)))
      expect(results.map((r) => r.status)).toEqual(buyers.map(() => 200))
      expect([await unitsOf(shop, a.id), await unitsOf(shop, b.id)]).toEqual([84, 84])
    },
  )

  test(
    'a payment and the release of its hold at the same moment end in one of the two, never in both',
    nightly('A race in rounds. settle.test.ts takes payments after the end of a hold each time.'),
    async () => {
      const product = await addProduct(shop, { units: 1, name: 'Last Diya' })
      const buyer = await customerWithCart(shop, [product])
      const { body: orderId } = await startPaying(buyer)
      const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
      const { releaseHold } = await import('./release-hold.ts')
      const [row] = await shop.db
        .execute(`select id from checkout where provider_order_id = '${orderId}'`)
        .then((r) => r.rows as { id: string }[])
      await shop.db.execute(
        `update checkout set hold_expires_at = now() - interval '1 second' where id = '${row!.id}'`,
      )
      await Promise.all([
        releaseHold(shop.running.shop, row!.id, 'over'),
        verify(buyer, answer),
        verify(buyer, answer),
      ])
      const orders = await eventually(
        () => ordersOf(buyer),
        (o) => o.length === 1,
      )
      // Without competitors, the late payment finds the unit again.
      expect(orders[0]?.status).toBe('pending')
      expect(await unitsOf(shop, product.id)).toBe(0)
    },
  )
})
