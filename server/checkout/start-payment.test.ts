/** api-rules §3.2: what starting to pay asks of the payment provider, and what becomes of the hold where that fails. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../contract/endpoints.ts'
import { startPaying } from '../../tests/setup/buying.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../tests/setup/products.ts'
import { paymentFault, paymentLedger, stopPaymentFaults } from '../../tests/setup/providers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { ProviderUnavailable } from '../payments/provider.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

test('the POST alias of order/payment does the same', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const [address] = (await buyer.get('/private/address/get')).body
  expect((await buyer.post(api.order.paymentByPost.path, { amountInPaise: 1 })).status).toBe(409)
  const byPost = await buyer.post(api.order.paymentByPost.path, {
    amountInPaise: 14_900,
    addressId: address.id,
  })
  expect(byPost.status).toBe(200)
  expect((await startPaying(buyer)).body).toBe(byPost.body)
})

test("the answer to the provider's order is lost: the same order is found by its receipt", async () => {
  await shop.kit('/sandbox/payments/faults', { call: 'orders.create', fault: 'lost-answer', times: 1 })
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const started = await startPaying(buyer)
  expect(started.status).toBe(200)
  const { orders: made } = await paymentLedger(shop)
  expect(made.filter((o: any) => o.id === started.body)).toHaveLength(1)
  expect((await startPaying(buyer)).body).toBe(started.body)
})

test("the process ended before it stored the provider's order: a minute later it is found, and no second one is made", async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const made = (await paymentLedger(shop)).orders.length
  await shop.db.query(sql`
    update checkout set provider_order_id = null, provider_key_id = null,
      provider_order_claimed_at = provider_order_claimed_at - interval '61 seconds'
    where provider_order_id = ${orderId}`)
  const both = await Promise.all([startPaying(buyer), startPaying(buyer)])
  expect(both.map(({ body }) => body)).toEqual([orderId, orderId])
  expect((await paymentLedger(shop)).orders).toHaveLength(made)
})

test("the provider makes no order: 503 'Failed to initiate payment.' and the hold is released", async () => {
  const product = await addProduct(shop, { units: 5 })
  const buyer = await customerWithCart(shop, [product])
  for (const fault of ['error-500', 'refuse-400']) {
    await paymentFault(shop, 'orders.create', fault)
    const refused = await startPaying(buyer)
    expect(refused).toMatchObject({ status: 503, body: { msg: 'Failed to initiate payment.' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await unitsOf(shop, product.id)).toBe(5)
  }
  // A first order is not searched for.
  await paymentFault(shop, 'orders.list', 'error-500')
  expect((await startPaying(buyer)).status).toBe(200)
  await stopPaymentFaults(shop)
})

test("a request without the provider's order does not release the hold for which another request made one", async () => {
  const product = await addProduct(shop, { units: 5 })
  const buyer = await customerWithCart(shop, [product])
  const { payments } = shop.running.shop
  const { createOrder, findOrderByReceipt } = payments
  let other: string | undefined
  payments.createOrder = async () => {
    payments.createOrder = createOrder
    await shop.db.query(sql`
      update checkout set provider_order_claimed_at = now() - interval '61 seconds'
      where provider_order_id is null and state = 'open'`)
    other = (await startPaying(buyer)).body
    payments.findOrderByReceipt = () => Promise.reject(new ProviderUnavailable('not now'))
    throw new ProviderUnavailable('no answer')
  }
  expect((await startPaying(buyer)).status).toBe(503)
  payments.findOrderByReceipt = findOrderByReceipt
  expect(await startPaying(buyer)).toMatchObject({ status: 200, body: other })
  expect(await unitsOf(shop, product.id)).toBe(4)
})
