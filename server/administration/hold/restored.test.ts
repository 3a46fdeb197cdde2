/**
 * A shop that was restored from a backup, while money moved at the provider and at the bank since (docs/operations.md, "A held
 * shop"). The provider's stand-in keeps its state while the shop's database is rewound.
 */
// @module-tag nightly: A backup, a restore and two shops. hold.test.ts proves each time what a held shop refuses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { createClient } from '../../../tests/setup/client.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { disputesOf, raiseDispute } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin, adminPassword, auditOf, logIn } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { backUp, restore, type RestoredShop } from '../../../tests/setup/restored-shop.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepRefunds } from '../../money/payments/sweep-refunds.ts'
import { compareBalance } from '../../money/provider/compare-balance.ts'
import { sweepPayouts } from '../../money/settlements/route-payouts.ts'
import { reconcileHold } from './reconcile-hold.ts'

let lost: TestShop
let shop: RestoredShop
let admin: Admin
let byBank: Seller
let byRoute: Seller
/** Two orders of one payment; the first one was cancelled after the backup. */
let buyer: Customer
let cancelled: string
/** Had begun to pay before the backup. */
let late: Customer
/** Bought after the backup. */
let stranger: Customer
let archive: string
let onSale: string
/** A payment that is disputed after the backup. */
let disputed: string
const utr = 'HDFCN526111900001'
/** What the provider paid to the bank after the backup. */
let settled: { id: string; amount: number }
/** What the bank and the mailed documents know. */
const known = { reference: '', gstin: '', serial: '' }

/** The provider's list, without the shop. */
async function atProvider(list: 'payments' | 'refunds' | 'transfers'): Promise<any[]> {
  const { keyId, keySecret, apiUrl } = lost.running.shop.config.payment!
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const answer = await fetch(`${apiUrl}/${list}?count=100`, { headers: { authorization } })
  return ((await answer.json()) as { items: any[] }).items
}
const sumOf = (items: any[]) => items.reduce((sum, { amount }) => sum + amount, 0)
const payoutsOf = async (seller: Seller) => (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body
const hold = async () => (await admin.get('/public/admin/hold')).body
/** After the jobs that flag orders. */
const noneBroken = () =>
  eventually(
    () => brokenInvariants(shop.db),
    (broken) => broken.length === 0,
  )
const act = (path: string, body?: object) => admin.post(path, body)
async function reconcile() {
  expect((await act('/public/admin/hold/reconciliation')).status).toBe(200)
  return eventually(hold, ({ reconciliation }) => reconciliation === 'done')
}
/** Everybody logs in again after a restore. */
async function again<Person extends { email: string }>(person: Person, password?: string): Promise<Person> {
  const client = createClient(lost.url)
  await logIn(client, person.email, password)
  return Object.assign(client, { ...person, ...client })
}

beforeAll(async () => {
  await awayFrom('midnight', 90)
  lost = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(lost)
  byBank = await addSeller(lost)
  byRoute = await addSeller(lost)
  expect((await admin.post(`/public/admin/sellers/${byRoute.id}/route-account`)).status).toBe(200)
  const sold: string[] = []
  for (const seller of [byBank, byRoute]) {
    const { orderId } = await sellOne(lost, seller, { pricePaise: 14_900, quantity: 3, units: 90 })
    await delivered(lost, orderId, 30)
    sold.push(orderId)
  }
  const product = (seller: Seller) => addProduct(lost, { seller, pricePaise: 20_000, units: 50 })
  const [one, two] = [await product(byBank), await product(byBank)]
  onSale = one.id
  buyer = await customerWithCart(lost, [{ id: one.id }, { id: two.id }])
  late = await customerWithCart(lost, [{ id: one.id }])
  stranger = await customerWithCart(lost, [{ id: two.id }])
  const buying = async (customer: Customer) => {
    const { body: items } = await customer.get('/private/cart/get')
    const paid = await pay(lost, (await startPaying(customer)).body)
    await verify(customer, paid)
    const { status, body } = await create(customer, items)
    expect(status).toBe(200)
    return body
  }
  ;[{ id: cancelled }] = await buying(buyer)
  const { body: lateOrder } = await startPaying(late)
  const { orderId: doubtful } = await sellOne(lost, await addSeller(lost), { pricePaise: 14_900 })
  const [payment] = await lost.db.query<{ id: string }>(sql`
    select p.id from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${doubtful}`)
  disputed = payment?.id ?? ''

  archive = await backUp(lost)

  // A settlement run pays both sellers, by bank and at the provider.
  const run = await settle(lost, dayAgo(10))
  await eventually(
    () => payoutsOf(byRoute),
    ([payout]) => payout?.state === 'paid',
  )
  await admin.post(`/public/admin/settlement-runs/${run}/bank-file`)
  const [payout] = await payoutsOf(byBank)
  known.reference = payout.bankReference
  expect((await admin.post(`/public/admin/payouts/${payout.id}/paid`, { utr })).status).toBe(200)
  // A document is issued.
  const { orderId } = await sellOne(lost, byBank, { pricePaise: 14_900 })
  await courierSays(lost, orderId, 'shipped')
  const [newest] = await lost.db.query<{ gstin: string; serial: string }>(sql`
    select seller_gstin as gstin, serial from tax_document where seller_id = ${byBank.id} order by no desc limit 1`)
  Object.assign(known, newest)
  // Money goes back.
  expect((await buyer.post(`/private/order/cancel/${cancelled}`, {})).status).toBe(200)
  await eventually(
    () => atProvider('refunds'),
    ([refund]) => refund?.status === 'processed',
  )
  // The bank of a buyer disputes a payment.
  await raiseDispute(lost, disputed, { webhooks: 'none' })
  // The provider pays what it holds to the bank.
  settled = await lost.kit('/sandbox/payments/settlements', {})
  // Two buyers pay.
  await pay(lost, lateOrder)
  await buying(stranger)

  shop = await restore(lost, archive)
  admin = await again(admin, adminPassword)
  buyer = await again(buyer)
  late = await again(late)
}, 120_000)
afterAll(async () => {
  await shop.stop()
  await lost.stop()
})

test('a restored shop shows its catalogue and neither sells, pays, refunds nor invoices', async () => {
  expect(await hold()).toMatchObject({ cause: 'restored', waitsFor: expect.stringContaining('reconcile') })
  expect((await late.get(`/public/product/${onSale}`)).status).toBe(200)
  const paused = { status: 503, body: { msg: expect.stringContaining('paused') } }
  expect(await startPaying(late)).toMatchObject(paused)
  expect(await create(late, (await late.get('/private/cart/get')).body)).toMatchObject(paused)
  expect(await admin.post('/public/admin/settlement-runs', { upTo: dayAgo(10) })).toMatchObject(paused)
  expect(await buyer.post(`/private/order/cancel/${cancelled}`, {})).toMatchObject(paused)
  // A path that does not ask passes the triggers all the same.
  const [order] = await shop.db.query<{ id: string }>(
    sql`select id from orders where status = 'pending' limit 1`,
  )
  for (const statement of [
    sql`insert into settlement_run (id, up_to) values (gen_random_uuid(), ${dayAgo(9)}::date)`,
    sql`insert into refund (id, payment_id, amount_paise, reason, state)
      select gen_random_uuid(), id, 1, 'not-delivered', 'scheduled' from payment limit 1`,
    sql`insert into order_sale (order_id, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
      commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise)
      values (${order?.id ?? ''}, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ])
    await expect(shop.db.query(statement)).rejects.toMatchObject({ code: 'SH001' })
  const [transfers, refunds] = [await atProvider('transfers'), await atProvider('refunds')]
  const { payments } = shop.running.shop
  await expect(
    payments.refund({ key: 'a-forgotten-path', paymentId: refunds[0].payment_id, amountPaise: 100 }),
  ).rejects.toThrow('paused')
  await sweepRefunds(shop.running.shop)
  await sweepPayouts(shop.running.shop)
  expect([await atProvider('transfers'), await atProvider('refunds')]).toEqual([transfers, refunds])
})

test('it cannot be released before it is reconciled and what the bank and the documents know is entered', async () => {
  const early = await act('/public/admin/hold/release', { note: 'Too early.', entered: true })
  expect(early).toMatchObject({ status: 409, body: { msg: expect.stringContaining('reconcile') } })
})

test('the reconciliation adopts once what happened since, also when it is killed anywhere and run again', async () => {
  const { id } = await hold()
  const { shop: whole } = shop.running
  let step = 0
  const dying = (at: number) => {
    step = 0
    const { db } = whole
    const next = () => {
      if ((step += 1) === at) throw new Error('killed')
    }
    const transaction: typeof db.transaction = async (work, options) => {
      const result = await db.transaction(async (tx) => {
        const done = await work(tx)
        next()
        return done
      }, options)
      next()
      return result
    }
    const query: typeof db.query = (statement) => (next(), db.query(statement))
    return { ...whole, db: { ...db, query, transaction } }
  }
  let kills = 0
  for (let at = 1; at < 200; at += 1) {
    const ended = await reconcileHold(dying(at), id).then(
      () => true,
      () => false,
    )
    if (ended) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(5)
  await Promise.all([1, 2, 3].map(() => reconcileHold(whole, id)))
  const { totals, findings } = await reconcile()
  const count = (subject: string, outcome: string) =>
    totals.find((one: any) => one.subject === subject && one.outcome === outcome)?.count ?? 0
  // The late payment became an order; that of the stranger, and the one with the lost invoice, have no checkout here.
  expect([count('payment', 'adopted'), count('payment', 'unknown')]).toEqual([1, 2])
  expect([count('refund', 'adopted'), count('transfer', 'adopted')]).toEqual([1, 1])
  expect(await disputesOf(shop, disputed)).toMatchObject([{ state: 'open' }])
  expect(findings.filter(({ outcome }: any) => outcome === 'under-way')).toEqual([])
  expect(await ordersOf(late)).toHaveLength(1)
  expect((await admin.get('/public/admin/unmatched-payments')).body).toHaveLength(2)
  expect(await payoutsOf(byRoute)).toMatchObject([{ state: 'paid', amount: 332.91 }])
  await noneBroken()
})

test('what the operator enters is taken once: transfers of the bank, the last reference, the last serials', async () => {
  const file = (more: string) =>
    `reference,utr,amount,status,seller\n${known.reference},${utr},332.91,paid,${byBank.email}\n${more}`
  const unnamed = await act('/public/admin/hold/transfers', {
    csv: file('HP00000077,HDFCN526111900002,10.00,paid,\n'),
  })
  expect(unnamed).toMatchObject({
    status: 400,
    body: { fields: { 'line 3': expect.stringContaining('seller') } },
  })
  expect((await act('/public/admin/hold/transfers', { csv: file('') })).body).toMatchObject({
    adopted: 1,
    known: 0,
  })
  expect((await act('/public/admin/hold/transfers', { csv: file('') })).body).toMatchObject({
    adopted: 0,
    known: 1,
  })
  // A payout that the backup lacks is taken over once, whatever UTR is written.
  const lostPayout = (mark: string) =>
    act('/public/admin/hold/transfers', {
      csv: file(`HP00000078,HDFCN52611190000${mark},1.00,paid,${byBank.email}\n`),
    })
  expect((await lostPayout('3')).body).toMatchObject({ adopted: 1, known: 1 })
  expect(await lostPayout('4')).toMatchObject({
    status: 400,
    body: { fields: { 'line 3': expect.stringContaining('already') } },
  })
  expect((await act('/public/admin/hold/bank-reference', { reference: 'HP00200000' })).status).toBe(200)
  const series = { gstin: known.gstin, serial: known.serial }
  expect((await act('/public/admin/hold/series', series)).status).toBe(200)
  expect(await act('/public/admin/hold/series', series)).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('already') },
  })
  await noneBroken()
})

test('of two releases one ends the hold; jobs go on, and nobody is paid or refunded twice', async () => {
  const [transfers, refunds] = [await atProvider('transfers'), await atProvider('refunds')]
  expect((await act('/public/admin/hold/release', { note: 'Done.' })).status).toBe(409)
  const answers = await Promise.all(
    [1, 2].map(() => act('/public/admin/hold/release', { note: 'Done.', entered: true })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await hold()).toBe(null)

  const run = await admin.post('/public/admin/settlement-runs', { upTo: dayAgo(1) })
  expect(run.status).toBe(200)
  await eventually(
    async () => (await admin.get(`/public/admin/settlement-runs/${run.body.id}`)).body,
    ({ state }) => state === 'done',
  )
  expect((await admin.get(`/public/admin/settlement-runs/${run.body.id}`)).body).toMatchObject({
    payout: 0,
    // The rupee of the payout that was taken over without a sale.
    carriedAfter: -1,
  })
  expect(await atProvider('transfers')).toEqual(transfers)

  expect((await buyer.post(`/private/order/cancel/${cancelled}`, {})).status).toBe(200)
  await sweepRefunds(shop.running.shop)
  expect(sumOf(await atProvider('refunds'))).toBe(sumOf(refunds))
  await noneBroken()
  const acts = (await auditOf(admin)).map((entry) => entry.act)
  expect(acts).toEqual(expect.arrayContaining(['hold-reconciled', 'hold-entered', 'shop-released']))
})

test('the night after the release adopts once what the provider charged and paid to the bank meanwhile', async () => {
  const { shop: own } = shop.running
  const ended = () =>
    eventually(
      () => compareBalance(own, new Date()),
      (end) => end === 'finished',
    )
  const list = async () => (await admin.get('/public/admin/provider-settlements')).body
  expect(await list()).toEqual([])
  // The payments that no order here has are the whole difference.
  const stillUnknown = (await atProvider('payments')).filter(({ captured }) => captured)
  const here = await shop.db.query<{ id: string }>(sql`select id from payment`)
  const missing = sumOf(stillUnknown.filter(({ id }) => !here.some((row) => row.id === id)))
  expect(missing).toBeGreaterThan(0)
  await eventually(
    () => compareBalance(own, new Date()),
    (end) => end === 'unfinished',
  )
  await shop.db.query(sql`update provider_account set same_since = same_since - interval '5 minutes'`)
  await Promise.all([ended(), ended()])
  expect(await list()).toMatchObject([{ id: settled.id, state: 'processed', amount: settled.amount / 100 }])
  const entries = await shop.db.query(
    sql`select from journal_entry where key = ${`provider-settlement:${settled.id}:1`}`,
  )
  expect(entries).toHaveLength(1)
  const { there, here: ours } = (await admin.get('/public/admin/balances')).body.atProvider
  expect(Math.round((there - ours) * 100)).toBe(missing)
  expect((await admin.get('/public/admin/money-exceptions')).body).toContainEqual(
    expect.objectContaining({ kind: 'provider-balance', amount: missing / 100 }),
  )
  await noneBroken()
})

test('serials and references go on behind those that were given before the restore', async () => {
  const own = { ...lost, db: shop.db, running: shop.running } as TestShop
  const pending = (await ordersOf(late))[0]
  await courierSays(own, pending.id, 'shipped')
  const [newest] = await shop.db.query<{ serial: string }>(sql`
    select serial from tax_document where seller_id = ${byBank.id} order by no desc limit 1`)
  expect(Number(newest?.serial.slice(-6))).toBe(Number(known.serial.slice(-6)) + 1)
  const [number] = await shop.db.query<{ next: number }>(sql`select nextval('payout_number_seq') as next`)
  expect(number?.next).toBeGreaterThan(200_000)
  await noneBroken()
})
