/** What bank and provider say of a held shop is written down as it is, the newest word last (docs/operations.md, "A held shop"). */
// @module-tag nightly: What happened at bank and provider during a hold. hold.test.ts and late-facts.test.ts prove late facts each time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { paymentOf } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { paymentFault, resetPayments } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertRun } from '../../money/settlements/run-queries.ts'
import { continueRun } from '../../money/settlements/run-settlement.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(shop)
})
beforeEach(() => Promise.all([resetPayments(shop), endRateLimits(shop)]))
afterEach(async () => {
  await eventually(
    () => brokenInvariants(shop.db),
    (broken) => broken.length === 0,
  )
  // Of a test that failed.
  await shop.db.query(
    sql`update shop_hold set released_at = now(), released_note = 'The next test.' where released_at is null`,
  )
})
afterAll(() => shop.stop())

const act = (path: string, body?: object) => admin.post(`/public/admin/hold${path}`, body)
const hold = async () => expect((await act('', { note: 'Something is wrong.' })).status).toBe(200)
const release = () => act('/release', { note: 'All is well.' })
const shown = async () => (await admin.get('/public/admin/hold')).body
async function reconcile() {
  expect((await act('/reconciliation')).status).toBe(200)
  return eventually(shown, ({ reconciliation }) => reconciliation === 'done')
}
const take = (...rows: string[]) =>
  act('/transfers', { csv: `reference,utr,amount,status,seller\n${rows.join('\n')}\n` })
const payoutsOf = async (seller: Seller): Promise<any[]> =>
  (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body
const findingOf = ({ findings }: any, reference: string) =>
  findings.find((one: any) => one.reference === reference)

test('a transfer that was under way holds the shop until a look finds that it came back', async () => {
  const seller = await addSeller(shop)
  expect((await admin.post(`/public/admin/sellers/${seller.id}/route-account`)).status).toBe(200)
  const [account] = await shop.db.query<{ id: string }>(
    sql`select account_id as id from route_account where seller_id = ${seller.id}`,
  )
  await paymentFault(shop, 'transfers.process', 'slow', { ms: 3_000 })
  const { payments } = shop.running.shop
  const { id } = await payments.transfer({ key: newId(), accountId: account!.id, amountPaise: 12_345 })
  await hold()
  const first = await reconcile()
  expect([findingOf(first, id).outcome, first.waitsFor]).toEqual([
    'under-way',
    expect.stringContaining('reconcile again'),
  ])
  expect((await release()).status).toBe(409)
  await eventually(
    () => payments.findTransfer(id),
    (transfer) => transfer?.state === 'processed',
  )
  await shop.kit(`/sandbox/payments/reversals/${id}`, { webhook: false })
  const second = await reconcile()
  expect(findingOf(second, id)).toMatchObject({
    outcome: 'no-money',
    text: expect.stringContaining('came back'),
  })
  expect(second.waitsFor).toBe(null)
  expect((await release()).status).toBe(200)
})

test('a payout that is taken over in the middle of a run is deducted once', async () => {
  const seller = await addSeller(shop)
  const other = await addSeller(shop)
  for (const one of [seller, other]) await sellThreePieces(shop, one, 60)
  const run = newId()
  await insertRun(shop.running.shop.db, run, dayAgo(40))
  await hold()
  expect((await take(`HP00000900,HDFCN526111900777,100.00,paid,${seller.email}`)).body).toMatchObject({
    adopted: 1,
  })
  expect((await release()).status).toBe(200)
  await continueRun(shop.running.shop, run)
  await sellThreePieces(shop, seller, 30)
  await settle(shop, dayAgo(10))
  await settle(shop, dayAgo(9))
  const settled = await shop.db.query<{ before: number; payout: number }>(sql`
    select t.carried_before_paise as before, t.payout_paise as payout from settlement t join settlement_run r on r.id = t.run_id
    where t.seller_id = ${seller.id} order by r.up_to`)
  // Both sales, less the hundred rupees once.
  expect(settled).toEqual([
    { before: 0, payout: 10_000 },
    { before: -10_000, payout: 2 * 33_291 - 10_000 },
  ])
  expect(await payoutsOf(other)).toMatchObject([{ amount: 332.91 }])
})

test('the database refuses a settlement before a later one of its seller: it would carry the same amount again', async () => {
  const seller = await addSeller(shop)
  await sellThreePieces(shop, seller, 30)
  await settle(shop, dayAgo(5))
  const before = sql`
    insert into settlement (id, run_id, seller_id, lines, gross_paise, reversed_paise, commission_paise, shipping_paise,
      gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise, carried_before_paise, payout_paise,
      carried_after_paise)
    select ${newId()}, r.id, ${seller.id}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from settlement_run r
    where r.up_to < ${dayAgo(5)}::date and not exists (select from settlement s where s.run_id = r.id and s.seller_id = ${seller.id})
    limit 1`
  await expect(shop.db.query(before)).rejects.toMatchObject({ constraint: 'settlement_follows_the_last' })
})

async function paidByBank(utr: string, days: number) {
  const seller = await addSeller(shop)
  await sellThreePieces(shop, seller, 30)
  const run = await settle(shop, dayAgo(days))
  await admin.post(`/public/admin/settlement-runs/${run}/bank-file`)
  const [payout] = await payoutsOf(seller)
  expect((await admin.post(`/public/admin/payouts/${payout.id}/paid`, { utr })).status).toBe(200)
  return { seller, payout }
}

test('a payout that came back is taken over in a held shop, and known the second time', async () => {
  const utr = 'HDFCN526111900991'
  const { seller, payout } = await paidByBank(utr, 4)
  await hold()
  const row = `${payout.bankReference},${utr},332.91,returned,`
  expect((await take(row)).body).toMatchObject({ adopted: 1, known: 0 })
  expect(await payoutsOf(seller)).toMatchObject([{ state: 'returned', repeatable: true }])
  expect((await take(row)).body).toMatchObject({ adopted: 0, known: 1 })
  expect(findingOf(await shown(), utr)).toMatchObject({ text: expect.stringContaining('came back') })
  expect((await release()).status).toBe(200)
})

test('a row of a lost payout is known only with the same reference, amount and seller', async () => {
  const [one, two] = [await addSeller(shop), await addSeller(shop)]
  const lost = (number: number, amount: string, { email }: Seller, utr = 'HDFCN526111900888') =>
    `HP0000${number},${utr},${amount},paid,${email}`
  await hold()
  expect((await take(lost(3001, '100.00', one))).body).toMatchObject({ adopted: 1 })
  expect((await take(lost(3001, '100.00', one))).body).toMatchObject({ adopted: 0, known: 1 })
  for (const [row, words] of [
    [lost(3002, '100.00', one), 'used'],
    [lost(3001, '99.00', one), 'is 100.00 rupees, not 99.00'],
    [lost(3001, '100.00', two), 'seller'],
    [lost(3001, '100.00', one, 'HDFCN526111900889'), 'already'],
  ] as const)
    expect(await take(row)).toMatchObject({
      status: 400,
      body: { fields: { 'line 2': expect.stringContaining(words) } },
    })
  // A lost payout that came back leaves nothing to take over, also where the files are uploaded in the other order.
  const back = 'HP00003003,HDFCN526111900890,100.00,returned,'
  expect((await take(back)).body).toMatchObject({ adopted: 1, known: 0 })
  expect((await take(back)).body).toMatchObject({ adopted: 0, known: 1 })
  expect(await take(lost(3003, '100.00', one, 'HDFCN526111900890'))).toMatchObject({
    status: 400,
    body: { fields: { 'line 2': expect.stringContaining('came back') } },
  })
  expect((await release()).status).toBe(200)
})

test('after the release the bank still knows a lost payout by its reference', async () => {
  const seller = await addSeller(shop)
  const row = (status: string) => `HP00003100,HDFCN526111900555,100.00,${status}`
  await hold()
  expect((await take(`${row('paid')},${seller.email}`)).body).toMatchObject({ adopted: 1 })
  expect((await release()).status).toBe(200)
  const reply = (status: string) =>
    admin.post('/public/admin/bank-replies', { csv: `reference,utr,amount,status\n${row(status)}\n` })
  expect((await reply('paid')).body).toMatchObject({ known: 1 })
  expect((await reply('returned')).body).toMatchObject({ failed: 1 })
  expect(await payoutsOf(seller)).toMatchObject([{ bankReference: 'HP00003100', state: 'returned' }])
})

test('a refund in the dashboard that failed moved no money, and is not called an unknown payment', async () => {
  const { orderId } = await sellOne(shop, await addSeller(shop), { pricePaise: 14_900 })
  const paymentId = await paymentOf(shop, orderId)
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  await hold()
  const { id } = await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 5_000 })
  await shop.kit(`/sandbox/payments/failed-refunds/${id}`, {})
  expect(findingOf(await reconcile(), id)).toEqual({
    subject: 'refund',
    reference: id,
    outcome: 'no-money',
    amount: 50,
    text: `A refund of ₹50.00 of payment ${paymentId} failed: no money went back.`,
  })
  expect((await release()).status).toBe(200)
})
