/** api-rules §3.5: every way in which captured money becomes an order, or is refunded. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import {
  cartOf,
  create,
  eventually,
  pay,
  startPaying,
  verify,
  ordersOf,
  untilHoldsEnd,
} from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { endHolds, makeCheckoutsDue } from '../../../tests/setup/clock.ts'
import { changeProduct } from '../../../tests/setup/change-product.ts'
import {
  paymentFault,
  paymentLedger,
  resetPayments,
  stopPaymentFaults,
} from '../../../tests/setup/providers.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'

describe('settling', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop({ sweepSeconds: 1 })
  })
  beforeEach(() => resetPayments(shop))
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  const mailsAbout = async (to: string, words: string) =>
    (
      await eventually(
        () => shop.mail(to),
        (list) => list.some(({ subject }) => subject.includes(words)),
      )
    ).filter(({ subject }) => subject.includes(words))

  test('tab closed after paying: the order comes by webhook', async () => {
    const seller = await addSeller(shop)
    const product = await addProduct(shop, { seller, name: 'Mailed Cup' })
    const buyer = await customerWithCart(shop, [product], 2)
    const { body: orderId } = await startPaying(buyer)
    await pay(shop, orderId, 'paid-and-closed')
    const [order] = await eventually(
      () => ordersOf(buyer),
      (list) => list.length === 1,
    )
    expect(order).toMatchObject({
      status: 'pending',
      amount: 298,
      quantity: 2,
      product: { name: product.name },
    })
    expect(await cartOf(buyer)).toEqual([])
    const row = `Mailed Cup × 2 (order ${order.number}): ₹298.00`
    const [placed] = await mailsAbout(buyer.email, 'order is placed')
    expect(placed?.text).toContain('We received your payment and your order is placed.')
    expect(placed?.text).toContain(`${row}\nTotal paid: ₹298.00`)
    const [toSeller] = await mailsAbout(seller.email, 'new order')
    expect(toSeller?.text).toContain('A customer bought from you.')
    expect(toSeller?.text).toMatch(
      new RegExp(`Mailed Cup × 2 \\(order ${order.number}, hand over by [A-Z][^)]+\\): ₹298.00`),
    )
  })

  test('webhook lost: the order comes by the sweep', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    await pay(shop, orderId, 'paid-and-closed')
    expect(await ordersOf(buyer)).toEqual([])
    await makeCheckoutsDue(shop)
    await eventually(
      () => ordersOf(buyer),
      (list) => list.length === 1 && list[0].status === 'pending',
    )
  })

  test('cart and price changed in another tab while paying: the order equals the paid snapshot', async () => {
    const product = await addProduct(shop, { pricePaise: 10_050, name: 'Old Price Cup' })
    const other = await addProduct(shop, { name: 'Put In Meanwhile' })
    const buyer = await customerWithCart(shop, [product], 2)
    const { body: orderId } = await startPaying(buyer)
    await changeProduct(shop, product.id, { pricePaise: 99_900, name: 'New Price Cup' })
    await buyer.post('/private/cart/edit', { id: product.id, quantity: 5 })
    await buyer.post('/private/cart/add', { id: other.id, quantity: 1 })
    const changed = await cartOf(buyer)
    const answer = await pay(shop, orderId)
    expect((await verify(buyer, answer)).status).toBe(200)
    const created = await create(buyer, changed)
    expect(created.status).toBe(200)
    expect(created.body).toHaveLength(1)
    expect(created.body[0]).toMatchObject({ quantity: 2, amount: 201, product: { name: 'Old Price Cup' } })
    expect((await cartOf(buyer)).map((line) => line.productId)).toEqual([other.id])
  })

  test('an address deleted while paying stays in the order', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const [address] = (await buyer.get('/private/address/get')).body
    await buyer.post('/private/address/add', {
      street: 'Other',
      city: 'Pune',
      state: 'Maharashtra',
      pinCode: '411001',
    })
    await buyer.post(`/private/address/delete/${address.id}`)
    await pay(shop, orderId, 'paid-and-closed')
    const [order] = await eventually(
      () => ordersOf(buyer),
      (list) => list.length === 1,
    )
    expect(order.deliveryAddress).toEqual({
      street: '12 Test Street',
      city: 'Jaipur',
      state: 'Rajasthan',
      pinCode: '302001',
    })
  })

  test(
    'hold expired and sold out: refunded by itself, and My Orders says so',
    nightly(
      'One more end of a late payment. sequences.test.ts pays after the goods were bought again each time.',
    ),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const seller = await addSeller(shop)
      const product = await addProduct(shop, { seller, units: 1, name: 'Only One Lamp' })
      const slow = await customerWithCart(shop, [product])
      const { body: orderId } = await startPaying(slow)
      await untilHoldsEnd(shop, product.id, 1)
      const quick = await customerWithCart(shop, [product])
      const quickOrder = (await startPaying(quick)).body
      expect((await verify(quick, await pay(shop, quickOrder))).status).toBe(200)
      const quickOrders = await ordersOf(quick)
      await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
      const answer = await pay(shop, orderId)
      const verified = await verify(slow, answer)
      expect(verified).toMatchObject({
        status: 409,
        body: { msg: 'Your order could not be placed. Your payment is being refunded.' },
      })
      const [shown] = await ordersOf(slow)
      expect(shown).toMatchObject({
        status: 'refunded',
        shipmentStatus: 'Cancelled',
        product: { name: 'Only One Lamp' },
      })
      expect(shown.refunds).toMatchObject([{ amount: 149, reason: 'sold-out' }])
      // Its seller has never had this order.
      const { body: sold } = await seller.get('/private/order/get/seller')
      expect(sold.map(({ id }: { id: string }) => id)).toEqual([quickOrders[0].id])
      await eventually(
        () => paymentLedger(shop),
        (l) => l.refunds.some((r: any) => r.payment_id === answer.razorpay_payment_id && r.amount === 14_900),
      )
      expect(await unitsOf(shop, product.id)).toBe(0)
      const mails = await mailsAbout(slow.email, 'refunded')
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain(
        'While your payment was on its way, something in your order sold out. We are refunding ₹149.00 in full.',
      )
      const [{ number }] = await ordersOf(slow)
      expect(mails[0]?.text).toContain(`Only One Lamp × 1 (order ${number}): ₹149.00`)
    },
  )

  test('hold expired but still in stock: late money still becomes the order', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const product = await addProduct(shop, { units: 2 })
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    // This needs no response of the provider.
    await paymentFault(shop, 'orders.payments', 'error-500', { times: 99 })
    await untilHoldsEnd(shop, product.id, 2)
    await stopPaymentFaults(shop)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
    expect(await unitsOf(shop, product.id)).toBe(1)
  })

  test('a hold whose time is over but that was paid for is a purchase, not a release', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const product = await addProduct(shop, { units: 1 })
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    await pay(shop, orderId, 'paid-and-closed')
    await endHolds(shop)
    await eventually(
      () => ordersOf(buyer),
      (list) => list.length === 1 && list[0].status === 'pending',
    )
    expect(await unitsOf(shop, product.id)).toBe(0)
  })

  test('paid twice: one set of orders, the second payment is refunded', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const first = await pay(shop, orderId)
    expect((await verify(buyer, first)).status).toBe(200)
    await pay(shop, orderId, 'paid-and-closed', { again: true })
    const { refunds } = await eventually(
      () => paymentLedger(shop),
      (l) =>
        l.refunds.some(
          (r: any) =>
            r.amount === 14_900 &&
            r.payment_id !== first.razorpay_payment_id &&
            l.payments.find((p: any) => p.id === r.payment_id)?.order_id === orderId,
        ),
    )
    expect(refunds.some((r: any) => r.payment_id === first.razorpay_payment_id)).toBe(false)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('a wrong captured amount makes no order and is refunded, and the stock returns', async () => {
    const product = await addProduct(shop, { units: 4 })
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId, 'paid', { amount: 100 })
    const verified = await verify(buyer, answer)
    await paymentFault(shop, 'orders.payments', 'error-500')
    for (const refused of [verified, await create(buyer, [])])
      expect(refused).toMatchObject({
        status: 409,
        body: { msg: 'Your order could not be placed. Your payment is being refunded.' },
      })
    await eventually(
      () => paymentLedger(shop),
      (l) => l.refunds.some((r: any) => r.payment_id === answer.razorpay_payment_id && r.amount === 100),
    )
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'refunded' }])
    expect(await unitsOf(shop, product.id)).toBe(4)
    // A later payment of the same order, even of the right amount, is refunded as well and makes no order.
    await pay(shop, orderId, 'paid-and-closed', { again: true })
    await eventually(
      () => paymentLedger(shop),
      (l) =>
        l.refunds.some(
          (r) => r.amount === 14_900 && l.payments.find((p) => p.id === r.payment_id)?.order_id === orderId,
        ),
    )
    // Also after the provider has refunded the money.
    expect((await verify(buyer, answer)).body).toEqual(verified.body)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'refunded' }])
    expect(await unitsOf(shop, product.id)).toBe(4)
  })

  test('the provider answers the refund once with a lost answer: the money moves once', async () => {
    await shop.kit('/sandbox/payments/faults', { call: 'refunds.create', fault: 'lost-answer', times: 1 })
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId, 'paid', { amount: 200 })
    await verify(buyer, answer)
    await eventually(
      () =>
        shop.db
          .execute(`select state from refund where payment_id = '${answer.razorpay_payment_id}'`)
          .then((r) => r.rows as { state: string }[]),
      (rows) => rows[0]?.state === 'processed' || rows[0]?.state === 'accepted',
    )
    const { refunds } = await paymentLedger(shop)
    expect(refunds.filter((r: any) => r.payment_id === answer.razorpay_payment_id)).toHaveLength(1)
  })

  test('the provider is out of reach while verifying: nothing is lost, the order comes later', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId)
    await shop.kit('/sandbox/payments/faults', { call: 'payments.get', fault: 'error-500', times: 1 })
    const refused = await verify(buyer, answer)
    expect(refused).toMatchObject({
      status: 503,
      body: { msg: 'Your payment is being checked. Your order will appear in My Orders.' },
    })
    expect(refused.headers.get('retry-after')).toBe('10')
    await paymentFault(shop, 'orders.payments', 'error-500')
    expect((await create(buyer, [])).body).toEqual(refused.body)
    await makeCheckoutsDue(shop)
    await eventually(
      () => ordersOf(buyer),
      (list) => list.length === 1,
    )
    // A settled checkout needs no call to the provider.
    await paymentFault(shop, 'orders.payments', 'error-500', { times: 9 })
    expect((await create(buyer, [])).body).toHaveLength(1)
  })
})
