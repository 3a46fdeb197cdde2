/** Two months of three sellers, computed by hand to the paisa: within a state, between states, and with a return across the months. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, daysAgo, settle, takeBack } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { recordSale } from '../sales/record-sale.ts'
import { dayOf } from '../../platform/calendar.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
// Today's sales and reversals belong to the present month.
beforeEach(() => awayFrom('midnight'))
afterAll(() => shop.stop())

/** All goods are taxed with 18 %, and the buyer is in Rajasthan. The parcel was handed over and delivered so many days ago. */
async function sell(seller: Seller, wish: { pricePaise: number; quantity?: number }, days: number) {
  const { orderId } = await sellOne(shop, seller, { units: 10, ...wish })
  await shop.db.transaction(async (tx) => {
    await recordSale(tx, orderId, daysAgo(days))
    await issueInvoice(shop.running.shop, tx, orderId, daysAgo(days))
  })
  await shop.db.query(sql`
    update orders set status = 'completed', shipment_status = 'Delivered', delivery_date = ${daysAgo(days)} where id = ${orderId}`)
  return orderId
}
const statements = async (seller: Seller) => (await seller.get('/private/earnings/statements')).body
let utrs = 0
/** The bank pays all payouts of a run. */
async function payAll(run: string): Promise<void> {
  expect((await admin.post(`/public/admin/settlement-runs/${run}/bank-file`)).status).toBe(200)
  const { body: payouts } = await admin.get(`/public/admin/payouts?runId=${run}&state=in-file`)
  const rows = payouts.map(
    (one: any) =>
      `${one.bankReference},SBIN426${String((utrs += 1)).padStart(9, '0')},${one.amount.toFixed(2)},paid`,
  )
  const csv = ['reference,utr,amount,status', ...rows].join('\n')
  expect((await admin.post('/public/admin/bank-replies', { csv })).body).toMatchObject({
    paid: payouts.length,
  })
}
const report = async (kind: string, month: string) =>
  ((await admin.get(`/public/admin/month-end/${kind}?month=${month}`)).body as string)
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))

test('the statements, the balances, GSTR-8 and TDS of two months are those that are computed by hand', async () => {
  // Within Rajasthan, and two from Maharashtra to Rajasthan.
  const a = await addSeller(shop, { state: 'Rajasthan', GSTNumber: '08AAGCB7383J1Z8', companyName: 'A' })
  const b = await addSeller(shop, { companyName: 'B' })
  const c = await addSeller(shop, { companyName: 'C' })
  const [now, then] = [dayOf(new Date()), dayAgo(45)]
  await sell(a, { pricePaise: 14_900, quantity: 3 }, 45)
  await sell(b, { pricePaise: 29_900 }, 45)
  const returned = await sell(c, { pricePaise: 50_000, quantity: 2 }, 45)
  const first = await settle(shop, dayAgo(30))
  // A: 447.00, of it 34.09 CGST and 34.09 SGST (447 × 9 / 118 = 34.093). Commission 44.70, parcel 50.00, GST on both 17.05
  // (94.70 × 18 % = 17.046), TCS 1.89 (378.82 × 0.5 % = 1.894), TDS 0.45 (0.447): 332.91 are left.
  expect(await statements(a)).toMatchObject([
    { gross: 447, commission: 44.7, shipping: 50, gstOnFees: 17.05, tcs: 1.89, tds: 0.45, payout: 332.91 },
  ])
  // B: 299.00, of it 45.61 IGST (299 × 18 / 118 = 45.610). Commission 29.90, parcel 50.00, GST 14.38 (79.90 × 18 % = 14.382),
  // TCS 1.27 (253.39 × 0.5 % = 1.267), TDS 0.30 (0.299): 203.15 are left.
  expect(await statements(b)).toMatchObject([
    { gross: 299, commission: 29.9, shipping: 50, gstOnFees: 14.38, tcs: 1.27, tds: 0.3, payout: 203.15 },
  ])
  // C: 1,000.00, of it 152.54 IGST. Commission 100.00, parcel 50.00, GST 27.00, TCS 4.24 (847.46 × 0.5 % = 4.237), TDS 1.00.
  expect(await statements(c)).toMatchObject([
    { gross: 1_000, commission: 100, shipping: 50, gstOnFees: 27, tcs: 4.24, tds: 1, payout: 817.76 },
  ])
  await payAll(first)

  // One of C's two pieces comes back in another month: 500.00 less commission 50.00, GST on it 9.00 (half of 27.00 × 100 / 150),
  // TCS 2.12 and TDS 0.50: C owes 438.38.
  await takeBack(shop, returned, { units: 1, cause: 'returned' })
  await settle(shop, dayAgo(20))
  expect((await statements(c))[0]).toMatchObject({
    gross: 0,
    reversed: 500,
    commission: -50,
    shipping: 0,
    gstOnFees: -9,
    tcs: -2.12,
    tds: -0.5,
    net: -438.38,
    payout: 0,
    carriedAfter: -438.38,
  })
  expect((await c.get('/private/earnings')).body).toMatchObject({
    due: -438.38,
    carried: -438.38,
    paidThisYear: 817.76,
  })

  // C sells for 1,000.00 again, gets 817.76 less 438.38.
  await sell(c, { pricePaise: 100_000 }, 0)
  await shop.db.query(
    sql`update orders set delivery_date = ${daysAgo(15)} where amount_paise = 100000 and quantity = 1`,
  )
  const last = await settle(shop, dayAgo(2))
  expect((await statements(c))[0]).toMatchObject({ net: 817.76, carriedBefore: -438.38, payout: 379.38 })
  await payAll(last)

  // Paid by buyers 2,746.00, of which 500.00 go back; to sellers 332.91 + 203.15 + 817.76 + 379.38 = 1,733.20; the shop keeps
  // 224.60 + 200.00, and owes the tax office 76.43 + 9.52 + 2.25. The provider deducts 2 % of 2,746.00, and GST on that.
  const { accounts, sellers } = await eventually(
    async () => (await admin.get('/public/admin/balances')).body,
    (body) => body.accounts.find((one: any) => one.account === 'refunds').balance === 0,
  )
  expect(Object.fromEntries(accounts.map((one: any) => [one.account, one.balance]))).toEqual({
    provider: 2_181.19,
    provider_charges: 54.92,
    input_gst: 9.89,
    bank: -1_733.2,
    buyer: 0,
    refunds: 0,
    seller_payable: 0,
    commission: -224.6,
    shipping: -200,
    gst_on_fees: -76.43,
    tcs: -9.52,
    tds: -2.25,
    claims: 0,
    disputed: 0,
    rounding: 0,
    freight: 0,
    courier: 0,
    offers: 0,
  })
  expect(sellers).toEqual({ onHold: 0, due: 0, inPayment: 0, owed: 0 })

  const gstOf = async (seller: Seller) => (await seller.get('/private/profile')).body.gst as string
  const [gstB, gstC] = [await gstOf(b), await gstOf(c)]
  const [month, before] = [now.slice(0, 7), then.slice(0, 7)]
  expect(await report('gstr-8', before)).toEqual([
    // 1.89 in halves: the odd paisa is CGST.
    ['08AAGCB7383J1Z8', 'A', '378.82', '0.00', '378.82', '0.00', '0.95', '0.94', '0.00', '0.00'],
    [gstB, 'B', '253.39', '0.00', '253.39', '1.27', '0.00', '0.00', '0.00', '0.00'],
    [gstC, 'C', '847.46', '0.00', '847.46', '4.24', '0.00', '0.00', '0.00', '0.00'],
  ])
  expect(await report('gstr-8', month)).toEqual([
    [gstC, 'C', '847.46', '423.73', '423.73', '2.12', '0.00', '0.00', '0.00', '0.00'],
  ])
  expect(await report('tds', before)).toEqual([
    ['AAGCB7383J', '08AAGCB7383J1Z8', 'A', '447.00', '0.00', '447.00', '0.45'],
    [gstB.slice(2, 12), gstB, 'B', '299.00', '0.00', '299.00', '0.30'],
    [gstC.slice(2, 12), gstC, 'C', '1000.00', '0.00', '1000.00', '1.00'],
  ])
  expect(await report('tds', month)).toEqual([
    [gstC.slice(2, 12), gstC, 'C', '1000.00', '500.00', '500.00', '0.50'],
  ])
  expect((await admin.get('/public/admin/month-end/tds?month=2999-01')).status).toBe(400)
  expect((await admin.get('/public/admin/month-end/tds?month=2026-13')).status).toBe(400)
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test(
  'a month in which more came back than was sold declares nothing, and carries the rest to the next sales',
  nightly('One more month by hand. The statements of two months are compared above each time.'),
  async () => {
    const d = await addSeller(shop, { state: 'Rajasthan', GSTNumber: '08AABCU9603R1ZP', companyName: '=1+1' })
    const order = await sell(d, { pricePaise: 14_900, quantity: 3 }, 80)
    await takeBack(shop, order, { units: 3, cause: 'returned' })
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      await tx.query(sql`
      update tax_document set issued_on = ${dayAgo(45)}::date where order_id = ${order} and kind = 'credit-note'`)
    })
    const own = async (kind: string, month: string) =>
      (await report(kind, month)).filter((cells) => cells.includes('08AABCU9603R1ZP'))
    const [now, before] = [dayOf(new Date()).slice(0, 7), dayAgo(45).slice(0, 7)]
    // The contrary of A's month of 447.00 above: 378.82 came back, and nothing was sold. A name is no formula.
    expect(await own('gstr-8', before)).toEqual([
      ['08AABCU9603R1ZP', "'=1+1", '0.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00', '378.82'],
    ])
    expect(await own('tds', before)).toEqual([
      ['AABCU9603R', '08AABCU9603R1ZP', "'=1+1", '0.00', '447.00', '-447.00', '-0.45'],
    ])
    // 596.00 are 505.08 without tax, with TCS 2.53: 378.82 and 1.89 are still to be set off.
    await sell(d, { pricePaise: 14_900, quantity: 4 }, 0)
    expect(await own('gstr-8', now)).toEqual([
      ['08AABCU9603R1ZP', "'=1+1", '505.08', '378.82', '126.26', '0.00', '0.32', '0.32', '378.82', '0.00'],
    ])
  },
)
