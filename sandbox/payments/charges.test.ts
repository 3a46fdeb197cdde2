// @module-tag nightly: It proves the charges of the stand-in, and nothing of the shop, which uses them in the tests of payments each time.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'
import { signCheckout } from './signature.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const pay = (id: string, fields: Record<string, unknown> = {}) =>
  rig.own('POST', `/dev/payments/${id}`, { outcome: 'paid', ...fields })
const orderNow = async (id: string) => (await rig.api('GET', `/orders/${id}`)).body
const paymentNow = async (id: string) => (await rig.api('GET', `/payments/${id}`)).body

test("paid returns the handler's three fields, signed with the key secret", async () => {
  const order = await rig.order()
  const answer = await pay(order.id)
  expect(answer).toEqual({
    status: 200,
    body: {
      razorpay_payment_id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
      razorpay_order_id: order.id,
      razorpay_signature: signCheckout(
        rig.sandbox.payment.keySecret,
        order.id,
        answer.body.razorpay_payment_id,
      ),
    },
  })
})

test('a paid order has the status paid, and its payment is captured with a fee that includes tax', async () => {
  const order = await rig.order({ notes: { checkout: 'c1' } })
  const { body } = await pay(order.id, { method: 'card' })
  expect(await orderNow(order.id)).toMatchObject({
    status: 'paid',
    amount_paid: 123_400,
    amount_due: 0,
    attempts: 1,
  })
  expect(await paymentNow(body.razorpay_payment_id)).toMatchObject({
    entity: 'payment',
    amount: 123_400,
    status: 'captured',
    captured: true,
    order_id: order.id,
    method: 'card',
    card: { last4: '1007' },
    amount_refunded: 0,
    refund_status: null,
    notes: { checkout: 'c1' },
    fee: 2_912,
    tax: 444,
    error_code: null,
  })
})

test('failed returns the error with its payment id, and the order stays open', async () => {
  const order = await rig.order()
  const failed = await pay(order.id, { outcome: 'failed' })
  expect(failed).toEqual({
    status: 200,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.any(String),
        source: 'customer',
        step: 'payment_authorization',
        reason: 'insufficient_funds',
        metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
      },
    },
  })
  expect(await paymentNow(failed.body.error.metadata.payment_id)).toMatchObject({
    status: 'failed',
    error_reason: 'insufficient_funds',
  })
  expect(await orderNow(order.id)).toMatchObject({
    status: 'attempted',
    attempts: 1,
    amount_due: 123_400,
  })
  await pay(order.id)
  expect(await orderNow(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
  const attempts = (await rig.api('GET', `/orders/${order.id}/payments`)).body
  expect(attempts.count).toBe(2)
  expect(attempts.items.map((item: { status: string }) => item.status)).toEqual(['captured', 'failed'])
})

test('paid-and-closed returns nothing to the browser, and the order is paid', async () => {
  const order = await rig.order()
  expect(await pay(order.id, { outcome: 'paid-and-closed' })).toEqual({ status: 200, body: {} })
  expect((await orderNow(order.id)).status).toBe('paid')
})

test('an unknown order is 404 and a wrong body 400, both with a message', async () => {
  const order = await rig.order()
  expect(await pay('order_00000000000000')).toEqual({
    status: 404,
    body: { msg: expect.any(String) },
  })
  for (const fields of [{ outcome: 'maybe' }, { amount: -1 }, { webhooks: 'never' }, { surprise: 1 }]) {
    expect(await pay(order.id, fields)).toEqual({ status: 400, body: { msg: expect.any(String) } })
  }
})

test('a paid order accepts no second payment, not even with ten concurrent requests', async () => {
  const order = await rig.order()
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(order.id)))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(409),
  ])
  expect((await pay(order.id, { outcome: 'failed' })).status).toBe(409)
  expect((await rig.api('GET', `/orders/${order.id}/payments`)).body.count).toBe(1)
})

test('with manual capture the payment stays authorized and blocks further payments', async () => {
  const order = await rig.order({ payment: { capture: 'manual' } })
  const { body } = await pay(order.id)
  expect(await paymentNow(body.razorpay_payment_id)).toMatchObject({
    status: 'authorized',
    captured: false,
    fee: null,
  })
  expect((await orderNow(order.id)).status).toBe('attempted')
  expect((await pay(order.id)).status).toBe(409)
})

test('an order with automatic capture captures its payment', async () => {
  const order = await rig.order({
    payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 12 } },
  })
  await pay(order.id)
  expect((await orderNow(order.id)).status).toBe('paid')
})

test('a capture accepts exactly the authorized amount, once', async () => {
  const order = await rig.order()
  const { body } = await pay(order.id, { capture: false })
  const capture = (amount: number) =>
    rig.api('POST', `/payments/${body.razorpay_payment_id}/capture`, { amount, currency: 'INR' })
  expect((await capture(123_399)).body.error.field).toBe('amount')
  expect((await capture(123_400)).body).toMatchObject({ status: 'captured', captured: true })
  expect((await capture(123_400)).status).toBe(400)
  expect((await orderNow(order.id)).status).toBe('paid')
})

test("a failed payment can't be captured, nor a second one on a paid order", async () => {
  const order = await rig.order()
  const failed = await pay(order.id, { outcome: 'failed' })
  const held = await pay(order.id, { capture: false })
  await pay(order.id, { again: true })
  for (const id of [failed.body.error.metadata.payment_id, held.body.razorpay_payment_id]) {
    const answer = await rig.api('POST', `/payments/${id}/capture`, {
      amount: 123_400,
      currency: 'INR',
    })
    expect(answer.status).toBe(400)
  }
})

test("on request the captured amount differs from the order's", async () => {
  const order = await rig.order()
  const { body } = await pay(order.id, { amount: 100 })
  expect(await paymentNow(body.razorpay_payment_id)).toMatchObject({
    amount: 100,
    status: 'captured',
  })
})

test('on request a paid order is paid again, and both payments are captured', async () => {
  const order = await rig.order()
  await pay(order.id)
  expect((await pay(order.id, { again: true })).status).toBe(200)
  const { items } = (await rig.api('GET', `/orders/${order.id}/payments`)).body
  expect(items.map((item: { status: string }) => item.status)).toEqual(['captured', 'captured'])
  expect((await orderNow(order.id)).amount_paid).toBe(123_400)
})

test('late authorization turns the failed payment itself into a captured one', async () => {
  const order = await rig.order()
  const failed = await pay(order.id, { outcome: 'failed', reason: 'payment_timed_out' })
  const late = await pay(order.id, { late: true })
  expect(late.body.razorpay_payment_id).toBe(failed.body.error.metadata.payment_id)
  expect(await paymentNow(late.body.razorpay_payment_id)).toMatchObject({
    status: 'captured',
    error_code: null,
  })
})

test('a late authorization of an order that was paid meanwhile is refunded at once', async () => {
  const order = await rig.order()
  await pay(order.id, { outcome: 'failed', reason: 'payment_timed_out' })
  await pay(order.id)
  const late = await pay(order.id, { late: true })
  expect(await paymentNow(late.body.razorpay_payment_id)).toMatchObject({
    status: 'refunded',
    captured: false,
    refund_status: 'full',
  })
})

test('a payment that is not captured within three days is refunded', async () => {
  const order = await rig.order({ payment: { capture: 'manual' } })
  const { body } = await pay(order.id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * 60 * 1_000 })
  try {
    await rig.restart()
    expect(await paymentNow(body.razorpay_payment_id)).toMatchObject({ status: 'refunded' })
  } finally {
    vi.useRealTimers()
  }
})

test("on request the captured currency differs from the order's", async () => {
  const order = await rig.order()
  const { body } = await pay(order.id, { currency: 'USD' })
  expect(await paymentNow(body.razorpay_payment_id)).toMatchObject({ currency: 'USD', status: 'captured' })
  expect((await pay(order.id, { currency: 'dollars' })).status).toBe(400)
})
