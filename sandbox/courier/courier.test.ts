/** The stand-in of the courier: protocol, labels, movement of parcels, and persistence. */
// @module-tag nightly: It proves the stand-in of the courier, which the tests of parcels and returns use each time.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { code128 } from './code128.ts'
import { type CourierSandbox, startCourier } from './courier-sandbox.ts'
import { indianTime, pickupSlot } from './parcel.ts'

let folder: string
let webhookUrl: string
let courier: CourierSandbox
const heard: { token: string; body: any }[] = []
const shopAnswers: number[] = []
const shop = createServer((request, response) => {
  let raw = ''
  request.on('data', (part) => (raw += part))
  request.on('end', () => {
    heard.push({ token: String(request.headers['x-api-key']), body: JSON.parse(raw) })
    response.writeHead(shopAnswers.shift() ?? 200).end()
  })
})

const start = (stepMs: number | null, more: { fetchMs?: number } = {}) =>
  startCourier({ file: join(folder, 'courier.jsonl'), webhookUrl, webhookRetryMs: [20, 40], stepMs, ...more })
const restart = async (stepMs: number | null, more: { fetchMs?: number } = {}) => {
  await courier.stop()
  courier = await start(stepMs, more)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courier-'))
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/v1/webhooks/courier`
  courier = await start(null)
})
afterAll(async () => {
  await courier.stop()
  shop.close()
  await rm(folder, { recursive: true, force: true })
})

const send = async (method: string, path: string, body?: unknown, token?: string) => {
  const response = await fetch(courier.apiUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as any }
}
const logIn = async () => {
  const { email, password } = courier
  return (await send('POST', '/auth/login', { email, password })).body.token as string
}
const own = async (method: string, path: string, body?: unknown) =>
  courier.dev.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const place = {
  pickup_location: 'seller-1',
  name: 'Test Seller',
  email: 'seller@test.hariyali.test',
  phone: '9000000001',
  address: '7, Seller Street',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pin_code: '411001',
}
const orderOf = (id: string) => ({
  order_id: id,
  order_date: '2026-11-21 12:00',
  pickup_location: 'seller-1',
  billing_customer_name: 'Test (Buyer)',
  billing_address: '12 Test Street',
  billing_city: 'Jaipur',
  billing_pincode: '302001',
  billing_state: 'Rajasthan',
  billing_country: 'India',
  billing_email: 'buyer@test.hariyali.test',
  billing_phone: '9000000000',
  shipping_is_billing: true,
  order_items: [{ name: 'Cup ₹ हरियाली', sku: 'x', units: 1, selling_price: 149 }],
  payment_method: 'Prepaid',
  sub_total: 149,
  length: 20,
  breadth: 2,
  height: 2,
  weight: 0.02,
})

/** Books a parcel with AWB, label and pickup; returns the courier's replies. */
async function book(id: string) {
  const token = await logIn()
  await send('POST', '/settings/company/addpickup', place, token)
  const { body: order } = await send('POST', '/orders/create/adhoc', orderOf(id), token)
  const shipment_id = order.shipment_id
  const { body: awb } = await send('POST', '/courier/assign/awb', { shipment_id }, token)
  const { body: label } = await send('POST', '/courier/generate/label', { shipment_id: [shipment_id] }, token)
  const ordered = { shipment_id: [shipment_id] }
  const { body: pickup } = await send('POST', '/courier/generate/pickup', ordered, token)
  return { token, pickup, awb: awb.response.data.awb_code as string, labelUrl: label.label_url as string }
}
const codesHeard = (awb: string) =>
  heard.filter(({ body }) => body.awb === awb).map(({ body }) => body.shipment_status_id)

test('calls need a token, errors name each wrong field, and an order id can be used once only', async () => {
  expect((await send('GET', '/orders?search=x')).status).toBe(401)
  expect((await send('POST', '/auth/login', { email: courier.email, password: 'x' })).status).toBe(400)
  const { token } = await book('order-once')
  const again = await send('POST', '/orders/create/adhoc', orderOf('order-once'), token)
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['order_id']])
  const wrong = { ...orderOf('order-wrong'), weight: 0, height: 0.5, billing_city: 'x'.repeat(31) }
  const refused = await send('POST', '/orders/create/adhoc', wrong, token)
  expect(Object.keys(refused.body.errors).toSorted()).toEqual(['billing_city', 'height', 'weight'])
  const nowhere = { ...orderOf('order-nowhere'), pickup_location: 'nobody' }
  const inside = await send('POST', '/orders/create/adhoc', nowhere, token)
  expect([inside.status, inside.body.shipment_id]).toEqual([200, undefined])
})

test('a parcel moves by itself at the configured pace and sends a webhook with the token at each station', async () => {
  await restart(30)
  const { awb } = await book('order-moving')
  await expect.poll(() => codesHeard(awb), { timeout: 10_000 }).toEqual([6, 18, 17, 7])
  const last = heard.findLast(({ body }) => body.awb === awb)!
  expect(last.token).toBe(courier.webhookToken)
  expect(last.body).toMatchObject({
    order_id: 'order-moving',
    current_status: 'DELIVERED',
    current_status_id: 7,
  })
  expect(last.body.current_timestamp).toMatch(/^\d\d \d\d \d{4} \d\d:\d\d:\d\d$/)
  expect(last.body.scans).toHaveLength(5)
  await restart(null)
})

test.each([
  ['Thursday morning', '2026-11-26T04:00:00Z', '2026-11-26 16:00:00'],
  ['Thursday at two', '2026-11-26T08:30:00Z', '2026-11-27 11:00:00'],
  ['Thursday night', '2026-11-26T17:00:00Z', '2026-11-27 11:00:00'],
  ['Saturday evening', '2026-11-28T15:00:00Z', '2026-11-30 11:00:00'],
  ['Sunday morning', '2026-11-29T04:00:00Z', '2026-11-30 11:00:00'],
])('a pickup that is asked for on %s lies in the next slot of a working day', (_, now, slot) => {
  expect(indianTime(pickupSlot(Date.parse(now)))).toBe(slot)
})

test('the day of a pickup that the courier promises is in working hours', async () => {
  const { pickup } = await book('order-pickup')
  expect(pickup.response.pickup_scheduled_date).toMatch(/ 1[16]:00:00$/)
})

test('a parcel waits to be fetched, so that it can be cancelled, until somebody sets the pace', async () => {
  await restart(30, { fetchMs: 3_600_000 })
  const { awb } = await book('order-waiting')
  const { parcels } = await (await own('GET', '/sandbox/courier/ledger.json')).json()
  const { nextMoveAt } = parcels.find((one: any) => one.id === 'order-waiting')
  expect(nextMoveAt - Date.now()).toBeGreaterThan(3_500_000)
  await own('POST', '/sandbox/courier/pace', { stepMs: 30 })
  await expect.poll(() => codesHeard(awb), { timeout: 10_000 }).toEqual([6, 18, 17, 7])
  await restart(null)
})

test('a parcel moved by hand, also backwards, stops moving by itself; an unknown status is refused', async () => {
  await own('POST', '/sandbox/courier/pace', { stepMs: 3_600_000 })
  const { awb } = await book('order-by-hand')
  for (const status of ['Shipped', 'Delivered', 'Pending'])
    expect((await own('POST', '/dev/shipments/order-by-hand', { status })).status).toBe(200)
  expect(codesHeard(awb)).toEqual([6, 7, 3])
  expect((await own('POST', '/dev/shipments/order-by-hand', { status: 'Lost' })).status).toBe(400)
  const parcels = (await (await own('GET', '/sandbox/courier/ledger.json')).json()).parcels
  expect(parcels.find((one: any) => one.id === 'order-by-hand').nextMoveAt).toBeNull()
})

test('parcels, keys and undelivered webhooks survive a restart', async () => {
  const { awb, token } = await book('order-kept')
  shopAnswers.push(503, 503, 503, 503)
  const { email, password } = courier
  await own('POST', '/dev/shipments/order-kept', { status: 'Shipped' })
  const told = codesHeard(awb).length
  await restart(null)
  await expect.poll(() => codesHeard(awb).length, { timeout: 10_000 }).toBeGreaterThan(told)
  expect([courier.email, courier.password]).toEqual([email, password])
  expect((await send('GET', '/orders?search=order-kept', undefined, token)).status).toBe(401)
  const found = await send('GET', '/orders?search=order-kept', undefined, await logIn())
  expect(found.body.data[0]).toMatchObject({ channel_order_id: 'order-kept', shipments: [{ awb }] })
})

test('the label is an A6 PDF with both addresses and a barcode that encodes the AWB', async () => {
  const { awb, labelUrl } = await book('order-label')
  const response = await fetch(labelUrl)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect([Number(width) / (72 / 25.4), Number(height) / (72 / 25.4)].map(Math.round)).toEqual([105, 148])
  for (const text of ['12 Test Street', 'Test \\(Buyer\\)', '302001', '7, Seller Street', '411001'])
    expect(pdf).toContain(text)

  // Every entry of the PDF cross-reference table has the offset of its object.
  const places = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
  places.forEach((at, index) => expect(pdf.slice(at).startsWith(`${index + 1} 0 obj`)).toBe(true))
  expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).startsWith('xref')).toBe(true)

  // Decode as a scanner would: bars and gaps as multiples of the narrowest bar.
  const bars = [...pdf.matchAll(/^([\d.]+) [\d.]+ ([\d.]+) 52 re f$/gm)].map((match) => ({
    x: Number(match[1]),
    width: Number(match[2]),
  }))
  const module = Math.min(...bars.map((bar) => bar.width))
  const widths = bars.flatMap((bar, index) => {
    const next = bars[index + 1]
    return next ? [bar.width, next.x - bar.x - bar.width] : [bar.width]
  })
  expect(widths.map((one) => Math.round(one / module))).toEqual(code128(awb))
  expect((await fetch(labelUrl.replace(/-[\w-]+\.pdf/, '-guessed.pdf'))).status).toBe(404)
})

test('Code 128: eleven modules per character, an even number of black ones, and the right check character', () => {
  const patterns = new Set<string>()
  for (let value = 0; value < 95; value += 1) {
    const widths = code128(String.fromCodePoint(value + 32)).slice(6, 12)
    patterns.add(widths.join(''))
    const black = (widths[0] ?? 0) + (widths[2] ?? 0) + (widths[4] ?? 0)
    expect([widths.reduce((a, b) => a + b), black % 2]).toEqual([11, 0])
  }
  expect(patterns.size).toBe(95)
  // 'PJJ123C' in set B: start 104, values 48 42 42 17 18 19 35, check 879 mod 103 = 55, the pattern of 'W'.
  const check = code128('PJJ123C').slice(8 * 6, 9 * 6)
  expect(check).toEqual(code128('W').slice(6, 12))
  expect(code128('PJJ123C').slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2])
  expect(() => code128('हरियाली')).toThrow('printable ASCII')
})

test('in a storm each event arrives as often as told, and forged ones with another token are not repeated', async () => {
  const { awb } = await book('storm-1')
  const before = codesHeard(awb).length
  await own('POST', '/sandbox/courier/webhooks', { mode: 'storm', repeat: 4, ms: 50, forged: 1 })
  await own('POST', '/dev/shipments/storm-1', { status: 'Shipped' })
  await own('POST', '/sandbox/courier/webhooks', { mode: 'normal' })
  await expect.poll(() => codesHeard(awb).length - before, { timeout: 10_000 }).toBe(5)
  const tokens = heard
    .filter(({ body }) => body.awb === awb)
    .map(({ token }) => token === courier.webhookToken)
  expect(tokens.slice(before).filter(Boolean)).toHaveLength(4)
})

test('slow-answer replies after the work, and twice is refused the second time for a known order', async () => {
  const token = await logIn()
  await send('POST', '/settings/company/addpickup', place, token)
  await own('POST', '/sandbox/courier/faults', { call: 'orders.create', fault: 'twice' })
  expect((await send('POST', '/orders/create/adhoc', orderOf('twice-1'), token)).status).toBe(422)
  await own('POST', '/sandbox/courier/faults', { call: 'orders.create', fault: 'slow-answer', ms: 200 })
  const begun = Date.now()
  expect((await send('POST', '/orders/create/adhoc', orderOf('slow-1'), token)).status).toBe(200)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(195)
})

test('serviceability is decided by the two pin codes; some are not served, and no parcel of theirs gets an AWB', async () => {
  const token = await logIn()
  const ask = (from: string, to: string) =>
    send(
      'GET',
      `/courier/serviceability/?pickup_postcode=${from}&delivery_postcode=${to}&weight=0.5&cod=0`,
      undefined,
      token,
    )
  const daysOf = async (from: string, to: string) => {
    const { data } = (await ask(from, to)).body
    return data.available_courier_companies.find(
      (one: any) => one.courier_company_id === data.recommended_courier_company_id,
    ).estimated_delivery_days
  }
  expect(await daysOf('411001', '411045')).toBe('2')
  expect(await daysOf('411001', '400001')).toBe('4')
  expect(await daysOf('411001', '302015')).toBe('6')
  for (const pin of ['990001', '744302'])
    expect(await ask('411001', pin)).toMatchObject({ status: 200, body: { status: 404 } })
  expect(await ask('411001', '1')).toMatchObject({
    status: 422,
    body: { errors: { delivery_postcode: [expect.any(String)] } },
  })
})
