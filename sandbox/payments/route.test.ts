// @module-tag nightly: It proves the transfers of the stand-in, and nothing of the shop, which uses them in the tests of payments each time.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

/** A call to the version of the API that has accounts. */
async function v2(method: string, path: string, body: object) {
  const { apiUrl, keyId, keySecret } = rig.sandbox.payment
  const response = await fetch(apiUrl.replace('/v1', '/v2') + path, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const details = (email: string) => ({
  email,
  phone: '9876543210',
  type: 'route',
  legal_business_name: 'Test Bamboo Works',
  business_type: 'proprietorship',
  profile: {},
})
const bank = { account_number: '123456789012', ifsc_code: 'HDFC0000001', beneficiary_name: 'Test Owner' }
const transfer = (account: string, amount: number, key: string) =>
  rig.api('POST', '/transfers', { account, amount, currency: 'INR' }, { 'X-Transfer-Idempotency': key })

test('an account can be paid once it has a stakeholder and a bank account; a key moves money once', async () => {
  const { body: account } = await v2('POST', '/accounts', details('one@sellers.test'))
  expect(account.id).toMatch(/^acc_\w{14}$/)
  expect((await v2('POST', '/accounts', details('one@sellers.test'))).status).toBe(400)
  expect((await transfer(account.id, 5_000, 'key-1')).body.error.description).toBe(
    'The account is not activated.',
  )
  const { body: product } = await v2('POST', `/accounts/${account.id}/products`, { product_name: 'route' })
  const change = (settlements: object) =>
    v2('PATCH', `/accounts/${account.id}/products/${product.id}`, { settlements })
  expect((await change({ ...bank, ifsc_code: 'no' })).body.error.field).toBe('ifsc_code')
  expect((await change(bank)).body.activation_status).toBe('needs_clarification')
  await v2('POST', `/accounts/${account.id}/stakeholders`, { name: 'Test Owner' })
  expect((await change(bank)).body.activation_status).toBe('activated')

  const first = await transfer(account.id, 5_000, 'key-1')
  expect(first.body).toMatchObject({ status: 'pending', recipient: account.id, amount: 5_000 })
  expect((await transfer(account.id, 5_000, 'key-1')).body.id).toBe(first.body.id)
  expect((await transfer(account.id, 6_000, 'key-1')).status).toBe(400)
  expect((await transfer(account.id, 5_000, 'k'.repeat(37))).status).toBe(400)
  expect((await transfer('acc_unknown', 5_000, 'key-2')).status).toBe(400)
  const read = async () => (await rig.api('GET', `/transfers/${first.body.id}`)).body
  await expect.poll(read).toMatchObject({ status: 'processed' })
  expect(await rig.received(1)).toEqual(['transfer.processed'])

  // What is stored survives a restart, and lists are cut by time.
  await rig.restart()
  const reverse = (amount?: number) =>
    rig.api('POST', `/transfers/${first.body.id}/reversals`, amount ? { amount } : {})
  expect((await reverse(5_001)).status).toBe(400)
  await reverse(1_000)
  expect(await read()).toMatchObject({ status: 'partially_reversed', amount_reversed: 1_000 })
  await reverse()
  expect(await read()).toMatchObject({ status: 'reversed', amount_reversed: 5_000 })
  expect((await reverse()).status).toBe(400)
  const made = first.body.created_at
  expect((await rig.api('GET', `/transfers?from=${made}&to=${made}`)).body.count).toBe(1)
  expect((await rig.api('GET', `/transfers?from=${made + 1}`)).body.count).toBe(0)

  const within = { timeout: 10_000 }
  const faulty = async (fault: string, key: string) => {
    await rig.own('POST', '/sandbox/payments/faults', { call: 'transfers.process', fault, ms: 50 })
    const { id } = (await transfer(account.id, 700, key)).body
    return async () => (await rig.api('GET', `/transfers/${id}`)).body
  }
  await expect.poll(await faulty('error-500', 'key-3'), within).toMatchObject({ status: 'failed' })
  await expect
    .poll(await faulty('other-amount', 'key-4'), within)
    .toMatchObject({ status: 'processed', amount: 350 })
  await expect
    .poll(await faulty('other-currency', 'key-5'), within)
    .toMatchObject({ status: 'processed', currency: 'USD' })
  const late = await faulty('late-success', 'key-6')
  await expect.poll(late, within).toMatchObject({ status: 'processed' })
  const { id } = await late()
  // A reply can show the status before the webhook of it has arrived.
  const eventsOfLate = () => rig.deliveries.filter(({ raw }) => raw.includes(id)).map(({ event }) => event)
  await expect.poll(eventsOfLate, within).toEqual(['transfer.failed', 'transfer.processed'])
})
