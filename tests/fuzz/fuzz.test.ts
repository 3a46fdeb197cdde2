/** API fuzzing from the OpenAPI document (specification §5, §7; api-rules §1, §2). FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it longer. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepCheckouts } from '../../server/buying/checkout/sweep-checkouts.ts'
import { brokenInvariants } from '../setup/invariants.ts'
import { nightly } from '../setup/nightly.ts'
import { untilParcel } from '../setup/parcels.ts'
import { sellOne } from '../setup/sales.ts'
import { addSeller } from '../setup/sellers.ts'
import { startTestShop, type TestShop } from '../setup/shop.ts'
import { type FuzzReport, fuzzLines } from './fuzz-report.ts'
import { runFuzz } from './run-fuzz.ts'
import { untilJobsRest } from './steps.ts'

const wanted = process.env.FUZZ_REQUESTS ? Number(process.env.FUZZ_REQUESTS) : undefined
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)

/** Operations of administrators that need a lost parcel, a settlement, or a refund that the provider did not make. */
const movesMoney =
  /^admin\.(refundOrder|settleRefund|retryRefund|makeBankFile|downloadBankFile|payout(Paid|Failed)|payAgain|uploadBankReply|linkRouteAccount)$/

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({
    env: { TRUST_PROXY: 'true', RAZORPAY_ROUTE: 'true' },
    checkReplies: false,
    courier: true,
  })
})
afterAll(() => shop?.stop())

test('found: a NUL in what the courier tells of a parcel is left out, and the event is taken', async () => {
  const headers = { 'x-api-key': shop.running.shop.config.courier?.webhookToken ?? '' }
  const event = { shipment_status_id: 6, current_timestamp: '22 11 2026 10:00:00' }
  for (const body of [
    { ...event, awb: 'a\u0000b' },
    { ...event, awb: '\ud800' },
  ])
    expect((await shop.client().post('/webhooks/courier', body, headers)).status).toBe(200)
  const { orderId } = await sellOne(shop, await addSeller(shop))
  const told = { ...event, order_id: orderId, current_status: 'Shipped\u0000' }
  expect((await shop.client().post('/webhooks/courier', told, headers)).status).toBe(200)
  await untilParcel(shop, orderId, (row) => row.shipmentStatus === 'Shipped')
})

test('found: a rightly signed webhook of a payment whose ids have a NUL is acknowledged', async () => {
  const entity = { id: 'pay_\u0000', order_id: 'order_\u0000' }
  const body = JSON.stringify({
    event: 'payment.captured',
    payload: { payment: { entity }, order: { entity }, transfer: { entity } },
  })
  const secret = shop.running.shop.config.payment?.webhookSecret ?? ''
  const response = await shop.client().request('/webhooks/payment', {
    method: 'POST',
    headers: { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') },
    body,
  })
  expect(response.status).toBe(200)
})

test(
  'good, odd and broken requests get no 5xx, replies as documented, nothing of others, and change nothing when refused',
  {
    timeout: 3_600_000,
    ...nightly(
      'Eight thousand made-up requests. api.test.ts proves the refusals of every endpoint, and what was found is tested above each time.',
    ),
  },
  async () => {
    const report = await fuzz(wanted ?? 8_000, seed)
    expect(await faultsOf(report)).toEqual([])
    // A refusal shows nothing of what the successful call does. A run of another size may be too small for each to succeed.
    const refusedOnly = wanted === undefined ? report.neverGood : []
    expect(refusedOnly.filter((id) => movesMoney.test(id))).toEqual([])
  },
)

async function fuzz(requests: number, from: number): Promise<FuzzReport> {
  const report = await runFuzz(shop, { requests, seed: from })
  console.log(fuzzLines(report).join('\n'))
  expect(report.requests).toBeGreaterThanOrEqual(requests)
  return report
}

/** What replies had wrong, and the invariants of money and stock that do not hold after all. */
async function faultsOf(report: FuzzReport): Promise<string[]> {
  await untilJobsRest(shop)
  await sweepCheckouts(shop.running.shop)
  const broken = await brokenInvariants(shop.db)
  return [
    ...report.faults.map(({ request, operation, what }) => `#${request} ${operation} ${what}`),
    ...broken.map(({ invariant, id }) => `after all: ${invariant} ${id}`),
  ]
}
