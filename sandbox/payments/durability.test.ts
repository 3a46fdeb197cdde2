// @module-tag nightly: It proves the journal of the stand-in, and nothing of the shop, which uses them in the tests of payments each time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const ledger = async () => (await rig.own('GET', '/sandbox/payments/ledger.json')).body
const file = () => join(rig.dataDir, 'sandbox', 'payments.jsonl')

test('keys, orders, payments, refunds and used refund keys are the same after a restart', async () => {
  const order = await rig.order({ receipt: 'kept', notes: { a: 'b' } })
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const refund = () =>
    rig.api(
      'POST',
      `/payments/${body.razorpay_payment_id}/refund`,
      { amount: 500 },
      { 'x-refund-idempotency': 'kept-refund' },
    )
  const { id } = (await refund()).body
  await rig.received(5)
  await expect
    .poll(async () => (await ledger()).webhooks.every((one: { state: string }) => one.state === 'delivered'))
    .toBe(true)
  const before = { keys: { ...rig.sandbox.payment, apiUrl: '' }, ledger: await ledger() }
  await rig.restart()
  expect({ keys: { ...rig.sandbox.payment, apiUrl: '' }, ledger: await ledger() }).toEqual(before)
  expect((await refund()).body.id).toBe(id)
  expect((await rig.api('GET', '/orders?receipt=kept')).body.count).toBe(1)
})

test('a refund pending at the end is processed after the next start', async () => {
  const order = await rig.order()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const refund = (await rig.api('POST', `/payments/${body.razorpay_payment_id}/refund`)).body
  await rig.restart()
  await expect
    .poll(async () => (await rig.api('GET', `/refunds/${refund.id}`)).body.status, {
      timeout: 5_000,
    })
    .toBe('processed')
})

test('manual capture is remembered', async () => {
  const order = await rig.order({ payment: { capture: 'manual' } })
  await rig.restart()
  const { body } = await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  expect((await rig.api('GET', `/payments/${body.razorpay_payment_id}`)).body.status).toBe('authorized')
})

test('a process that is killed right after replying loses no payment', async () => {
  const script = `
    import { startSandbox } from ${JSON.stringify(new URL('../sandbox.ts', import.meta.url).href)};
    const [dataDir] = process.argv.slice(1);
    const sandbox = await startSandbox({ dataDir, shopUrl: "http://127.0.0.1:9" });
    const { apiUrl, keyId, keySecret } = sandbox.payment;
    const headers = { authorization: "Basic " + btoa(keyId + ":" + keySecret) };
    for (;;) {
      const body = JSON.stringify({ amount: 5000, currency: "INR" });
      const order = await (await fetch(apiUrl + "/orders", { method: "POST", headers, body })).json();
      const paid = await sandbox.fetch(new Request("http://shop.test/dev/payments/" + order.id,
        { method: "POST", body: JSON.stringify({ outcome: "paid" }) }));
      console.log((await paid.json()).razorpay_payment_id);
    }`
  await rig.sandbox.stop()
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, rig.dataDir])
  let answered = ''
  child.stdout.on('data', (part) => {
    answered += part
    if (answered.split('\n').length > 30) child.kill('SIGKILL')
  })
  await once(child, 'close')
  await rig.restart()
  const ids = answered.split('\n').slice(0, -1)
  expect(ids.length).toBeGreaterThanOrEqual(30)
  for (const id of ids) {
    const { body } = await rig.api('GET', `/payments/${id}`)
    expect(body.status).toBe('captured')
    expect((await rig.api('GET', `/orders/${body.order_id}`)).body.status).toBe('paid')
  }
})

test('an incomplete journal line is skipped, and later lines are read', async () => {
  const first = await rig.order()
  await rig.sandbox.stop()
  await appendFile(file(), '[{"table":"order","row":{"id":"order_to')
  await rig.restart()
  const second = await rig.order()
  await rig.restart()
  expect((await ledger()).orders.map((order: { id: string }) => order.id)).toEqual([first.id, second.id])
})

test('a payment, its order and its webhooks are written as one line of the journal', async () => {
  const order = await rig.order()
  const lines = async () => (await readFile(file(), 'utf8')).trim().split('\n')
  const before = (await lines()).length
  await rig.own('POST', `/dev/payments/${order.id}`, { outcome: 'paid' })
  const line = JSON.parse((await lines())[before] ?? '[]') as { table: string }[]
  expect(line.map((change) => change.table)).toEqual(['payment', 'order', 'webhook', 'webhook', 'webhook'])
})

test('ledger.json contains no key and no secret', async () => {
  await rig.order()
  const text = JSON.stringify(await ledger())
  const { keySecret, webhookSecret } = rig.sandbox.payment
  expect(text).not.toContain(keySecret)
  expect(text).not.toContain(webhookSecret)
})
