/** api-rules §3.2, §3.3: hold and money when a response of the payment provider is missing or unexpected. */
// @module-tag nightly: Missing and odd responses of the provider. settle.test.ts proves that the provider is asked each time.
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../contract/endpoints.ts'
import { create, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { paymentFault, paymentLedger, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'

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
  const { log } = shop.running.shop
  const { warn } = log
  const told: object[] = []
  Object.assign(log, { warn: (about: object) => told.push(about) })
  for (const fault of ['error-500', 'refuse-400']) {
    await paymentFault(shop, 'orders.create', fault)
    const refused = await startPaying(buyer)
    expect(refused).toMatchObject({ status: 503, body: { msg: 'Failed to initiate payment.' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await unitsOf(shop, product.id)).toBe(5)
  }
  Object.assign(log, { warn })
  const released = { err: expect.any(Error), checkoutId: expect.any(String) }
  expect(told).toEqual(expect.arrayContaining([released, released]))
  // A first order is not searched for.
  await paymentFault(shop, 'orders.list', 'error-500')
  expect((await startPaying(buyer)).status).toBe(200)
  await stopPaymentFaults(shop)
})

test('two tabs, and the provider makes no order: both are refused at once; a fault of our own is no fault of the provider', async () => {
  const product = await addProduct(shop, { units: 5 })
  const buyer = await customerWithCart(shop, [product])
  const { payments } = shop.running.shop
  const { createOrder } = payments
  payments.createOrder = async () => {
    await setTimeout(400)
    throw new ProviderUnavailable('no answer')
  }
  const began = performance.now()
  const tabs = await Promise.all([startPaying(buyer), startPaying(buyer)])
  expect(tabs.map(({ status }) => status)).toEqual([503, 503])
  expect(performance.now() - began).toBeLessThan(5_000)
  payments.createOrder = () => Promise.reject(new TypeError('ours'))
  expect((await startPaying(buyer)).status).toBe(500)
  payments.createOrder = createOrder
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

test('an authorized payment is captured before it counts', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId, 'paid', { capture: false, webhooks: 'none' })
  await paymentFault(shop, 'payments.capture', 'lost-request')
  expect((await verify(buyer, answer)).status).toBe(503)
  expect((await verify(buyer, answer)).status).toBe(200)
  const statusOf = async (id: string) =>
    (await paymentLedger(shop)).payments.find((payment) => payment.id === id)?.status
  expect(await statusOf(answer.razorpay_payment_id)).toBe('captured')
  // Another amount is not captured: the bank refunds it by itself.
  const other = await customerWithCart(shop, [await addProduct(shop)])
  const { body: second } = await startPaying(other)
  const less = await pay(shop, second, 'paid', { capture: false, webhooks: 'none', amount: 100 })
  expect(await verify(other, less)).toMatchObject({
    status: 409,
    body: { msg: 'The payment has not been received yet.' },
  })
  expect(await statusOf(less.razorpay_payment_id)).toBe('authorized')
})

test('an authorized payment that the provider itself captures in the meantime is a purchase', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId, 'paid', { capture: false, webhooks: 'none' })
  const { payments } = shop.running.shop
  const { capture } = payments
  payments.capture = async (payment) => {
    await capture(payment)
    return capture(payment)
  }
  const verified = await verify(buyer, answer)
  payments.capture = capture
  expect(verified.status).toBe(200)
})

test('a payment of another order, or of another currency, is no payment of this one', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
  const { payments } = shop.running.shop
  const { paymentsOf, payment } = payments
  const paid = (await payment(answer.razorpay_payment_id))!
  for (const wrong of [{ orderId: 'order_of_another' }, { currency: 'USD' }]) {
    payments.paymentsOf = () => Promise.resolve([{ ...paid, ...wrong }])
    expect(await create(buyer, [])).toMatchObject({
      status: 409,
      body: { msg: 'Failed to place order: no payment has been received.' },
    })
  }
  payments.paymentsOf = paymentsOf
  for (const found of [{ ...paid, orderId: 'order_of_another' }, null]) {
    payments.payment = () => Promise.resolve(found)
    expect(await verify(buyer, answer)).toMatchObject({
      status: 400,
      body: { msg: 'Payment verification failed' },
    })
  }
  payments.payment = payment
  // A captured payment is not captured again.
  const { capture } = payments
  payments.capture = () => Promise.reject(new ProviderUnavailable('away'))
  expect((await create(buyer, [])).body).toHaveLength(1)
  payments.capture = capture
})
