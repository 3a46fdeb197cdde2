/** The adapter against a provider that hangs, responds oddly, loses responses and cuts lists (providers.md §1). */
// @module-tag nightly: Dozens of odd answers of the provider. Payments and refunds of all other tests speak its protocol each time.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentSandbox, startPayments } from '../../../../sandbox/payments/payment-sandbox.ts'
import { makeTempFolder } from '../../../../tests/setup/temp-folder.ts'
import { newId } from '../../db/ids.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'
import { openRazorpay } from './razorpay.ts'

/** Longer than any response of a busy machine; where a response is to come too late, `impatient`. */
const timeoutMs = 20_000
const impatient = { timeoutMs: 400 }
const keys = { keyId: 'rzp_test_x', keySecret: 'secret', webhookSecret: 'whsec', scriptUrl: '/x.js' }

describe('against the sandbox', () => {
  let folder: string
  let sandbox: PaymentSandbox
  beforeAll(async () => {
    folder = makeTempFolder('hariyali-payments-')
    sandbox = await startPayments({
      file: path.join(folder, 'payments.jsonl'),
      webhookUrl: 'http://127.0.0.1:9/nobody',
      webhookRetryMs: [60_000],
    })
    await dev('/sandbox/payments/webhooks', { mode: 'off' })
  })
  beforeEach(async () => void (await sandbox.dev.request('/sandbox/payments/faults', { method: 'DELETE' })))
  afterAll(async () => {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (more: object = {}) => openRazorpay({ ...sandbox, timeoutMs, ...more })
  async function dev(url: string, body: object): Promise<any> {
    const response = await sandbox.dev.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const fault = (call: string, kind: string, more: object = {}) =>
    dev('/sandbox/payments/faults', { call, fault: kind, ...more })
  const newOrder = (amountPaise = 30_000) => open().createOrder({ receipt: newId(), amountPaise })
  async function paid(amountPaise = 30_000): Promise<string> {
    const { razorpay_payment_id: id } = await dev(`/dev/payments/${await newOrder(amountPaise)}`, {
      outcome: 'paid',
    })
    return id
  }
  const ledger = async () => (await sandbox.dev.request('/sandbox/payments/ledger.json')).json()
  const refundsAt = async (paymentId: string) =>
    (await ledger()).refunds.filter((one: any) => one.payment_id === paymentId)

  test('every attempt of an order is listed, also where the provider cuts the list after ten and after a hundred', async () => {
    const orderId = await newOrder()
    const { razorpay_payment_id: first } = await dev(`/dev/payments/${orderId}`, { outcome: 'paid' })
    for (let n = 0; n < 10; n += 1)
      await dev(`/dev/payments/${orderId}`, { outcome: 'paid', again: true, amount: 100 + n })
    const eleven = await open().paymentsOf(orderId)
    expect(eleven).toHaveLength(11)
    expect(eleven.find((one) => one.id === first)).toMatchObject({ status: 'captured', amountPaise: 30_000 })
    for (let n = 0; n < 100; n += 1)
      await dev(`/dev/payments/${orderId}`, { outcome: 'paid', again: true, amount: 100 })
    const many = await open().paymentsOf(orderId)
    expect(new Set(many.map((one) => one.id)).size).toBe(111)
    expect(many).toHaveLength(111)
  })

  test('every refund of a payment is listed, also where the provider cuts the list after ten', async () => {
    const id = await paid()
    for (let n = 0; n < 12; n += 1) await dev(`/sandbox/payments/refunds/${id}`, { amount: 1_000 + n })
    const refunds = await open().refundsOf(id)
    expect(refunds.map((one) => one.amountPaise).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => 1_000 + n),
    )
  })

  test('a refund whose answer was lost, or came late, is requested again under its key and moves the money once', async () => {
    const id = await paid()
    const key = newId()
    const ask = (more: object = {}) => open(more).refund({ key, paymentId: id, amountPaise: 10_000 })
    await fault('refunds.create', 'lost-answer')
    await expect(ask()).rejects.toThrow(ProviderUnavailable)
    await fault('refunds.create', 'slow', { ms: 3_000 })
    await expect(ask(impatient)).rejects.toThrow(ProviderUnavailable)
    // The slow one is still in flight: 409 under the same key is no refusal.
    await expect(ask()).rejects.toThrow(ProviderUnavailable)
    await expect.poll(() => ask().catch(() => null)).toMatchObject({ amountPaise: 10_000, receipt: key })
    const answer = await ask()
    expect(await refundsAt(id)).toMatchObject([{ id: answer.id, amount: 10_000, receipt: key }])
    // Another amount under the same key is refused and moves nothing.
    const other = open().refund({ key, paymentId: id, amountPaise: 5_000 })
    await expect(other).rejects.toThrow(ProviderRefused)
    expect(await refundsAt(id)).toHaveLength(1)
  })

  test('more than was paid, and what went back already, is refused', async () => {
    const id = await paid()
    const ask = (amountPaise: number) => open().refund({ key: newId(), paymentId: id, amountPaise })
    await expect(ask(30_001)).rejects.toThrow(ProviderRefused)
    await ask(30_000)
    await expect(ask(30_000)).rejects.toThrow(ProviderRefused)
    await expect(ask(1)).rejects.toThrow(ProviderRefused)
  })

  test('a lost or late answer to a capture is found by asking for the payment', async () => {
    const orderId = await newOrder()
    const { razorpay_payment_id: id } = await dev(`/dev/payments/${orderId}`, {
      outcome: 'paid',
      capture: false,
    })
    const payment = (await open().payment(id))!
    expect(payment.status).toBe('authorized')
    await fault('payments.capture', 'lost-answer')
    await expect(open().capture(payment)).rejects.toThrow(ProviderUnavailable)
    await expect(open().capture(payment)).rejects.toThrow(ProviderRefused)
    expect(await open().payment(id)).toMatchObject({ status: 'captured', amountPaise: 30_000 })
  })

  test('an unknown payment is null; an answer to wrong keys is not taken for one about a payment', async () => {
    expect(await open().payment('pay_unknown')).toBeNull()
    const id = await paid()
    await expect(open({ keySecret: 'wrong' }).payment(id)).rejects.toThrow(ProviderUnavailable)
    await expect(
      open({ keySecret: 'wrong' }).refund({ key: newId(), paymentId: id, amountPaise: 100 }),
    ).rejects.toThrow(ProviderUnavailable)
  })

  test.each(['error-500', 'rate-limit-429', 'timeout', 'lost-request', 'lost-answer'])(
    '%s is an answer that says neither yes nor no, whatever was asked',
    async (kind) => {
      const orderId = await newOrder()
      const { razorpay_payment_id: id } = await dev(`/dev/payments/${orderId}`, { outcome: 'paid' })
      const { razorpay_payment_id: authorized } = await dev(`/dev/payments/${await newOrder()}`, {
        outcome: 'paid',
        capture: false,
      })
      const provider = open(kind === 'timeout' ? impatient : {})
      const calls: [string, () => Promise<unknown>][] = [
        ['payments.get', () => provider.payment(id)],
        ['orders.payments', () => provider.paymentsOf(orderId)],
        ['payments.refunds', () => provider.refundsOf(id)],
        ['payments.capture', () => provider.capture({ ...payment, id: authorized })],
        ['refunds.create', () => provider.refund({ key: newId(), paymentId: id, amountPaise: 100 })],
      ]
      const payment = {
        orderId,
        amountPaise: 30_000,
        currency: 'INR',
        status: 'authorized' as const,
        refundedPaise: 0,
        charge: null,
        createdAt: new Date(),
      }
      for (const [call, ask] of calls) {
        await fault(call, kind)
        const error: unknown = await ask().catch((reason: unknown) => reason)
        expect(error, call).toBeInstanceOf(ProviderUnavailable)
        await sandbox.dev.request('/sandbox/payments/faults', { method: 'DELETE' })
      }
    },
  )
})

describe('against odd answers', () => {
  let server: Server
  let answerWith: (response: ServerResponse) => void
  beforeAll(async () => {
    server = createServer((_, response) => answerWith(response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = (more: object = {}) =>
    openRazorpay({
      ...keys,
      timeoutMs,
      ...more,
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    })
  const send = (status: number, body: string, headers: Record<string, string> = {}) => {
    answerWith = (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
  }
  const json = (status: number, body: unknown) => send(status, JSON.stringify(body))
  const payment = {
    id: 'pay_1',
    amount: 30_000,
    currency: 'INR',
    order_id: 'order_1',
    status: 'captured',
    created_at: 1,
  }
  const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, receipt: 'key', status: 'pending' }
  const asks = (provider: ReturnType<typeof open>) => [
    provider.payment('pay_1'),
    provider.paymentsOf('order_1'),
    provider.refundsOf('pay_1'),
    provider.capture({
      id: 'pay_1',
      orderId: 'order_1',
      amountPaise: 1,
      currency: 'INR',
      status: 'authorized',
      refundedPaise: 0,
      charge: null,
      createdAt: new Date(),
    }),
    provider.refund({ key: 'key-of-a-refund', paymentId: 'pay_1', amountPaise: 100 }),
  ]
  const kinds = async (provider = open()) => {
    const outcomes = await Promise.allSettled(asks(provider))
    return outcomes.map((one) => (one.status === 'rejected' ? one.reason.constructor : one.value))
  }
  const unavailable = Array.from({ length: 5 }, () => ProviderUnavailable)

  test.each<[string, number, string]>([
    ['a page in place of JSON', 200, '<html>Back soon</html>'],
    ['nothing', 200, ''],
    ['cut JSON', 200, '{"id":"pay_1","amo'],
    ['null', 200, 'null'],
    ['another shape', 200, '{"id":1,"amount":"30000","items":{}}'],
    ['an error inside a success', 200, '{"error":{"code":"BAD_REQUEST_ERROR","description":"no"}}'],
    ['items of another shape', 200, '{"items":[{"id":null}]}'],
    [
      'broken paise',
      200,
      JSON.stringify({ ...payment, amount: 300.5, items: [{ ...payment, amount: 0.5 }] }),
    ],
    ["a proxy's page", 502, '<html>Bad Gateway</html>'],
    ["a firewall's page", 403, '<html>Denied</html>'],
    ["a gateway's own refusal", 400, '{"message":"no healthy upstream"}'],
    ['a time-out of its own', 408, '{"error":{"code":"SERVER_ERROR","description":"late"}}'],
    ['too many', 429, '{"error":{"code":"BAD_REQUEST_ERROR","description":"slow down"}}'],
    ['still in flight', 409, '{"error":{"code":"BAD_REQUEST_ERROR","description":"in progress"}}'],
    ['failure', 500, '{"error":{"code":"SERVER_ERROR","description":"down"}}'],
    ['wrong keys', 401, '{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed"}}'],
  ])('%s says neither yes nor no', async (_, status, body) => {
    send(status, body)
    expect(await kinds()).toEqual(unavailable)
  })

  test('a redirect to another address is not followed', async () => {
    send(302, '{}', { location: 'http://127.0.0.1:9/elsewhere' })
    expect(await kinds()).toEqual(unavailable)
  })

  test('an answer that never ends is given up in time', async () => {
    answerWith = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"items":[')
    }
    expect(await kinds(open(impatient))).toEqual(unavailable)
  })

  test("only the provider's own words are a no", async () => {
    json(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } })
    expect(await kinds()).toEqual([null, ...Array.from({ length: 4 }, () => ProviderRefused)])
  })

  test('the answer about another payment is not taken for the one that was asked about', async () => {
    json(200, { ...payment, id: 'pay_2' })
    await expect(open().payment('pay_1')).rejects.toThrow(ProviderUnavailable)
    json(200, payment)
    expect(await open().payment('pay_1')).toMatchObject({ id: 'pay_1', status: 'captured' })
  })

  test('the answer to a refund of another payment or amount is not taken for ours', async () => {
    const ask = () => open().refund({ key: 'key-of-a-refund', paymentId: 'pay_1', amountPaise: 100 })
    json(200, refund)
    expect(await ask()).toMatchObject({ id: 'rfnd_1', state: 'accepted', amountPaise: 100 })
    for (const odd of [{ payment_id: 'pay_2' }, { amount: 99 }, { amount: 30_000 }]) {
      json(200, { ...refund, ...odd })
      await expect(ask()).rejects.toThrow(ProviderUnavailable)
    }
  })

  test('a state that is not known yet hides no other attempt: it is money neither taken nor refunded', async () => {
    json(200, { items: [{ ...payment, id: 'pay_2', status: 'on_hold' }, payment] })
    expect((await open().paymentsOf('order_1')).map((one) => one.status)).toEqual(['created', 'captured'])
    json(200, { items: [{ ...refund, status: 'on_hold' }] })
    expect((await open().refundsOf('pay_1')).map((one) => one.state)).toEqual(['accepted'])
  })

  test('a list that never ends is given up', async () => {
    json(200, { items: Array.from({ length: 100 }, (_, n) => ({ ...payment, id: `pay_${n}` })) })
    expect(await open().paymentsOf('order_1')).toHaveLength(100)
    let n = 0
    answerWith = (response) => {
      const items = Array.from({ length: 100 }, () => ({ ...payment, id: `pay_${(n += 1)}` }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }))
    }
    await expect(open().paymentsOf('order_1')).rejects.toThrow(ProviderUnavailable)
  })
})
