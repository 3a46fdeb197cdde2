/** Payouts by Razorpay Route, and the comparison of a day with the provider (providers.md §1.10; docs/money.md, Settlements). */
// @module-tag nightly: Transfers by the provider, an option: lost answers and reversals. payees.test.ts proves whom the shop pays each time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { changeProfile } from '../../../tests/setup/profiles.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { reconcileDays } from './reconcile.ts'
import { sendPayout, sweepPayouts } from './route-payouts.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  // The last test compares a day on which all the others have bought and paid.
  await awayFrom('midnight', 90)
  shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(shop)
})
beforeEach(() => shop.kit('/sandbox/payments/faults', undefined, 'DELETE'))
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

let daysLeft = 200
const nextDay = () => dayAgo((daysLeft -= 5))
const fault = (call: string, kind: string, times = 1) =>
  shop.kit('/sandbox/payments/faults', { call, fault: kind, times })
const link = (seller: Seller) => admin.post(`/public/admin/sellers/${seller.id}/route-account`)
const atProvider = async () => shop.kit('/sandbox/payments/ledger.json', undefined, 'GET')

/** Somebody reverses paise of a transfer in the provider's dashboard, or all that is left of it. */
async function reverse(transferId: string, amount?: number): Promise<number> {
  const { keyId, keySecret, apiUrl } = shop.running.shop.config.payment!
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const body = JSON.stringify(amount === undefined ? {} : { amount })
  return (
    await fetch(`${apiUrl}/transfers/${transferId}/reversals`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
  ).status
}

/** A seller with one sale that is due and, unless switched off, a linked account; the sales are settled. */
async function settled({ linked = true } = {}) {
  const seller = await addSeller(shop)
  if (linked) await link(seller)
  const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
  await delivered(shop, orderId, daysLeft + 5)
  await settle(shop, nextDay())
  return seller
}
const payoutOf = async (seller: Seller) =>
  (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body[0]
const untilPayout = (seller: Seller, state: string) =>
  eventually(
    () => payoutOf(seller),
    (payout) => payout.state === state,
  )
/** The provider has processed the transfer of this payout. */
const untilProcessed = (payoutId: string) =>
  eventually(
    async () => (await atProvider()).transfers.find((one: any) => one.notes.payout === payoutId)?.status,
    (status) => status === 'processed',
  )

test('a seller gets a linked account in steps that go on where they stopped', async () => {
  const seller = await addSeller(shop)
  await fault('accounts.product', 'error-500')
  expect((await link(seller)).status).toBe(503)
  const balance = async () =>
    (await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body[0].routeAccount
  expect(await balance()).toMatchObject({ status: 'created' })
  expect((await link(seller)).body).toMatchObject({ status: 'activated' })
  expect((await link(seller)).body).toMatchObject({ status: 'activated' })
  expect(await balance()).toMatchObject({ status: 'activated' })
  const { accounts } = await atProvider()
  expect(accounts.filter((one: any) => one.email === seller.email)).toMatchObject([{ bankLast4: '9012' }])
  await fault('accounts.bank', 'refuse-400')
  expect(await link(seller)).toMatchObject({ status: 409, body: { msg: expect.stringContaining('refused') } })
})

test('a payout is transferred once, also where answers are lost, and is paid when the provider has processed it', async () => {
  // No webhook arrives for the transfer: the job asks again with the same key.
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  await fault('transfers.create', 'lost-answer')
  const seller = await settled()
  const paid = await untilPayout(seller, 'paid')
  await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
  expect(paid).toMatchObject({ method: 'route', amount: 332.91, reference: expect.stringMatching(/^trf_/) })
  const { transfers } = await atProvider()
  expect(transfers.filter((one: any) => one.notes.payout === paid.id)).toMatchObject([
    { amount: 33_291, status: 'processed' },
  ])
  await eventually(
    () => shop.mail(seller.email),
    (mails) => mails.some(({ text }) => text.includes(paid.reference)),
  )
  const [posted] = await shop.db.query(sql`
    select p.amount_paise as paise from journal_entry e join posting p on p.entry_id = e.id
    where e.key = ${`payout:${paid.id}`} and p.account = 'provider'`)
  expect(posted).toEqual({ paise: -33_291 })
  // The bank is not involved.
  const byBank = await admin.post(`/public/admin/payouts/${paid.id}/paid`, { utr: 'HDFCN520261100001' })
  expect(byBank.status).toBe(409)
  expect((await admin.post(`/public/admin/payouts/${paid.id}/failed`, { note: 'no' })).status).toBe(409)
})

test('a transfer that fails is listed and paid by bank; one that is reversed is owed again', async () => {
  await fault('transfers.process', 'error-500')
  const seller = await settled()
  const failed = await untilPayout(seller, 'failed')
  expect((await admin.get('/public/admin/money-exceptions')).body).toMatchObject([{ id: failed.id }])
  expect((await admin.post(`/public/admin/payouts/${failed.id}/again`, { method: 'route' })).status).toBe(200)
  const paid = await untilPayout(seller, 'paid')

  expect(await reverse(paid.reference)).toBe(200)
  await untilPayout(seller, 'returned')
  expect((await admin.post(`/public/admin/payouts/${paid.id}/again`, { method: 'bank' })).status).toBe(200)
  expect(await payoutOf(seller)).toMatchObject({ method: 'bank', state: 'ready' })
})

test('a payout of a seller who was suspended before the provider had it is held, and sent after the suspension', async () => {
  await fault('transfers.create', 'error-500', 3)
  const seller = await settled()
  const { id } = await payoutOf(seller)
  const act = (word: string) =>
    admin.post(`/public/admin/accounts/${seller.id}/${word}`, { reason: 'Copies.' })
  expect((await act('suspend')).status).toBe(200)
  await shop.kit('/sandbox/payments/faults', undefined, 'DELETE')
  await sendPayout(shop.running.shop, id)
  expect(await payoutOf(seller)).toMatchObject({ state: 'sending', reference: null })
  expect((await atProvider()).transfers.filter((one: any) => one.notes.payout === id)).toEqual([])
  expect((await act('reinstate')).status).toBe(200)
  await sendPayout(shop.running.shop, id)
  await untilPayout(seller, 'paid')

  await fault('transfers.process', 'error-500')
  const other = await settled()
  const failed = await untilPayout(other, 'failed')
  await admin.post(`/public/admin/accounts/${other.id}/suspend`, { reason: 'Copies.' })
  const again = () => admin.post(`/public/admin/payouts/${failed.id}/again`, { method: 'bank' })
  expect(await again()).toMatchObject({ status: 409, body: { msg: expect.stringContaining('suspended') } })
  await admin.post(`/public/admin/accounts/${other.id}/reinstate`, { reason: 'Copies.' })
  expect((await again()).status).toBe(200)
})

test('a payout whose answer was lost before its seller was suspended is paid when the provider says so, and once', async () => {
  await fault('transfers.create', 'lost-answer')
  const seller = await settled()
  const { id } = await payoutOf(seller)
  const ofPayout = async () => (await atProvider()).transfers.filter((one: any) => one.notes.payout === id)
  await eventually(ofPayout, (transfers) => transfers.length === 1)
  await admin.post(`/public/admin/accounts/${seller.id}/suspend`, { reason: 'Copies.' })
  const { reference } = await untilPayout(seller, 'paid')
  await admin.post(`/public/admin/accounts/${seller.id}/reinstate`, { reason: 'Copies.' })
  await sendPayout(shop.running.shop, id)
  expect(await ofPayout()).toMatchObject([{ id: reference }])
})

test('a part of a transfer that is reversed is owed to the seller again and is listed until the rest is reversed, too', async () => {
  const seller = await settled()
  const paid = await untilPayout(seller, 'paid')
  const entries = () =>
    shop.db.query(sql`
      select e.key, p.account, p.amount_paise as paise from journal_entry e join posting p on p.entry_id = e.id
      where e.key like ${`payout-reversed:${paid.id}%`} order by e.id, p.line_no`)
  const money = async () => (await seller.get('/private/earnings')).body
  const own = async () =>
    (await admin.get('/public/admin/money-exceptions')).body.filter((one: any) => one.id === paid.id)
  expect(await own()).toEqual([])
  expect(await reverse(paid.reference, 10_000)).toBe(200)
  const [part] = await eventually(own, (found) => found.length === 1)
  expect(part).toMatchObject({ kind: 'payout-partly-back', seller: paid.seller.company, amount: 100 })
  expect(part.text).toContain(paid.reference)
  expect(await reverse(paid.reference, 5_000)).toBe(200)
  await eventually(own, ([one]) => one.amount === 150)
  expect(await payoutOf(seller)).toMatchObject({ state: 'paid', cameBack: 150 })
  expect(await entries()).toEqual(
    [10_000, 5_000].flatMap((paise, index) => [
      { key: `payout-reversed:${paid.id}:${index + 1}`, account: 'seller_payable', paise: -paise },
      { key: `payout-reversed:${paid.id}:${index + 1}`, account: 'provider', paise },
    ]),
  )
  expect(await money()).toMatchObject({ inPayment: 150, paidThisYear: 182.91 })
  expect(await reverse(paid.reference)).toBe(200)
  await untilPayout(seller, 'returned')
  expect((await entries()).slice(4)).toEqual([
    { key: `payout-reversed:${paid.id}`, account: 'seller_payable', paise: -18_291 },
    { key: `payout-reversed:${paid.id}`, account: 'provider', paise: 18_291 },
  ])
  expect(await money()).toMatchObject({ inPayment: 332.91, paidThisYear: 0 })
  expect(await own()).toMatchObject([{ kind: 'payout-failed', amount: 332.91 }])
  await admin.post(`/public/admin/payouts/${paid.id}/again`, { method: 'bank' })
  expect(await own()).toEqual([])
})

test('a transfer of another amount than the payout pays nothing', async () => {
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  const seller = await settled()
  const { id } = await untilPayout(seller, 'sending')
  await untilProcessed(id)
  const { payments } = shop.running.shop
  const wrong = {
    ...shop.running.shop,
    payments: {
      ...payments,
      findTransfer: async (transferId: string) => ({
        ...(await payments.findTransfer(transferId))!,
        amountPaise: 1,
      }),
    },
  }
  await expect(sendPayout(wrong, id)).rejects.toThrow('is not the amount of payout')
  expect(await payoutOf(seller)).toMatchObject({ state: 'sending' })
  await sendPayout(shop.running.shop, id)
  expect(await payoutOf(seller)).toMatchObject({ state: 'paid' })
  await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
})

const otherAccount = { bankDetails: { accountNo: '999988887777' } }
const release = (seller: Seller) =>
  admin.post(`/public/admin/sellers/${seller.id}/release-payouts`, { note: 'Spoke with them.' })
/** Settles one more sale of the seller. */
async function settleMore(seller: Seller): Promise<void> {
  const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
  await delivered(shop, orderId, daysLeft + 5)
  await settle(shop, nextDay())
}
const accountThere = async (seller: Seller) =>
  (await atProvider()).accounts.find((one: any) => one.email === seller.email)
const ofRoute = async (seller: Seller) =>
  (await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body[0].routeAccount

test('no transfer goes to a linked account that was made for an earlier bank account', async () => {
  const seller = await addSeller(shop)
  await link(seller)
  expect(await ofRoute(seller)).toMatchObject({ current: true })
  await changeProfile(seller, otherAccount)
  expect(await ofRoute(seller)).toMatchObject({ status: 'activated', current: false })
  await settleMore(seller)
  // By bank, and only after the hold.
  const byBank = await payoutOf(seller)
  expect(byBank).toMatchObject({ method: 'bank', state: 'ready', held: { until: expect.any(String) } })
  expect((await atProvider()).transfers.filter((one: any) => one.notes.payout === byBank.id)).toEqual([])
  // As if the bank had refused it before the change.
  await shop.db.query(sql`update payout set state = 'failed' where id = ${byBank.id}`)
  const repeat = () => admin.post(`/public/admin/payouts/${byBank.id}/again`, { method: 'route' })
  expect((await repeat()).status).toBe(409)

  expect((await link(seller)).body).toMatchObject({ status: 'activated' })
  expect(await accountThere(seller)).toMatchObject({ bankLast4: '7777' })
  expect(await ofRoute(seller)).toMatchObject({ current: true })
  expect((await repeat()).status).toBe(200)
  // Still held.
  const { id } = await payoutOf(seller)
  await sendPayout(shop.running.shop, id)
  expect(await payoutOf(seller)).toMatchObject({ state: 'sending', held: { until: expect.any(String) } })
  await release(seller)
  await sendPayout(shop.running.shop, id)
  await untilPayout(seller, 'paid')
  const [row] = await shop.db.query(sql`
    select y.bank_account_last4 as last4 from payout p join seller_payee y on y.id = p.payee_id where p.id = ${id}`)
  expect(row).toEqual({ last4: '7777' })
})

test('a transfer that was asked for before the change and never made goes to no old account; one that was made is found', async () => {
  await fault('transfers.create', 'error-500', 3)
  const seller = await settled()
  const { id } = await untilPayout(seller, 'sending')
  await eventually(
    () => shop.db.query(sql`select from payout where id = ${id} and asked_at is not null`),
    (rows) => rows.length > 0,
  )
  await changeProfile(seller, otherAccount)
  await release(seller)
  await shop.kit('/sandbox/payments/faults', undefined, 'DELETE')
  // The request may still be on its way.
  await sendPayout(shop.running.shop, id)
  expect(await payoutOf(seller)).toMatchObject({ state: 'sending' })
  const later = () =>
    shop.db.query(sql`update payout set asked_at = asked_at - interval '3 minutes' where id = ${id}`)
  await later()
  await sendPayout(shop.running.shop, id)
  await sendPayout(shop.running.shop, id)
  expect(await payoutOf(seller)).toMatchObject({
    state: 'failed',
    note: expect.stringContaining('Link it again'),
  })
  expect((await atProvider()).transfers.filter((one: any) => one.notes.payout === id)).toEqual([])

  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  await fault('transfers.create', 'lost-answer', 1)
  const lost = await settled()
  const payout = await payoutOf(lost)
  await untilProcessed(payout.id)
  await changeProfile(lost, otherAccount)
  await release(lost)
  await shop.db.query(
    sql`update payout set asked_at = asked_at - interval '3 minutes' where id = ${payout.id} and asked_at is not null`,
  )
  await sendPayout(shop.running.shop, payout.id)
  await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
  expect(await payoutOf(lost)).toMatchObject({ state: 'paid' })
  expect((await atProvider()).transfers.filter((one: any) => one.notes.payout === payout.id)).toHaveLength(1)
})

test('of two calls that link an account one is refused, so that the provider has the newest bank account', async () => {
  const seller = await addSeller(shop)
  const both = await Promise.all([link(seller), link(seller)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await ofRoute(seller)).toMatchObject({ status: 'activated', current: true })
  // After another GST number the account is no longer theirs. The provider has one account for an e-mail address.
  await changeProfile(seller, { gst: newGst() })
  expect(await ofRoute(seller)).toMatchObject({ current: false })
  expect(await link(seller)).toMatchObject({ status: 409, body: { msg: expect.stringContaining('refused') } })
  expect(await ofRoute(seller)).toMatchObject({ current: false })
})

test('a payout that the provider refuses fails with its words; one whose webhook never came is found by the timer', async () => {
  await fault('transfers.create', 'refuse-400')
  const refused = await settled()
  expect((await untilPayout(refused, 'failed')).note).toContain('The request was refused.')
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  const silent = await settled()
  const before = await untilPayout(silent, 'sending')
  await untilProcessed(before.id)
  await shop.db.query(sql`update payout set updated_at = now() - interval '1 day' where id = ${before.id}`)
  await sweepPayouts({ ...shop.running.shop, config: { ...shop.running.shop.config, sweepSeconds: 60 } })
  expect(await payoutOf(silent)).toMatchObject({ state: 'paid' })
  await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
  // Without a linked account a seller is paid by bank.
  expect(await payoutOf(await settled({ linked: false }))).toMatchObject({ method: 'bank', state: 'ready' })
})

test("a day's captures, refunds and transfers are compared with the ledger, and each difference is listed", async () => {
  // Tomorrow at noon today is compared, with everything that this file has bought and paid.
  const today = dayOf(new Date())
  const noonTomorrow = Date.parse(`${today}T12:00+05:30`) + 86_400_000
  const look = () => reconcileDays(shop.running.shop, new Date(noonTomorrow))
  const result = async () => (await admin.get(`/public/admin/reconciliations/${today}`)).body
  expect((await admin.get(`/public/admin/reconciliations/${today}`)).status).toBe(404)
  await fault('refunds.list', 'error-500')
  await expect(look()).rejects.toThrow(ProviderUnavailable)
  expect(await result()).toMatchObject({ state: 'failed', differences: 0 })
  await look()
  const clean = await result()
  expect(clean).toMatchObject({ state: 'done', differences: 0, found: [] })
  const side = (subject: string) => clean.sides.find((one: any) => one.subject === subject)
  expect(side('payment').thereCount).toBeGreaterThan(3)
  expect(side('payment').there).toBe(side('payment').here)
  expect(side('transfer').there).toBe(side('transfer').here)

  const ids = await shop.db.query<{ id: string }>(sql`select id from payment order by received_at limit 3`)
  const [gone, other] = ids.map(({ id }) => id)
  // What no call can do: the ledger's row of a payment names another payment, and a second one has another amount.
  await shop.db.transaction(async (tx) => {
    await tx.execute(
      'alter table journal_entry disable trigger user; alter table posting disable trigger user',
    )
    await tx.query(sql`update journal_entry set payment_id = 'pay_made_up' where key = ${`payment:${gone}`}`)
    await tx.query(sql`
      update posting set amount_paise = amount_paise + sign(amount_paise) * 100
      where entry_id = (select id from journal_entry where key = ${`payment:${other}`})`)
    await tx.execute('alter table journal_entry enable trigger user; alter table posting enable trigger user')
  })
  await shop.db.query(sql`delete from reconciliation`)
  await look()
  const found = (await result()).found.map(({ kind, providerId }: any) => [kind, providerId])
  expect(found.toSorted()).toEqual([
    ['missing-here', gone],
    ['missing-there', 'pay_made_up'],
    ['other-amount', other],
  ])
  expect((await admin.get('/public/admin/reconciliations')).body).toMatchObject([
    { day: today, differences: 3 },
  ])
  const kinds = (await admin.get('/public/admin/money-exceptions')).body.map(({ kind }: any) => kind)
  expect(kinds).toContain('reconciliation')
  await shop.db.transaction(async (tx) => {
    await tx.execute(
      'alter table journal_entry disable trigger user; alter table posting disable trigger user',
    )
    await tx.query(sql`update journal_entry set payment_id = ${gone} where key = ${`payment:${gone}`}`)
    await tx.query(sql`
      update posting set amount_paise = amount_paise - sign(amount_paise) * 100
      where entry_id = (select id from journal_entry where key = ${`payment:${other}`})`)
    await tx.execute('alter table journal_entry enable trigger user; alter table posting enable trigger user')
  })

  // After nights without the shop the next run compares all days since; a failed day is tried again.
  const daysOf = async () =>
    (await admin.get('/public/admin/reconciliations')).body.map(({ day, state }: any) => [day, state])
  const in3Days = new Date(noonTomorrow + 3 * 86_400_000)
  await fault('payments.list', 'error-500')
  await expect(reconcileDays(shop.running.shop, in3Days)).rejects.toThrow(ProviderUnavailable)
  const done = (days: number) => [addDays(today, days), 'done']
  expect(await daysOf()).toEqual([done(3), done(2), [addDays(today, 1), 'failed'], done(0)])
  await reconcileDays(shop.running.shop, in3Days)
  expect(await daysOf()).toEqual([done(3), done(2), done(1), done(0)])
  await shop.db.query(sql`delete from reconciliation where day > ${today}::date`)

  // By hand only for days that have ended, of the last year.
  expect((await admin.post(`/public/admin/reconciliations/${today}`)).status).toBe(400)
  expect((await admin.post(`/public/admin/reconciliations/${dayAgo(400)}`)).status).toBe(400)
  expect((await admin.post(`/public/admin/reconciliations/${dayAgo(1)}`)).body).toMatchObject({
    state: 'done',
    differences: 0,
  })
  await fault('payments.list', 'error-500')
  expect((await admin.post(`/public/admin/reconciliations/${dayAgo(1)}`)).status).toBe(503)
  expect((await admin.get(`/public/admin/reconciliations/${dayAgo(1)}`)).body.state).toBe('done')
})
