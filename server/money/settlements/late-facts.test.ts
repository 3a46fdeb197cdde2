/** What bank and provider say of a payout after it had ended: taken, counted once, and owed by the seller where it went twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { awayFrom, endRateLimits } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { resetPayments } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(shop)
})
// Orders are delivered, and settled up to a day, so many days before today.
beforeEach(() => Promise.all([awayFrom('midnight'), resetPayments(shop), endRateLimits(shop)]))
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

let daysLeft = 340
const nextDay = () => dayAgo((daysLeft -= 3))
let utrs = 0
const newUtr = () => `HDFCN5202611${String((utrs += 1)).padStart(8, '0')}`

/** A seller to whom ₹332.91 were settled, and the run. */
async function settled({ linked = false } = {}) {
  const seller = await addSeller(shop)
  if (linked) await admin.post(`/public/admin/sellers/${seller.id}/route-account`)
  return { seller, run: await settleOneMore(seller) }
}
async function settleOneMore(seller: Seller): Promise<string> {
  await sellThreePieces(shop, seller, daysLeft + 5)
  return settle(shop, nextDay())
}
interface Payout {
  id: string
  state: string
  bankReference: string
  reference: string | null
  repeatable: boolean
}
/** Oldest first. */
const payoutsOf = async (seller: Seller): Promise<Payout[]> =>
  (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body.toReversed()
const again = (payout: Payout, method = 'bank') =>
  admin.post(`/public/admin/payouts/${payout.id}/again`, { method })
const makeFile = (run: string) => admin.post(`/public/admin/settlement-runs/${run}/bank-file`)
/** The bank's reply, with one row of a payout. */
const bankSays = (payout: Payout, status: string, utr = '') =>
  admin.post('/public/admin/bank-replies', {
    csv: `Reference,UTR,Amount,Status,Sent\r\n${payout.bankReference},${utr},332.91,${status},${(utrs += 1)}\r\n`,
  })
const paidByBank = (payout: Payout) => bankSays(payout, 'paid', newUtr())
/** What the seller has got by the ledger, in paise. */
const moved = async (seller: Seller): Promise<number> => {
  const [row] = await shop.db.query<{ paise: number }>(sql`
    select coalesce(sum(p.amount_paise), 0)::bigint as paise from journal_entry e join posting p on p.entry_id = e.id
    where e.kind in ('payout', 'payout-reversed') and p.seller_id = ${seller.id}`)
  return row!.paise
}
const told = async (kind: string, seller: Seller) => {
  const [own] = (await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body
  return (await admin.get('/public/admin/money-exceptions')).body.filter(
    (one: any) => one.kind === kind && one.seller === own.company,
  )
}
const mailsOfTwice = async () =>
  (await shop.mailSoFar(admin.email)).filter(({ subject }) => subject.includes('went to a seller twice'))
    .length

/** The seller got ₹332.91 twice: it is listed, mailed, owed, and deducted from what the next settlement pays. */
async function expectDebt(seller: Seller, mailsBefore: number): Promise<void> {
  expect(await moved(seller)).toBe(66_582)
  expect(await told('payout-twice', seller)).toMatchObject([{ amount: 332.91 }])
  await eventually(mailsOfTwice, (count) => count === mailsBefore + 1)
  expect((await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body).toMatchObject([
    { payable: -332.91, carried: -332.91, inPayment: 0 },
  ])
  for (let n = 0; n < 2; n += 1) await sellThreePieces(shop, seller, daysLeft + 5)
  await settle(shop, nextDay())
  const [statement] = (await seller.get('/private/earnings/statements')).body
  expect(statement).toMatchObject({ net: 665.82, paidTwice: 332.91, payout: 332.91, carriedAfter: 0 })
  const csv = (await seller.get(`/private/earnings/statements/${statement.id}/csv`)).body
  expect(csv).toContain('"paid twice before"')
  expect(await told('payout-twice', seller)).toEqual([])
}

describe('a payout by bank', () => {
  /** Refused by the bank once. */
  async function refused() {
    const made = await settled()
    await makeFile(made.run)
    const [first] = await payoutsOf(made.seller)
    expect((await bankSays(first!, 'failed')).status).toBe(200)
    return { ...made, first: first! }
  }

  test('that was paid after it had failed, and made again and paid again: the seller owes the second one', async () => {
    const { seller, run, first } = await refused()
    expect((await again(first)).status).toBe(200)
    await makeFile(run)
    const [, second] = await payoutsOf(seller)
    const mails = await mailsOfTwice()
    expect((await paidByBank(first)).body).toMatchObject({ paid: 1, known: 0 })
    expect(await told('payout-paid-late', seller)).toMatchObject([
      { id: second!.id, text: expect.stringContaining(second!.bankReference) },
    ])
    expect(await told('payout-twice', seller)).toEqual([])
    expect((await paidByBank(second!)).status).toBe(200)
    await expectDebt(seller, mails)
  })

  test('that was paid after it had failed does not come back by a row that may be the failure of before', async () => {
    const { seller, first } = await refused()
    const utr = newUtr()
    await bankSays(first, 'paid', utr)
    for (const status of ['failed', 'returned'])
      expect((await bankSays(first, status)).body.fields['line 2']).toContain('Write the UTR')
    expect(await moved(seller)).toBe(33_291)
    expect((await bankSays(first, 'returned', utr)).body).toMatchObject({ failed: 1 })
    expect(await moved(seller)).toBe(0)
    expect((await again(first)).status).toBe(200)
  })

  test('fails by the word of the bank only: not while it is in no file', async () => {
    const { seller } = await settled()
    const [payout] = await payoutsOf(seller)
    const failed = await admin.post(`/public/admin/payouts/${payout!.id}/failed`, { note: 'I think so' })
    expect(failed).toMatchObject({ status: 409, body: { msg: expect.stringContaining('in no bank file') } })
  })
})
