/** What the payment provider deducts, what it pays to the bank, and its balance (docs/money.md, "The provider's account"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { moveDispute, paymentOf, raiseDispute, untilDispute } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { paymentFault, resetPayments } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { openGauges } from '../../administration/gauges.ts'
import { dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { compareBalance } from './compare-balance.ts'
import { readProviderDays } from './read-settlements.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  await awayFrom('midnight', 90)
  shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(shop)
})
beforeEach(() => resetPayments(shop))
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const once = () => compareBalance(shop.running.shop, new Date())
/** The timer's nights, until nothing of this moment is on its way. */
const night = () => eventually(once, (ended) => ended === 'finished')
const atProvider = () => shop.kit('/sandbox/payments/ledger.json', undefined, 'GET')
const settleThere = (more: object = {}) => shop.kit('/sandbox/payments/settlements', more)
const listed = async () => (await admin.get('/public/admin/provider-settlements')).body
const balances = async () => (await admin.get('/public/admin/balances')).body
const told = async () =>
  (await admin.get('/public/admin/money-exceptions')).body.filter(
    ({ kind }: any) => kind === 'provider-balance',
  )

/** The postings of the entries whose keys begin so, in their order. */
const postings = (prefix: string) =>
  shop.db.query<{ key: string; account: string; paise: number }>(sql`
    select e.key, p.account, p.amount_paise as paise from journal_entry e join posting p on p.entry_id = e.id
    where starts_with(e.key, ${prefix}) order by e.id, p.line_no`)

/** Both sides of the newest comparison, in rupees. */
async function compared() {
  await night()
  const { there, here } = (await balances()).atProvider
  return [there, here]
}

async function equal() {
  const [there, here] = await compared()
  expect(there).toBe(here)
  expect(there).toBe((await atProvider()).balance / 100)
  return there as number
}

async function differs(): Promise<number> {
  const gauges = openGauges({ shop: shop.running.shop, parts: () => [] })
  const all = await gauges.read()
  gauges.stop()
  return all.find(({ name }) => name === 'hariyali_provider_balance_differs')!.value
}

/** A product of ₹100.00, paid, with webhooks as given. */
async function purchase(webhooks?: string): Promise<{ buyer: Customer; payment: string }> {
  const { id } = await addProduct(shop, { pricePaise: 10_000, units: 9 })
  const buyer = await customerWithCart(shop, [{ id }])
  const { body: order } = await startPaying(buyer)
  const paid = await pay(shop, order, 'paid', webhooks ? { webhooks } : {})
  await verify(buyer, paid)
  return { buyer, payment: paid.razorpay_payment_id }
}

test('what is deducted for a payment is recorded once, however many webhooks, browsers and nights say it', async () => {
  const { payment } = await purchase('repeat:4')
  await Promise.all([night(), night(), night()])
  // 2 % and 18 % of that.
  expect(await postings(`provider-charge:${payment}:`)).toEqual([
    { key: `provider-charge:${payment}:1`, account: 'provider_charges', paise: 200 },
    { key: `provider-charge:${payment}:1`, account: 'input_gst', paise: 36 },
    { key: `provider-charge:${payment}:1`, account: 'provider', paise: -236 },
  ])
  await equal()
})

test('the payment says it: its charge is recorded in its transaction', async () => {
  const { payment } = await purchase('none')
  expect((await postings(`provider-charge:${payment}:`)).map(({ paise }) => paise)).toEqual([200, 36, -236])
})

test(
  'a charge that the payment does not say is found at night; another figure is corrected, and a settled one is the last word',
  nightly('One more source of the same charge. That each is recorded once is proved above each time.'),
  async () => {
    const { id } = await addProduct(shop, { pricePaise: 10_000, units: 9 })
    const buyer = await customerWithCart(shop, [{ id }])
    const { body: order } = await startPaying(buyer)
    const paid = await pay(shop, order, 'paid', { webhooks: 'none' })
    const payment = paid.razorpay_payment_id
    await shop.kit(`/sandbox/payments/fees/${payment}`, { fee: null, tax: null })
    await verify(buyer, paid)
    expect(await postings(`payment:${payment}`)).toHaveLength(2)
    expect(await postings(`provider-charge:${payment}:`)).toEqual([])
    await shop.kit(`/sandbox/payments/fees/${payment}`, { fee: 236, tax: 36 })
    await equal()
    expect(await postings(`provider-charge:${payment}:`)).toHaveLength(3)

    await shop.kit(`/sandbox/payments/fees/${payment}`, { fee: 354, tax: 54 })
    await equal()
    expect((await postings(`provider-charge:${payment}:2`)).map(({ paise }) => paise)).toEqual([
      100, 18, -118,
    ])
    await settleThere()
    await equal()
    expect(await postings(`provider-charge:${payment}:3`)).toEqual([])
    // Whatever an entity says now, the settlement has said it.
    await shop.kit(`/sandbox/payments/fees/${payment}`, { fee: 236, tax: 36 })
    await once()
    expect(await postings(`provider-charge:${payment}:3`)).toEqual([])
    await shop.kit(`/sandbox/payments/fees/${payment}`, { fee: 354, tax: 54 })
    await equal()
  },
)

test('a settlement arrives in the bank account once, by webhooks and nights; one that fails is taken back once', async () => {
  // What the tests before have bought is in a settlement of its own.
  await purchase()
  await settleThere()
  await equal()
  await purchase()
  const bank = async () =>
    (await balances()).accounts.find(({ account }: any) => account === 'bank').balance as number
  const before = await bank()
  const made = await settleThere({ webhooks: 'duplicate' })
  const rupeesOf = made.amount / 100
  await eventually(listed, (all) => all.some(({ id }: any) => id === made.id))
  await Promise.all([night(), night()])
  expect(await postings(`provider-settlement:${made.id}:`)).toEqual([
    { key: `provider-settlement:${made.id}:1`, account: 'bank', paise: made.amount },
    { key: `provider-settlement:${made.id}:1`, account: 'provider', paise: -made.amount },
  ])
  expect((await listed())[0]).toMatchObject({
    id: made.id,
    state: 'processed',
    utr: made.utr,
    amount: rupeesOf,
    charges: 2.36,
    gst: 0.36,
  })
  expect(await bank()).toBeCloseTo(before + rupeesOf)
  expect(await equal()).toBe(0)

  await settleThere({ id: made.id, status: 'failed' })
  await Promise.all([night(), night()])
  expect((await postings(`provider-settlement:${made.id}:2`)).map(({ paise }) => paise)).toEqual([
    -made.amount,
    made.amount,
  ])
  expect((await listed())[0]).toMatchObject({ id: made.id, state: 'failed' })
  expect(await equal()).toBe(rupeesOf)

  // The next one is on its way for a night before it arrives.
  const next = await settleThere({ status: 'created' })
  expect(next.amount).toBe(made.amount)
  expect(await equal()).toBe(0)
  expect((await listed())[0]).toMatchObject({ id: next.id, state: 'created', utr: null, charges: 2.36 })
  expect(await bank()).toBeCloseTo(before)
  await settleThere({ id: next.id, status: 'processed', webhooks: 'none' })
  expect(await equal()).toBe(0)
  expect(await bank()).toBeCloseTo(before + rupeesOf)
})

test(
  "the balances are equal after a purchase, a refund, a dispute, a seller's transfer and its reversal, and a settlement",
  nightly(
    'Each kind of movement in one life. What is deducted, and what arrives, is recorded once in the tests above each time.',
  ),
  async () => {
    const { buyer } = await purchase()
    await equal()
    const [order] = await ordersOf(buyer)
    await paymentFault(shop, 'refunds.process', 'slow', { ms: 3_000 })
    expect((await buyer.post(`/private/order/cancel/${order.id}`, {})).status).toBe(200)
    await eventually(atProvider, ({ refunds }) => refunds.length > 0)
    // Under way, and then made.
    await equal()
    await eventually(atProvider, ({ refunds }) => refunds.every(({ status }: any) => status === 'processed'))
    await equal()

    const seller = await addSeller(shop)
    const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
    await delivered(shop, orderId, 30)
    const payment = await paymentOf(shop, (await sellOne(shop, seller, { pricePaise: 5_000 })).orderId)
    await raiseDispute(shop, payment, { deducted: true })
    await untilDispute(shop, payment, 'open')
    await equal()
    await moveDispute(shop, payment, 'won')
    await untilDispute(shop, payment, 'won')
    await equal()

    expect((await admin.post(`/public/admin/sellers/${seller.id}/route-account`)).status).toBe(200)
    await settle(shop, dayAgo(10))
    const payoutIs = (state: string) =>
      eventually(
        async () => (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body[0],
        (payout) => payout?.state === state,
      )
    const { reference } = await payoutIs('paid')
    await equal()
    // A quarter of a per cent of ₹332.91, and GST.
    expect((await postings(`provider-charge:${reference}:`)).map(({ paise }) => paise)).toEqual([83, 15, -98])
    await shop.kit(`/sandbox/payments/reversals/${reference}`, {})
    await payoutIs('returned')
    await equal()
    await settleThere()
    expect(await equal()).toBe(0)
  },
)

test(
  'a difference is one after two readings minutes apart: an exception with both sums, a metric, gone when equal again',
  nightly('Readings minutes apart. That the balances are equal is proved above each time.'),
  async () => {
    await equal()
    expect([await told(), await differs()]).toEqual([[], 0])
    await purchase()
    await settleThere()
    await purchase()
    await equal()
    const before = (await balances()).atProvider.there
    await shop.kit('/sandbox/payments/adjustments', { amount: -1_234, description: 'Chargeback fee' })
    expect(await eventually(once, (ended) => ended === 'unfinished')).toBe('unfinished')
    expect([await told(), await differs()]).toEqual([[], 0])
    await shop.db.query(sql`update provider_account set same_since = same_since - interval '5 minutes'`)
    expect(await compared()).toEqual([before - 12.34, before])
    const [one, ...others] = await told()
    expect(others).toEqual([])
    expect(one).toMatchObject({ id: 'provider', seller: null, amount: 12.34 })
    expect(one.text).toContain(
      `holds ₹${(before - 12.34).toFixed(2)} by its own balance, and ₹${before.toFixed(2)} by`,
    )
    expect(await differs()).toBe(1)
    // Seen again, and still the same one.
    const { since } = one
    await night()
    expect((await told())[0].since).toBe(since)

    // The settlement says what it was.
    await settleThere()
    expect(await equal()).toBe(0)
    expect([await told(), await differs()]).toEqual([[], 0])
    expect((await listed())[0]).toMatchObject({ charges: 14.7, gst: 0.36 })
  },
)

test('every settlement that is under way is asked for, however many wait', async () => {
  await shop.db.query(sql`
    insert into provider_settlement (id, amount_paise, state, made_at)
    select 'waits-' || lpad(n::text, 3, '0'), 100, 'created', now() - interval '40 days' from generate_series(1, 201) n`)
  const asked: string[] = []
  const running = shop.running.shop
  const payments = Object.create(running.payments, {
    settlement: { value: async (id: string) => void asked.push(id) },
  }) as typeof running.payments
  await readProviderDays({ ...running, payments }, new Date())
  await shop.db.query(sql`delete from provider_settlement where id like 'waits-%'`)
  expect(asked.filter((id) => id.startsWith('waits-')).length).toBe(201)
})

test('while the provider does not respond nothing is compared, and the night goes on where it stopped', async () => {
  await paymentFault(shop, 'balance.get', 'error-500')
  await expect(once()).rejects.toThrow(ProviderUnavailable)
  await paymentFault(shop, 'settlements.recon', 'error-500')
  await expect(once()).rejects.toThrow(ProviderUnavailable)
  await equal()
})

test(
  'a shop from before reads the days since its first payment, a month a run',
  nightly(
    'Months of days that only a shop from before has to read. The charges of a night are read in this file each time.',
  ),
  async () => {
    await shop.db.query(sql`update provider_account set read_to = null`)
    await shop.db.query(sql`
    update payment set received_at = received_at - interval '45 days' where id = (select min(id) from payment)`)
    const readTo = async () =>
      (await shop.db.query<{ at: Date }>(sql`select read_to as at from provider_account`))[0]!.at
    expect(await once()).toBe('unfinished')
    expect(Date.now() - (await readTo()).getTime()).toBeGreaterThan(10 * 86_400_000)
    await equal()
    expect(Date.now() - (await readTo()).getTime()).toBeLessThan(60_000)
  },
)

test('the month has a line for each entry of the charges, for the accountant', async () => {
  const month = dayOf(new Date()).slice(0, 7)
  const { body, status } = await admin.get<string>(`/public/admin/month-end/provider-charges?month=${month}`)
  expect(status).toBe(200)
  const [heading, ...lines] = body.trim().split('\r\n')
  expect(heading).toContain('"Charged for","Charge without GST","GST","Charge","Settlement","UTR"')
  const sum = (column: number) =>
    lines.reduce((all, line) => all + Math.round(Number(line.split(',')[column]) * 100), 0) / 100
  const { accounts } = await balances()
  const balance = (name: string) => accounts.find(({ account }: any) => account === name).balance
  expect([sum(2), sum(3)]).toEqual([balance('provider_charges'), balance('input_gst')])
  expect((await auditOf(admin))[0]).toMatchObject({ act: 'month-end-exported' })
  const later = await admin.get('/public/admin/month-end/provider-charges?month=2999-01')
  expect(later.status).toBe(400)
})
