import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from './sandbox.ts'
import { startRig } from './test-rig.ts'
import type { Rig } from './test-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

test("API addresses are on loopback, and the checkout script is on the shop's origin", () => {
  expect(rig.sandbox.payment.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(rig.sandbox.courier.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/external$/)
  expect(rig.sandbox.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/)
  expect(rig.sandbox.payment.scriptUrl).toBe('/sandbox/payments/checkout.js')
})

test('the checkout script is JavaScript of less than 8 kB', async () => {
  const response = await rig.sandbox.fetch(new Request(`http://shop.test${rig.sandbox.payment.scriptUrl}`))
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(8_000)
})

test('unknown paths get 404', async () => {
  for (const path of ['/', '/dev', '/dev/other', '/sandbox', '/sandbox/payments', '/api/v1/products']) {
    expect((await rig.own('GET', path)).status).toBe(404)
  }
})

test('without controls only the checkout routes exist: no mailbox, payments, parcel moves, faults or ledger', async () => {
  await rig.sandbox.stop()
  const sandbox = await startSandbox({
    dataDir: rig.dataDir,
    shopUrl: 'http://127.0.0.1:9',
    controls: false,
  })
  const status = async (method: string, path: string) =>
    (await sandbox.fetch(new Request(`http://shop.test${path}`, { method }))).status
  expect(await status('GET', '/sandbox/payments/checkout.js')).toBe(200)
  expect(await status('GET', '/dev/mailbox')).toBe(404)
  expect(await status('GET', '/dev/mailbox.json')).toBe(404)
  expect(await status('POST', '/dev/payments/order_00000000000000')).toBe(404)
  expect(await status('GET', '/sandbox/payments/ledger.json')).toBe(404)
  expect(await status('POST', '/sandbox/payments/faults')).toBe(404)
  expect(await status('POST', '/sandbox/payments/webhooks')).toBe(404)
  expect(await status('POST', '/sandbox/mail/faults')).toBe(404)
  expect(await status('POST', '/dev/shipments/some-order')).toBe(404)
  for (const path of ['faults', 'webhooks', 'pace', 'ledger.json'])
    expect(await status('POST', `/sandbox/courier/${path}`)).toBe(404)
  await sandbox.stop()
  await rig.restart()
})
