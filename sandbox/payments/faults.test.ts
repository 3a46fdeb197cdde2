import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterEach(() => rig.own('DELETE', '/sandbox/payments/faults'))
afterAll(() => rig.close())

const plan = (body: unknown) => rig.own('POST', '/sandbox/payments/faults', body)
const create = (receipt: string) => rig.api('POST', '/orders', { amount: 100, currency: 'INR', receipt })
const made = async (receipt: string) => (await rig.api('GET', `/orders?receipt=${receipt}`)).body.count

test.each([
  ['error-500', 500, 'SERVER_ERROR'],
  ['refuse-400', 400, 'BAD_REQUEST_ERROR'],
  ['rate-limit-429', 429, 'BAD_REQUEST_ERROR'],
])('%s is replied as many times as planned and does no work', async (fault, status, code) => {
  await plan({ call: 'orders.create', fault, times: 2 })
  for (let i = 0; i < 2; i += 1) {
    const answer = await create(fault)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  }
  expect(await made(fault)).toBe(0)
  expect((await create(fault)).status).toBe(200)
})

test('lost-answer does the work and closes the connection', async () => {
  await plan({ call: 'orders.create', fault: 'lost-answer' })
  await expect(create('lost-answer')).rejects.toThrow('fetch failed')
  expect(await made('lost-answer')).toBe(1)
})

test('lost-request closes the connection and does nothing', async () => {
  await plan({ call: 'orders.create', fault: 'lost-request' })
  await expect(create('lost-request')).rejects.toThrow('fetch failed')
  expect(await made('lost-request')).toBe(0)
})

test('timeout does nothing and never replies, also after the caller has disconnected', async () => {
  await plan({ call: 'orders.create', fault: 'timeout' })
  const order = { amount: 100, currency: 'INR', receipt: 'timeout' }
  const waiting = rig.api('POST', '/orders', order, {}, AbortSignal.timeout(300))
  await expect(waiting).rejects.toThrow('timeout')
  expect(await made('timeout')).toBe(0)
})

test('an idempotency key is free again once the caller of a hanging refund has disconnected', async () => {
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const path = `/payments/${body.razorpay_payment_id}/refund`
  const headers = { 'x-refund-idempotency': 'hung-once-key' }
  await plan({ call: 'refunds.create', fault: 'timeout' })
  const hanging = rig.api('POST', path, {}, headers, AbortSignal.timeout(200))
  await expect(hanging).rejects.toThrow('timeout')
  await expect.poll(async () => (await rig.api('POST', path, {}, headers)).status).toBe(200)
})

test('a refund whose reply was lost is found again by its idempotency key', async () => {
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const path = `/payments/${body.razorpay_payment_id}/refund`
  const refund = () => rig.api('POST', path, {}, { 'x-refund-idempotency': 'lost-and-found' })
  await plan({ call: 'refunds.create', fault: 'lost-answer' })
  await expect(refund()).rejects.toThrow('fetch failed')
  expect((await refund()).body.amount).toBe(123_400)
})

test('a fault affects only its call, and faults of one call are injected in order', async () => {
  await plan({ call: 'orders.get', fault: 'error-500' })
  await plan({ call: 'orders.get', fault: 'rate-limit-429' })
  const order = await rig.order()
  const statuses: number[] = []
  for (let i = 0; i < 3; i += 1) statuses.push((await rig.api('GET', `/orders/${order.id}`)).status)
  expect(statuses).toEqual([500, 429, 200])
})

test('DELETE clears every planned fault', async () => {
  await plan({ call: '*', fault: 'error-500', times: 100 })
  expect((await create('cleared')).status).toBe(500)
  await rig.own('DELETE', '/sandbox/payments/faults')
  expect((await create('cleared')).status).toBe(200)
})

test('an unknown call or fault is refused', async () => {
  expect((await plan({ call: 'orders.eat', fault: 'error-500' })).status).toBe(400)
  expect((await plan({ call: 'orders.get', fault: 'explode' })).status).toBe(400)
})

test('slow-answer does the work at once and replies later', async () => {
  await plan({ call: 'orders.create', fault: 'slow-answer', ms: 300 })
  const begun = Date.now()
  const answered = create('slow-answer')
  await expect.poll(() => made('slow-answer')).toBe(1)
  expect((await answered).status).toBe(200)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(295)
})

test('twice makes two orders with one receipt, but one refund with one idempotency key', async () => {
  await plan({ call: 'orders.create', fault: 'twice' })
  await create('twice')
  expect(await made('twice')).toBe(2)
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const path = `/payments/${body.razorpay_payment_id}`
  await plan({ call: 'refunds.create', fault: 'twice' })
  await rig.api('POST', `${path}/refund`, { amount: 100 }, { 'x-refund-idempotency': 'twice-one-key' })
  expect((await rig.api('GET', path)).body.amount_refunded).toBe(100)
})

test('faults of processing are refused for calls', async () => {
  expect((await plan({ call: 'refunds.create', fault: 'late-success' })).status).toBe(400)
  expect((await plan({ call: '*', fault: 'other-amount' })).status).toBe(400)
})
