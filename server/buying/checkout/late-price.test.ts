/** api-rules §3.5: a payment after the end of the hold buys at the checkout's price only while that is still the price. */
// @module-tag nightly: Payments after the end of a hold in many orders. settle.test.ts proves each way in which money becomes an order each time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { changeProduct, setDeleted } from '../../../tests/setup/change-product.ts'
import { ageCheckouts, makeCheckoutDue } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { paymentLedger, resetPayments } from '../../../tests/setup/providers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
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
  const mails = await shop.mail(buyer.email)
  expect(
    mails.some(({ text }) => text.includes('their price, your discount or the delivery charge had changed')),
  ).toBe(true)
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

test('a checkout that no sweep has closed for weeks returns its stock and refunds the payment', async () => {
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

/** Two payments of one order, three seconds apart, between which a payment becomes too late, while the price has changed. */
async function paidInTimeAndLate() {
  const opened = await unpaidFor(31)
  await changeProduct(shop, opened.product.id, { pricePaise: 90_000 })
  const inTime = await pay(shop, opened.orderId, 'paid', { webhooks: 'none' })
  await shop.db.query(sql`
    update checkout set hold_expires_at = now() + interval '1.5 seconds' - interval '15 minutes'
    where provider_order_id = ${opened.orderId}`)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const late = await pay(shop, opened.orderId, 'paid', { webhooks: 'none', again: true })
  return { ...opened, inTime, late }
}

async function expectOnlyTheLateOneBack({
  product,
  buyer,
  orderId,
  late,
}: Awaited<ReturnType<typeof paidInTimeAndLate>>) {
  expect(await untilOrdered(buyer)).toMatchObject({ status: 'pending', amount: 1_000 })
  const refunds = await eventually(
    () => refundsOf(orderId),
    (found) => found.length > 0,
  )
  expect(refunds.map(({ payment_id, amount }) => [payment_id, amount])).toEqual([
    [late.razorpay_payment_id, 100_000],
  ])
  expect(await unitsOf(shop, product.id)).toBe(20)
  const mails = await shop.mail(buyer.email, 2)
  expect(mails.some(({ text }) => text.includes('Your order was paid twice.'))).toBe(true)
}

test('of two payments the one that was made in time buys, though the provider lists the late one first', async () => {
  const paid = await paidInTimeAndLate()
  await makeCheckoutDue(shop, paid.orderId)
  await sweepCheckouts(shop.running.shop)
  await expectOnlyTheLateOneBack(paid)
})

test('of two payments the one that was made in time buys, though the browser names the late one first', async () => {
  const paid = await paidInTimeAndLate()
  expect((await verify(paid.buyer, paid.late)).status).toBe(200)
  await expectOnlyTheLateOneBack(paid)
})

test('a price that changes while a late payment is settled counts', async () => {
  const { product, buyer, orderId } = await unpaidFor(60)
  const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
  const { verified } = await shop.db.transaction(async (tx) => {
    await tx.query(sql`update product set price_paise = 90000 where id = ${product.id}`)
    const verified = verify(buyer, answer)
    // Until the settlement waits for this transaction.
    await eventually(
      () =>
        shop.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      (waiting) => waiting.length > 0,
    )
    return { verified }
  })
  expect((await verified).status).toBe(409)
  await expectMoneyBack({ product, buyer, orderId })
})

test('a late payment buys nothing that is not on sale any more, also where no sweep has closed its checkout', async () => {
  const { product, buyer, orderId } = await unpaidFor(60, { sweep: false })
  await setDeleted(shop, product.id)
  const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
  expect((await verify(buyer, answer)).status).toBe(409)
  expect((await untilOrdered(buyer)).status).toBe('refunded')
  expect((await refundsOf(orderId)).map(({ amount }) => amount)).toEqual([100_000])
})

test('a late payment that is only authorized is captured by verify, and buys at an unchanged price', async () => {
  const { buyer, orderId } = await unpaidFor(60)
  const answer = await pay(shop, orderId, 'paid', { webhooks: 'none', capture: false })
  expect((await verify(buyer, answer)).status).toBe(200)
  expect((await untilOrdered(buyer)).status).toBe('pending')
})

test('nothing more is captured for a checkout whose money went back', async () => {
  const opened = await unpaidSinceTheSale()
  await pay(shop, opened.orderId, 'paid')
  await expectMoneyBack(opened)
  const second = await pay(shop, opened.orderId, 'paid', { webhooks: 'none', again: true, capture: false })
  expect((await verify(opened.buyer, second)).status).toBe(409)
  await makeCheckoutDue(shop, opened.orderId)
  await sweepCheckouts(shop.running.shop)
  const { payments } = await paymentLedger(shop)
  expect(payments.find(({ id }) => id === second.razorpay_payment_id)).toMatchObject({ status: 'authorized' })
})

test.each([
  ['is missing', () => undefined],
  ['is a text', String],
  ['is zero', () => 0],
  ['is beyond all dates', () => 1e16],
  ['is in milliseconds', (seconds: number) => seconds * 1_000],
])(
  'a payment whose time %s goes back where the price has changed, and is not left lying',
  async (_, change) => {
    const opened = await unpaidSinceTheSale()
    await pay(shop, opened.orderId, 'paid', { webhooks: 'none' })
    const real = globalThis.fetch
    const changed = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await real(input, init)
      if (!/\/v1\/orders\/[^/]+\/payments/.test(String(input))) return response
      const body = (await response.json()) as { items: { created_at: unknown }[] }
      for (const payment of body.items) payment.created_at = change(payment.created_at as number)
      return Response.json(body, { status: response.status })
    })
    await makeCheckoutDue(shop, opened.orderId)
    await sweepCheckouts(shop.running.shop)
    expect(changed).toHaveBeenCalled()
    changed.mockRestore()
    await expectMoneyBack(opened)
  },
)
