/** The adapter against a courier that hangs, forgets tokens and reports false success (providers.md §2). */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourierSandbox, startCourier } from '../../../../sandbox/courier/courier-sandbox.ts'
import { makeTempFolder } from '../../../../tests/setup/temp-folder.ts'
import { newId } from '../../db/ids.ts'
import { CourierRefused, CourierUnavailable, type ParcelToSend } from './provider.ts'
import { openShiprocket } from './shiprocket.ts'

let folder: string
let sandbox: CourierSandbox
beforeAll(async () => {
  folder = makeTempFolder('hariyali-courier-')
  sandbox = await startCourier({
    file: path.join(folder, 'courier.jsonl'),
    webhookUrl: 'http://127.0.0.1:9/nobody',
    webhookRetryMs: [60_000],
    stepMs: null,
  })
  await open().registerPickup(place)
})
beforeEach(async () => void (await sandbox.dev.request('/sandbox/courier/faults', { method: 'DELETE' })))
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Longer than any response of a busy machine; where a response is to come too late, shorter. */
const timeoutMs = 20_000
const open = (more: object = {}) => openShiprocket({ ...sandbox, timeoutMs, ...more })
const fault = (call: string, kind: string, more: object = {}) =>
  sandbox.dev.request('/sandbox/courier/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ call, fault: kind, ...more }),
  })
const place = {
  name: 'seller-1',
  contact: 'Test Seller',
  email: 'seller@test.hariyali.test',
  mobile: '9000000001',
  street: `7, ${'Long Seller Street, '.repeat(9)}`,
  city: 'Pune',
  state: 'Maharashtra',
  pinCode: '411001',
}
const parcel = (more: Partial<ParcelToSend> = {}): ParcelToSend => ({
  reference: newId(),
  orderedAt: new Date('2026-11-21T20:00:00Z'),
  pickup: 'seller-1',
  to: {
    firstName: 'Test',
    lastName: 'Buyer',
    email: 'buyer@test.hariyali.test',
    mobile: '9000000000',
    street: '12 Test Street',
    city: 'Thiruvananthapuram Metropolitan Area',
    state: 'Kerala',
    pinCode: '695001',
  },
  comment: '',
  items: [{ name: 'Cup', sku: 'x', quantity: 3, amountPaise: 10_000 }],
  weightGrams: 0.4,
  lengthCm: 30.004,
  widthCm: 20,
  heightCm: 0.2,
  ...more,
})

test('a courier that never answers is given up in time; what it did then is found, not asked for again', async () => {
  const courier = open()
  const impatient = open({ timeoutMs: 400 })
  await fault('orders.create', 'timeout')
  const lost = parcel()
  await expect(impatient.createParcel(lost)).rejects.toThrow(CourierUnavailable)
  expect(await courier.findParcel(lost.reference)).toBeNull()
  await fault('orders.create', 'slow', { ms: 2_000 })
  const late = parcel()
  await expect(impatient.createParcel(late)).rejects.toThrow(CourierUnavailable)
  await expect.poll(() => courier.findParcel(late.reference)).toMatchObject({ airwaybill: null })
})

test('grams become kilograms, sides more than half a centimetre, times Indian, cities short, phones ten digits', async () => {
  const sent = parcel()
  await open().createParcel(sent)
  const ledger = await (await sandbox.dev.request('/sandbox/courier/ledger.json')).json()
  expect(ledger.parcels.find((one: any) => one.id === sent.reference).form).toMatchObject({
    weight: 0.001,
    length: 30,
    breadth: 20,
    height: 1,
    order_date: '2026-11-22 01:30',
    billing_city: 'Thiruvananthapuram Metropolita',
    sub_total: 100,
    order_items: [{ units: 3, selling_price: 33.33 }],
  })
  expect(ledger.places[0].address).toHaveLength(80)
  const dialled = { ...parcel().to, mobile: '+91 (98765) 43-210' }
  const international = { ...parcel(), to: dialled }
  await open().createParcel(international)
  const { parcels } = await (await sandbox.dev.request('/sandbox/courier/ledger.json')).json()
  expect(parcels.find((one: any) => one.id === international.reference).form.billing_phone).toBe('9876543210')
})

test('an expired token costs one new log-in, a wrong password only patience', async () => {
  const courier = open()
  await courier.findParcel(newId())
  await fault('orders.search', 'expired-401')
  expect(await courier.findParcel(newId())).toBeNull()
  await expect(open({ password: 'wrong' }).findParcel(newId())).rejects.toThrow(CourierUnavailable)
  await fault('login', 'error-500')
  const again = open()
  await expect(again.findParcel(newId())).rejects.toThrow(CourierUnavailable)
  expect(await again.findParcel(newId())).toBeNull()
})

test('a no is told apart: for good (422), inside a success (200), only for now (429, 5xx)', async () => {
  const courier = open()
  const outcome = async (call: string, kind: string, ask: () => Promise<unknown>) => {
    await fault(call, kind)
    const error: unknown = await ask().catch((reason: unknown) => reason)
    return error instanceof CourierRefused
      ? error.final
        ? 'for good'
        : 'inside'
      : (error as Error).constructor
  }
  const create = () => courier.createParcel(parcel())
  expect(await outcome('orders.create', 'refuse-422', create)).toBe('for good')
  expect(await outcome('orders.create', 'inside-200', create)).toBe('inside')
  expect(await outcome('orders.create', 'rate-limit-429', create)).toBe(CourierUnavailable)
  expect(await outcome('orders.create', 'error-500', create)).toBe(CourierUnavailable)
  const { shipmentId } = await create()
  const assign = () => courier.assignAirwaybill(shipmentId)
  expect(await outcome('awb', 'inside-200', assign)).toBe('inside')
  await assign()
  expect(await outcome('label', 'inside-200', () => courier.makeLabel(shipmentId))).toBe('inside')
  await courier.requestPickup(shipmentId)
  // 'Already in Pickup Queue' is the wanted result.
  await courier.requestPickup(shipmentId)
})

test('a label is read from its own address only, by the protocol of the API, and never more than its limit', async () => {
  let sent = 0
  const asked: string[] = []
  const host = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/moved.pdf') return response.writeHead(302, { location: '/secret.pdf' }).end()
    response.writeHead(200, { 'content-type': 'application/pdf' })
    response.write('%PDF-1.4')
    if (request.url === '/secret.pdf') return response.end()
    // Without end, as long as somebody reads.
    const piece = Buffer.alloc(1_000_000)
    const more = () => {
      if (response.destroyed || sent > 100_000_000) return response.destroy()
      sent += piece.length
      return response.write(piece) ? setImmediate(more) : response.once('drain', more)
    }
    return more()
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  try {
    await expect(open().readLabel(`${url}/moved.pdf`)).rejects.toThrow(CourierUnavailable)
    expect(asked).toEqual(['/moved.pdf'])
    await expect(open().readLabel(`${url}/endless.pdf`)).rejects.toThrow(CourierUnavailable)
    expect(sent).toBeLessThan(50_000_000)
    await expect(
      open({ apiUrl: 'https://courier.example/v1' }).readLabel(`${url}/secret.pdf`),
    ).rejects.toThrow(CourierUnavailable)
    expect(asked).toEqual(['/moved.pdf', '/endless.pdf'])
    expect(Buffer.from(await open().readLabel(`${url}/secret.pdf`)).toString()).toBe('%PDF-1.4')
  } finally {
    host.closeAllConnections()
    host.close()
  }
})

test('cancelling: booked or not, twice, unknown; a parcel that was fetched is refused for good', async () => {
  const courier = open()
  expect(await courier.cancelParcel(newId())).toBe(false)
  const made = parcel()
  const { shipmentId } = await courier.createParcel(made)
  expect(await courier.cancelParcel(made.reference)).toBe(true)
  expect(await courier.cancelParcel(made.reference)).toBe(true)
  await expect(courier.assignAirwaybill(shipmentId)).rejects.toThrow(CourierRefused)

  // The response about the shipment is lost: asked again, the shipment and the order are cancelled.
  const booked = parcel()
  await courier.assignAirwaybill((await courier.createParcel(booked)).shipmentId)
  await fault('shipments.cancel', 'lost-answer')
  await expect(courier.cancelParcel(booked.reference)).rejects.toThrow(CourierUnavailable)
  expect(await courier.cancelParcel(booked.reference)).toBe(true)
  const { parcels } = await (await sandbox.dev.request('/sandbox/courier/ledger.json')).json()
  expect(parcels.find((one: any) => one.id === booked.reference)).toMatchObject({ code: 8, cancelled: true })

  const fetched = parcel()
  await courier.assignAirwaybill((await courier.createParcel(fetched)).shipmentId)
  await sandbox.dev.request(`/dev/shipments/${fetched.reference}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Shipped' }),
  })
  await expect(courier.cancelParcel(fetched.reference)).rejects.toMatchObject({ final: true })
})

test('nothing tracked yet is no event', async () => {
  const courier = open()
  const { shipmentId } = await courier.createParcel(parcel())
  const { awbNumber } = await courier.assignAirwaybill(shipmentId)
  expect(await courier.track({ shipmentId, awbNumber })).toEqual({
    events: [],
    weightGrams: null,
    airwaybill: null,
    proofUrl: null,
  })
})

test('a webhook tells its code, our order and the moment on the Indian clock', () => {
  const read = (body: object) =>
    open().parseWebhook(Buffer.from(JSON.stringify(body)), new Headers({ 'x-api-key': sandbox.webhookToken }))
  const id = newId()
  expect(
    read({
      awb: 59_629_792_084,
      order_id: `1373900_${id}`,
      current_status: 'OUT FOR DELIVERY',
      current_status_id: 19,
      shipment_status_id: 17,
      current_timestamp: '23 05 2023 11:43:52',
    }),
  ).toEqual({
    reference: id,
    courierOrderId: undefined,
    awbNumber: '59629792084',
    courierName: undefined,
    events: [{ code: 17, words: 'OUT FOR DELIVERY', at: new Date('2023-05-23T06:13:52Z'), place: null }],
    proofUrl: null,
  })
  // Where a delivery was tried, and why it failed, stands in the scans only.
  expect(
    read({
      awb: '1',
      shipment_status_id: 21,
      scans: [
        { 'sr-status': '21', activity: 'First try', location: 'Delhi' },
        { 'sr-status': '21', activity: 'Undelivered: the door was closed', location: 'Pune Hub' },
        { 'sr-status': '17', activity: 'Out for delivery', location: 'Pune' },
      ],
      pod: 'https://courier.example/pod/1.jpg',
    }),
  ).toMatchObject({
    events: [{ code: 21, words: 'Undelivered: the door was closed', place: 'Pune Hub' }],
    proofUrl: 'https://courier.example/pod/1.jpg',
  })
  expect(read({ awb: '1', shipment_status_id: 7, pod: 'Not Available' })).toMatchObject({ proofUrl: null })
  expect(read({ awb: '1', shipment_status_id: 7, pod: 'javascript:alert(1)' })).toMatchObject({
    proofUrl: null,
  })
  // The second parcel of an order, whose first one was cancelled.
  expect(read({ order_id: `1373900_${id}-2`, shipment_status_id: 17 })).toMatchObject({
    reference: `${id}-2`,
  })
  expect(read({ order_id: `1373900_x-${id}`, shipment_status_id: 17 })).toMatchObject({
    reference: `X-${id}`,
  })
  expect(read({ order_id: `${id}-0`, shipment_status_id: 17 })).toMatchObject({ reference: undefined })
  expect(read({ sr_order_id: 4711, shipment_status_id: 17 })).toMatchObject({ courierOrderId: '4711' })
  // A time in the future or in an unknown form becomes now.
  const [event] =
    read({ awb: '1', shipment_status_id: 7, current_timestamp: '23 05 2999 11:43:52' })?.events ?? []
  expect(event?.at.getTime()).toBeLessThanOrEqual(Date.now())
  expect(open().parseWebhook(Buffer.from('{}'), new Headers())).toBeNull()
})

test('while the token is changed, webhooks with the one before are taken; any other is refused', () => {
  const courier = open({ webhookToken: 'the-new-token', olderWebhookToken: 'the-old-token' })
  const body = Buffer.from(JSON.stringify({ awb: '1', shipment_status_id: 7 }))
  const heard = (token: string) => courier.parseWebhook(body, new Headers({ 'x-api-key': token })) !== null
  expect(['the-new-token', 'the-old-token', 'an-older-token', ''].map(heard)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

const way = { fromPin: '411001', toPin: '302015', weightGrams: 500 }

test('days of transit are those of the courier it recommends; a place that is not served is an answer', async () => {
  expect(await open().transitDays(way)).toBe(6)
  expect(await open().transitDays({ ...way, toPin: '411045' })).toBe(2)
  expect(await open().transitDays({ ...way, toPin: '990001' })).toBeNull()
})

test.each(['error-500', 'rate-limit-429', 'inside-200', 'lost-answer', 'lost-request'])(
  'days of transit are not known after %s, which is no “no”',
  async (kind) => {
    await fault('serviceability', kind)
    await expect(open().transitDays(way)).rejects.toThrow(CourierUnavailable)
  },
)

test('a refused question about days of transit is no “no” either, nor is an answer that comes too late', async () => {
  await expect(open().transitDays({ ...way, toPin: '1' })).rejects.toThrow(CourierRefused)
  const courier = open({ timeoutMs: 400 })
  await courier.transitDays(way)
  await fault('serviceability', 'timeout')
  await expect(courier.transitDays(way)).rejects.toThrow(CourierUnavailable)
})
