/** api-rules §4: webhooks of the payment provider are stored, answered with 200 at once, and settled by a job. */
// @module-tag nightly: It waits for debounced jobs. settle.test.ts takes webhooks each time.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, pay, startPaying, ordersOf } from '../../../tests/setup/buying.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { processPaymentWebhook } from './handle-payment-webhook.ts'

const sendTo = (shop: TestShop, body: string, secret: string, { url = shop.url, eventId = newId() }) =>
  fetch(`${url}/api/v1/webhooks/payment`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
  })
const captured = (orderId: string, id = 'pay_x') =>
  JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity: { id, order_id: orderId, amount: 1, status: 'captured' } } },
  })

describe('webhooks of payments', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  beforeEach(() => stopPaymentFaults(shop))
  afterAll(() => shop.stop())

  const send = (body: string, secret: string, more: { url?: string; eventId?: string } = {}) =>
    sendTo(shop, body, secret, more)
  const secretOf = () => shop.running.shop.config.payment!.webhookSecret

  test('the provider does not answer questions: its webhook is answered all the same, and settled later', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    await pay(shop, orderId, 'paid', { webhooks: 'none' })
    await shop.kit('/sandbox/payments/faults', { call: 'orders.payments', fault: 'timeout', times: 1 })
    const answered = await Promise.race([
      send(captured(orderId), secretOf()).then(({ status }) => status),
      new Promise((resolve) => setTimeout(() => resolve('no answer within 5 seconds'), 5_000)),
    ])
    expect(answered).toBe(200)
    expect(await ordersOf(buyer)).toEqual([])
    await eventually(
      () => ordersOf(buyer),
      (orders) => orders.length === 1,
    )
  })

  test('while the secret is changed, events signed with the earlier one are accepted; any other is refused', async () => {
    const keys = shop.running.shop.config.payment!
    const node = await shop.secondNode({
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: 'the-new-secret',
      RAZORPAY_WEBHOOK_SECRET_OLD: 'the-old-secret',
    })
    const body = captured('order_of_nobody').replace('payment.captured', 'payment.failed')
    expect((await send(body, 'the-new-secret', { url: node })).status).toBe(200)
    expect((await send(body, 'the-old-secret', { url: node })).status).toBe(200)
    expect((await send(body, 'an-older-secret', { url: node })).status).toBe(400)
  })

  test('what tells of taken or refunded money makes a job, and each event only once; nothing else makes one', async () => {
    const telling = [
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
      'refund.processed',
    ]
    // 'transfer.processed' has no transfer in it.
    const others = [
      'payment.failed',
      'payment.captured.x',
      'x.order.paid',
      'x.refund.created',
      'refunds',
      'unknown',
      'transfer.processed',
    ]
    for (const event of [...telling, ...others]) {
      const body = captured('order_of_jobs').replace('payment.captured', event)
      const eventId = newId()
      for (const status of [200, 200]) expect((await send(body, secretOf(), { eventId })).status).toBe(status)
    }
    const jobs = await shop.db.query<{ event: string }>(sql`
      select coalesce(data->>'event', name) as event from pgboss.job
      where data->>'providerOrderId' = 'order_of_jobs' or name = 'check-transfer' order by 1`)
    expect(jobs.map(({ event }) => event)).toEqual(telling.toSorted())
    // An order of the provider that the shop does not know is stored for the administrator.
    await eventually(
      () => shop.db.query(sql`select from unmatched_payment where provider_order_id = 'order_of_jobs'`),
      (rows) => rows.length === 1,
    )
  })

  test('an event of a payment that is recorded makes no job, but an event of its refund does', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
    const { payments } = shop.running.shop
    const { paymentsOf, receiptOf, refundsOf } = payments
    const work = (event: string) =>
      processPaymentWebhook(shop.running.shop, {
        event,
        providerOrderId: orderId,
        providerPaymentId: answer.razorpay_payment_id,
      })
    // Refunds of a captured payment are not requested, and the checkout of a stored order is not searched for.
    payments.refundsOf = () => Promise.reject(new Error('asked in vain'))
    payments.receiptOf = () => Promise.reject(new Error('searched in vain'))
    await work('payment.captured')
    expect(await ordersOf(buyer)).toHaveLength(1)
    payments.refundsOf = refundsOf
    const of = (event: string) =>
      captured(orderId, answer.razorpay_payment_id).replace('payment.captured', event)
    for (const event of ['payment.captured', 'order.paid', 'refund.created'])
      expect((await send(of(event), secretOf())).status).toBe(200)
    const jobs = await shop.db.query<{ event: string }>(sql`
      select data->>'event' as event from pgboss.job where data->>'providerOrderId' = ${orderId}`)
    expect(jobs).toEqual([{ event: 'refund.created' }])
    // An existing job sends no request to the provider.
    payments.paymentsOf = () => Promise.reject(new Error('asked in vain'))
    await work('payment.captured')
    await expect(work('refund.created')).rejects.toThrow('asked in vain')
    Object.assign(payments, { paymentsOf, receiptOf })
  })
})

test('the three events of a payment make one job, which places the order of a buyer whose browser was closed', async () => {
  const shop = await startTestShop({ webhookDebounceSeconds: 2 })
  try {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    await pay(shop, orderId, 'paid-and-closed')
    await eventually(
      () => ordersOf(buyer),
      (orders) => orders.length === 1,
    )
    const [sent] = await shop.db.query<{ events: number; jobs: number }>(sql`
      select (select count(*) from webhook_event) as events,
        (select count(*) from pgboss.job where name = 'payment-webhook') as jobs`)
    expect(sent?.events).toBe(3)
    // The slots of the queue are two seconds long, and the events may be in two slots.
    expect(sent?.jobs).toBeGreaterThan(0)
    expect(sent?.jobs).toBeLessThan(3)
    // Another payment of the same order has its own job.
    for (const id of ['pay_1', 'pay_2'])
      await sendTo(shop, captured('order_of_two', id), shop.running.shop.config.payment!.webhookSecret, {})
    const jobs = await shop.db.query(sql`
      select distinct data->>'providerPaymentId' from pgboss.job where data->>'providerOrderId' = 'order_of_two'`)
    expect(jobs).toHaveLength(2)
  } finally {
    await shop.stop()
  }
})
