/** api-rules §3.4: order/create returns the orders of the purchase that was just paid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  addSecondAddress,
  buy,
  cartOf,
  create,
  pay,
  startPaying,
  verify,
} from '../../../tests/setup/buying.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

describe('order/create after a payment', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterAll(() => shop.stop())

  test('of the oldest of six checkouts answers its orders', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const items = await cartOf(buyer)
    const [one, two] = await addSecondAddress(buyer)
    const started: string[] = []
    for (const address of [one, two, one, two, one, two]) {
      const answer = await buyer.get<string>(
        `/private/order/payment/${product.pricePaise}?addressId=${address}`,
      )
      expect(answer.status).toBe(200)
      started.push(answer.body)
    }
    expect(new Set(started).size).toBe(6)
    expect((await verify(buyer, await pay(shop, started[0] ?? ''))).status).toBe(200)
    const created = await create(buyer, items)
    expect(created.status).toBe(200)
    expect(created.body).toHaveLength(1)
  })

  test(
    'that names the payment answers what it bought, although the tab shows the goods of an earlier purchase',
    nightly(
      'One more way to ask for the same orders. The oldest of six checkouts is asked for above each time.',
    ),
    async () => {
      const shown = await addProduct(shop, { units: 9, name: 'Bamboo Brush' })
      const bought = await addProduct(shop, { units: 9, name: 'Neem Comb' })
      const buyer = await customerWithCart(shop, [shown])
      const items = await cartOf(buyer)
      const earlier = await buy(shop, buyer)
      expect(earlier.status).toBe(200)
      await buyer.post('/private/cart/add', { id: bought.id, quantity: 1 })
      const { body: orderId } = await startPaying(buyer)
      const answer = await pay(shop, orderId)
      expect((await verify(buyer, answer)).status).toBe(200)
      const ask = (more: object) => buyer.post('/private/order/create', { items, addressId: null, ...more })
      const named = await ask({ razorpay_order_id: answer.razorpay_order_id })
      expect(named.status).toBe(200)
      expect(named.body).toMatchObject([{ product: { name: 'Neem Comb' } }])
      expect((await ask({})).body).toMatchObject([{ id: earlier.body[0].id }])
    },
  )

  test('that names nothing answers the newest purchase, whatever the clock of its node said', async () => {
    const [brush, comb] = [await addProduct(shop), await addProduct(shop, { name: 'Neem Comb' })]
    const buyer = await customerWithCart(shop, [brush])
    const { body: orderId } = await startPaying(buyer)
    // As if a node whose clock is ahead had made the first checkout.
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      await tx.query(sql`
        with ahead as (update checkout set id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' where provider_order_id = ${orderId} returning id)
        update checkout_line set checkout_id = (select id from ahead)
        where checkout_id = (select id from checkout where provider_order_id = ${orderId})`)
    })
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
    await buyer.post('/private/cart/add', { id: comb.id, quantity: 1 })
    const { body: newOrderId } = await startPaying(buyer)
    expect((await verify(buyer, await pay(shop, newOrderId))).status).toBe(200)
    expect((await create(buyer, [])).body).toMatchObject([{ product: { name: 'Neem Comb' } }])
  })

  test('that names the payment of somebody else, or none at all, is refused with 404', async () => {
    const product = await addProduct(shop, { units: 9 })
    const [asha, bert] = [await customerWithCart(shop, [product]), await customerWithCart(shop, [product])]
    const { body: orderId } = await startPaying(asha)
    expect((await verify(asha, await pay(shop, orderId))).status).toBe(200)
    for (const razorpay_order_id of [orderId, 'order_ofNobody']) {
      const items = await cartOf(bert)
      const created = await bert.post('/private/order/create', { items, addressId: null, razorpay_order_id })
      expect(created.status).toBe(404)
    }
  })

  test('that names an order which is not paid is refused with 409', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const items = await cartOf(buyer)
    const { body: razorpay_order_id } = await startPaying(buyer)
    const created = await buyer.post('/private/order/create', { items, addressId: null, razorpay_order_id })
    expect(created.status).toBe(409)
    expect(created.body.msg).toBe('Failed to place order: no payment has been received.')
  })
})
