// @module-tag nightly: It proves the webhooks of the stand-in, and nothing of the shop, which uses them in the tests of payments each time.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Delivery, Rig } from '../test-rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const pay = async (fields: Record<string, unknown> = {}) => {
  const order = await rig.order()
  const answer = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid', ...fields })
  expect(answer.status).toBe(200)
  return { order, ...answer.body }
}
const bodyOf = (event: string) => JSON.parse(rig.deliveries.find((one) => one.event === event)?.raw ?? 'null')
const quiet = () => new Promise((resolve) => setTimeout(resolve, 250))
const ids = (deliveries: Delivery[]) => new Set(deliveries.map((delivery) => delivery.eventId))

test('a captured payment sends three events, each with the state at its time', async () => {
  const { order, razorpay_payment_id } = await pay()
  expect(await rig.received(3)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  expect(bodyOf('payment.authorized')).toEqual({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_[A-Za-z0-9]{14}$/),
    event: 'payment.authorized',
    contains: ['payment'],
    payload: {
      payment: {
        entity: expect.objectContaining({
          id: razorpay_payment_id,
          status: 'authorized',
          captured: false,
          fee: null,
        }),
      },
    },
    created_at: expect.any(Number),
  })
  expect(bodyOf('payment.captured').payload.payment.entity).toMatchObject({
    status: 'captured',
    fee: 2_912,
    tax: 444,
  })
  expect(bodyOf('order.paid')).toMatchObject({
    contains: ['payment', 'order'],
    payload: { order: { entity: { id: order.id, status: 'paid', amount_due: 0 } } },
  })
})

test('every delivery has its own event id and a signature over its raw bytes', async () => {
  await pay()
  await rig.received(3)
  for (const { raw, signature } of rig.deliveries) {
    const { webhookSecret } = rig.sandbox.payment
    expect(signature).toBe(createHmac('sha256', webhookSecret).update(raw).digest('hex'))
  }
  expect(ids(rig.deliveries).size).toBe(3)
})

test('a failed payment sends an event with its error', async () => {
  await pay({ outcome: 'failed', reason: 'card_declined' })
  expect(await rig.received(1)).toEqual(['payment.failed'])
  expect(bodyOf('payment.failed').payload.payment.entity).toMatchObject({
    status: 'failed',
    error_reason: 'card_declined',
    error_source: 'issuer',
  })
})

test('a refund sends events when created and when processed, with the payment still as captured', async () => {
  const { razorpay_payment_id } = await pay({ webhooks: 'none' })
  await rig.api('POST', `/payments/${razorpay_payment_id}/refund`)
  expect(await rig.received(2)).toEqual(['refund.created', 'refund.processed'])
  expect(bodyOf('refund.processed')).toMatchObject({
    contains: ['refund', 'payment'],
    payload: {
      refund: { entity: { status: 'processed', amount: 123_400 } },
      payment: { entity: { status: 'captured', refund_status: 'full' } },
    },
  })
})

test('a refused webhook is repeated with the same bytes and id until the shop replies 2xx', async () => {
  rig.shopAnswers.push(500, 302, 401)
  await pay({ outcome: 'failed' })
  await rig.received(4)
  await quiet()
  expect(rig.deliveries).toHaveLength(4)
  expect(ids(rig.deliveries).size).toBe(1)
  expect(new Set(rig.deliveries.map(({ raw, signature }) => raw + signature)).size).toBe(1)
  const { webhooks } = (await rig.own('GET', '/sandbox/payments/ledger.json')).body
  expect(webhooks).toMatchObject([
    { event: 'payment.failed', state: 'delivered', attempts: 4, lastStatus: 200 },
  ])
})

test('webhooks that were pending at the end are delivered after the next start', async () => {
  rig.shopAnswers.push(...Array(50).fill(503))
  await pay({ outcome: 'failed' })
  await rig.received(1)
  await rig.sandbox.stop()
  rig.shopAnswers.length = 0
  rig.deliveries.length = 0
  await rig.restart()
  expect(await rig.received(1)).toEqual(['payment.failed'])
  // The sandbox has to record the response before it ends again.
  await expect
    .poll(async () => (await rig.own('GET', '/sandbox/payments/ledger.json')).body.webhooks)
    .toMatchObject([{ state: 'delivered' }])
  await rig.restart()
  await quiet()
  expect(rig.deliveries).toHaveLength(1)
})

test('none: no event is ever delivered', async () => {
  await pay({ webhooks: 'none' })
  await rig.restart()
  await quiet()
  expect(rig.deliveries).toEqual([])
})

test('duplicate: each event is delivered twice with one id', async () => {
  await pay({ webhooks: 'duplicate' })
  await rig.received(6)
  await quiet()
  expect(rig.deliveries).toHaveLength(6)
  expect(ids(rig.deliveries).size).toBe(3)
})

test('late: no event is delivered before the delay has passed', async () => {
  const begun = Date.now()
  await pay({ webhooks: 'late:300' })
  await rig.received(3)
  expect(rig.deliveries).toHaveLength(3)
  expect(Math.min(...rig.deliveries.map((delivery) => delivery.at)) - begun).toBeGreaterThanOrEqual(295)
})

test('shuffle: order.paid arrives before the events of its payment', async () => {
  await pay({ webhooks: 'shuffle' })
  expect(await rig.received(3)).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
})

test('the global mode applies until it is reset', async () => {
  const mode = (body: unknown) => rig.own('POST', '/sandbox/payments/webhooks', body)
  await mode({ mode: 'off' })
  await pay()
  await quiet()
  expect(rig.deliveries).toEqual([])
  await mode({ mode: 'duplicate' })
  await pay({ outcome: 'failed' })
  expect(await rig.received(2)).toHaveLength(2)
  await mode({ mode: 'late', ms: 1_000 })
  await pay({ outcome: 'failed' })
  expect(rig.deliveries).toHaveLength(2)
  expect(await rig.received(3)).toHaveLength(3)
  await mode({ mode: 'normal' })
  await pay({ outcome: 'failed' })
  expect(await rig.received(4)).toHaveLength(4)
  expect((await mode({ mode: 'sometimes' })).status).toBe(400)
})

const ledgerNow = async () => (await rig.own('GET', '/sandbox/payments/ledger.json')).body
const signedWith = (secret: string, { raw, signature }: Delivery) =>
  createHmac('sha256', secret).update(raw).digest('hex') === signature

test('repeat: each event is delivered so many times with one id', async () => {
  await pay({ outcome: 'failed', webhooks: 'repeat:5' })
  expect(await rig.received(5)).toEqual(Array(5).fill('payment.failed'))
  expect(ids(rig.deliveries).size).toBe(1)
})

test('early: the webhooks arrive before the reply to the payer', async () => {
  await pay({ webhooks: 'early' })
  expect(rig.deliveries.map(({ event }) => event)).toContain('order.paid')
})

test('held: nothing arrives until the release, which dates the events days back and signs them again', async () => {
  await pay({ webhooks: 'held' })
  await rig.restart()
  await quiet()
  expect(rig.deliveries).toEqual([])
  const released = await rig.own('POST', '/sandbox/payments/webhooks/release', { days: 3 })
  expect(released.body).toEqual({ released: 3 })
  await rig.received(3)
  for (const delivery of rig.deliveries) {
    expect(Date.now() / 1_000 - JSON.parse(delivery.raw).created_at).toBeGreaterThan(3 * 86_400 - 60)
    expect(signedWith(rig.sandbox.payment.webhookSecret, delivery)).toBe(true)
  }
})

test('old-secret: the events are signed with the secret before the present one', async () => {
  await pay({ webhooks: 'old-secret', outcome: 'failed' })
  await rig.received(1)
  const { webhookSecret, olderWebhookSecret } = rig.sandbox.payment
  expect(rig.deliveries.map((one) => signedWith(olderWebhookSecret, one))).toEqual([true])
  expect(rig.deliveries.map((one) => signedWith(webhookSecret, one))).toEqual([false])
})

test.each(['signature', 'body', 'unsigned'])('a forged webhook (%s) has no good signature', async (kind) => {
  const { razorpay_payment_id } = await pay({ webhooks: 'none' })
  rig.shopAnswers.push(400)
  const forged = await rig.own('POST', `/sandbox/payments/forge/${razorpay_payment_id}`, { kind })
  expect(forged.body).toEqual({ status: 400 })
  expect(rig.deliveries.map((one) => signedWith(rig.sandbox.payment.webhookSecret, one))).toEqual([false])
  expect(rig.deliveries[0]?.event).toBe('payment.captured')
})

test('storm: every event so many times in any order, and forged ones in between, which are not repeated', async () => {
  await rig.own('POST', '/sandbox/payments/webhooks', { mode: 'storm', repeat: 5, ms: 100, forged: 1 })
  rig.shopAnswers.push(...Array(200).fill(200))
  await pay()
  await rig.received(18)
  await quiet()
  expect(rig.deliveries).toHaveLength(18)
  const genuine = rig.deliveries.filter((one) => signedWith(rig.sandbox.payment.webhookSecret, one))
  expect([genuine.length, ids(genuine).size]).toEqual([15, 3])
  expect((await ledgerNow()).webhooks.filter((one: { isForged?: boolean }) => one.isForged)).toHaveLength(3)
})
