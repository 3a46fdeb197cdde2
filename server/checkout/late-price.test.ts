/** api-rules §3.5: a payment that comes after the hold buys at the price of its checkout only while that is still the price. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, ordersOf, pay, startPaying } from '../../tests/setup/buying.ts'
import { changeProduct } from '../../tests/setup/change-product.ts'
import { ageCheckouts } from '../../tests/setup/clock.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../tests/setup/products.ts'
import { paymentLedger, resetPayments } from '../../tests/setup/providers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sweepCheckouts } from './sweep-checkouts.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
beforeEach(() => resetPayments(shop))
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

/** Ten pieces at 100 rupees, whose checkout was opened so many minutes ago and has not been paid. */
async function unpaidFor(minutes: number, { sweep = true } = {}) {
  const product = await addProduct(shop, { units: 30, pricePaise: 10_000 })
  const buyer = await customerWithCart(shop, [product], 10)
  const { body: orderId } = await startPaying(buyer)
  await ageCheckouts(shop, minutes, buyer.email)
  if (sweep) await sweepCheckouts(shop.running.shop)
  return { product, buyer, orderId }
}
const untilOrdered = async (buyer: Parameters<typeof ordersOf>[0]) => {
  const [order] = await eventually(
    () => ordersOf(buyer),
    (orders) => orders.length > 0,
  )
  return order
}
async function refundsOf(orderId: string) {
  const { payments, refunds } = await paymentLedger(shop)
  const paid = payments.filter((payment) => payment.order_id === orderId).map(({ id }) => id)
  return refunds.filter((refund) => paid.includes(refund.payment_id))
}
const days = 24 * 60

/** Ten pieces that cost 100 rupees each two months ago, when their checkout was opened, and 900 today. */
async function unpaidSinceTheSale() {
  const opened = await unpaidFor(60 * days)
  await changeProduct(shop, opened.product.id, { pricePaise: 90_000 })
  return opened
}

async function expectMoneyBack({ product, buyer, orderId }: Awaited<ReturnType<typeof unpaidFor>>) {
  expect((await untilOrdered(buyer)).status).toBe('refunded')
  const refunds = await eventually(
    () => refundsOf(orderId),
    (found) => found.length > 0,
  )
  expect(refunds.map(({ amount }) => amount)).toEqual([100_000])
  expect(await unitsOf(shop, product.id)).toBe(30)
  const mails = await shop.mail(buyer.email, 2)
  expect(mails.some(({ text }) => text.includes('the price of one of them had changed'))).toBe(true)
}

test('what a sale cost weeks ago is not its price any more: the payment of a webhook goes back', async () => {
  const opened = await unpaidSinceTheSale()
  await pay(shop, opened.orderId, 'paid')
  await expectMoneyBack(opened)
})

test('the same payment, named to order/create, goes back', async () => {
  const opened = await unpaidSinceTheSale()
  await pay(shop, opened.orderId, 'paid', { webhooks: 'none' })
  const { status, body } = await opened.buyer.post('/private/order/create', {
    items: [],
    razorpay_order_id: opened.orderId,
  })
  expect([status, body.msg]).toEqual([409, 'Your order could not be placed. Your payment is being refunded.'])
  await expectMoneyBack(opened)
})

test('a checkout that no sweep has closed for weeks gives its stock back with the money', async () => {
  const opened = await unpaidFor(60 * days, { sweep: false })
  await changeProduct(shop, opened.product.id, { pricePaise: 90_000 })
  expect(await unitsOf(shop, opened.product.id)).toBe(20)
  await pay(shop, opened.orderId, 'paid')
  await expectMoneyBack(opened)
})

test('of webhooks and five calls at once, one refunds the payment', async () => {
  const opened = await unpaidSinceTheSale()
  await pay(shop, opened.orderId, 'paid')
  const body = { items: [], razorpay_order_id: opened.orderId }
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => opened.buyer.post('/private/order/create', body)))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([409]))
  await expectMoneyBack(opened)
  expect(await ordersOf(opened.buyer)).toHaveLength(1)
})

test('at an unchanged price the same payment buys', async () => {
  const { product, buyer, orderId } = await unpaidFor(60 * days)
  await pay(shop, orderId, 'paid')
  expect((await untilOrdered(buyer)).status).toBe('pending')
  expect(await unitsOf(shop, product.id)).toBe(20)
})

test('a payment within a quarter of an hour after the hold buys at the price of its checkout', async () => {
  const { product, buyer, orderId } = await unpaidFor(25)
  await changeProduct(shop, product.id, { pricePaise: 90_000 })
  await pay(shop, orderId, 'paid')
  expect(await untilOrdered(buyer)).toMatchObject({ status: 'pending', amount: 1_000 })
})
