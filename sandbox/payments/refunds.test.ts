// @module-tag nightly: It proves the refunds of the stand-in, and nothing of the shop, which uses them in the tests of payments each time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
let paymentId: string
beforeAll(async () => {
  rig = await startRig()
})
beforeEach(async () => {
  const order = await rig.order({ amount: 10_000 })
  const paid = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  paymentId = paid.body.razorpay_payment_id
})
afterAll(() => rig.close())

const refund = (body?: unknown, key?: string) =>
  rig.api(
    'POST',
    `/payments/${paymentId}/refund`,
    body,
    key === undefined ? {} : { 'x-refund-idempotency': key },
  )
const statuses = async (): Promise<string[]> =>
  (await rig.api('GET', '/refunds?count=100')).body.items.map((item: { status: string }) => item.status)
const payment = async () => (await rig.api('GET', `/payments/${paymentId}`)).body

async function eventually(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect.poll(read, { timeout: 5_000, interval: 20 }).toEqual(wanted)
}

test('a refund without an amount refunds everything and is processed a moment later', async () => {
  const answer = await refund()
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
    entity: 'refund',
    amount: 10_000,
    currency: 'INR',
    payment_id: paymentId,
    notes: [],
    receipt: null,
    acquirer_data: { arn: null },
    created_at: expect.any(Number),
    batch_id: null,
    status: 'pending',
    speed_requested: 'normal',
    speed_processed: 'normal',
  })
  await eventually(async () => (await rig.api('GET', `/refunds/${answer.body.id}`)).body.status, 'processed')
  expect(await payment()).toMatchObject({
    status: 'refunded',
    refund_status: 'full',
    amount_refunded: 10_000,
  })
})

test('the order stays paid after its refund', async () => {
  await refund()
  const order = await rig.api('GET', `/orders/${(await payment()).order_id}`)
  expect(order.body.status).toBe('paid')
})

test('partial refunds add up to the payment at most', async () => {
  await refund({ amount: 4_000, speed: 'optimum', notes: { why: 'broken' }, receipt: 'line-1' })
  expect(await payment()).toMatchObject({
    status: 'captured',
    refund_status: 'partial',
    amount_refunded: 4_000,
  })
  expect((await refund({ amount: 6_001 })).body.error.field).toBe('amount')
  expect((await refund({ amount: 6_000 })).status).toBe(200)
  expect((await refund()).body.error.description).toMatch(/fully refunded/)
  const list = (await rig.api('GET', `/payments/${paymentId}/refunds`)).body
  expect(list.items.map((item: { amount: number }) => item.amount)).toEqual([6_000, 4_000])
})

test('of twenty concurrent full refunds one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund()))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await payment()).amount_refunded).toBe(10_000)
})

test('unknown fields, odd speeds and amounts under a rupee are refused', async () => {
  expect((await refund({ reason: 'broken' })).body.error.description).toMatch(/should not be sent/)
  expect((await refund({ speed: 'slow' })).status).toBe(400)
  expect((await refund({ amount: 99 })).body.error.field).toBe('amount')
  expect((await payment()).amount_refunded).toBe(0)
})

test('only captured payments are refunded', async () => {
  const order = await rig.order()
  const failed = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'failed' })
  const answer = await rig.api('POST', `/payments/${failed.body.error.metadata.payment_id}/refund`)
  expect(answer.status).toBe(400)
  expect(answer.body.error.description).toMatch(/captured/)
})

test('the same idempotency key and body return the same refund, with the fields in any order', async () => {
  const first = await refund({ amount: 1_000, receipt: 'a' }, 'order-17-cancel')
  const again = await refund({ receipt: 'a', amount: 1_000 }, 'order-17-cancel')
  expect(again.body.id).toBe(first.body.id)
  expect((await payment()).amount_refunded).toBe(1_000)
})

test('the same key with another body or another payment is refused with 400', async () => {
  await refund({ amount: 1_000 }, 'order-18-cancel')
  const other = await refund({ amount: 2_000 }, 'order-18-cancel')
  expect(other.status).toBe(400)
  expect(other.body.error.description).toMatch(/same idempotency key/)
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const elsewhere = await rig.api(
    'POST',
    `/payments/${body.razorpay_payment_id}/refund`,
    { amount: 1_000 },
    { 'x-refund-idempotency': 'order-18-cancel' },
  )
  expect(elsewhere.status).toBe(400)
  expect((await payment()).amount_refunded).toBe(1_000)
})

test('a key whose first request is in flight gets 409, and the first request completes', async () => {
  await rig.own('POST', '/sandbox/payments/faults', {
    call: 'refunds.create',
    fault: 'slow',
    ms: 2_000,
  })
  const ask = () => refund({ amount: 1_000 }, 'order-19-cancel')
  // Whichever arrives first.
  const [first, second] = (await Promise.all([ask(), ask()])).toSorted((a, b) => a.status - b.status)
  expect([first?.status, second?.status]).toEqual([200, 409])
  expect((await ask()).body.id).toBe(first?.body.id)
})

test('a key of a refused refund can be used again', async () => {
  expect((await refund({ amount: 10_001 }, 'order-20-cancel')).status).toBe(400)
  expect((await refund({ amount: 10_000 }, 'order-20-cancel')).status).toBe(200)
})

test.each(['short-key', 'with space', 'ключ-ключ-ключ'])(
  "the key '%s' breaks the header's form",
  async (key) => {
    const answer = await refund({}, Buffer.from(key).toString('latin1'))
    expect(answer.status).toBe(400)
  },
)

test('a refund can be made to fail, and its amount can be refunded again', async () => {
  // The fault hits the next refund that is processed, so wait until those of earlier tests are done.
  await eventually(async () => (await statuses()).includes('pending'), false)
  await rig.own('POST', '/sandbox/payments/faults', {
    call: 'refunds.process',
    fault: 'error-500',
  })
  const { body } = await refund()
  await eventually(async () => (await rig.api('GET', `/refunds/${body.id}`)).body.status, 'failed')
  expect(await payment()).toMatchObject({
    status: 'captured',
    refund_status: null,
    amount_refunded: 0,
  })
  await expect.poll(() => rig.deliveries.map((delivery) => delivery.event)).toContain('refund.failed')
})

test.each([
  ['other-amount', { amount: 2_500, status: 'processed' }, 2_500],
  ['other-currency', { currency: 'USD', status: 'processed' }, 5_000],
  ['late-success', { amount: 5_000, status: 'processed' }, 5_000],
])('%s: the refund is processed otherwise than it was asked for', async (fault, processed, refunded) => {
  await eventually(async () => (await statuses()).includes('pending'), false)
  await rig.own('POST', '/sandbox/payments/faults', { call: 'refunds.process', fault, ms: 100 })
  const { body } = await refund({ amount: 5_000 })
  const now = async () => (await rig.api('GET', `/refunds/${body.id}`)).body
  await expect.poll(now, { timeout: 10_000 }).toMatchObject(processed)
  expect((await payment()).amount_refunded).toBe(refunded)
  if (fault !== 'late-success') return
  const told = () =>
    rig.deliveries
      .filter(({ raw }) => JSON.parse(raw).payload.refund?.entity.id === body.id)
      .map(({ event }) => event)
  await expect
    .poll(told, { timeout: 10_000 })
    .toEqual(['refund.created', 'refund.failed', 'refund.processed'])
})
