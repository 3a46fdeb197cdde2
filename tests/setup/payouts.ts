/** Sellers who are paid by bank or provider, and what both say of it later. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '../../server/platform/db/sql.ts'
import { eventually } from './buying.ts'
import { awayFrom, endRateLimits } from './clock.ts'
import { brokenInvariants } from './invariants.ts'
import { addAdmin, type Admin } from './people.ts'
import { resetPayments } from './providers.ts'
import { addSeller, type Seller } from './sellers.ts'
import { dayAgo, sellThreePieces, settle } from './settling.ts'
import { startTestShop, type TestShop } from './shop.ts'

export interface Payout {
  id: string
  state: string
  bankReference: string
  reference: string | null
  repeatable: boolean
}

/** Starts a shop for the file, with the hooks of `withShop`. Returns what its tests do with payouts. */
export function withPayouts(use: (made: { shop: TestShop; admin: Admin }) => void) {
  let shop: TestShop
  let admin: Admin
  beforeAll(async () => {
    shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
    admin = await addAdmin(shop)
    use({ shop, admin })
  })
  beforeEach(() => Promise.all([awayFrom('midnight'), resetPayments(shop), endRateLimits(shop)]))
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  // Orders are delivered, and settled up to a day, so many days before today.
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
  /** Oldest first. */
  const payoutsOf = async (seller: Seller): Promise<Payout[]> =>
    (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body.toReversed()
  const untilStates = (seller: Seller, ...states: string[]) =>
    eventually(
      () => payoutsOf(seller),
      (payouts) => payouts.map(({ state }) => state).join() === states.join(),
    )
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

  /** One that the bank has refused once. */
  async function refused() {
    const made = await settled()
    await makeFile(made.run)
    const [first] = await payoutsOf(made.seller)
    expect((await bankSays(first!, 'failed')).status).toBe(200)
    return { ...made, first: first! }
  }

  return {
    settled,
    refused,
    payoutsOf,
    untilStates,
    again,
    makeFile,
    bankSays,
    paidByBank,
    newUtr,
    moved,
    told,
    mailsOfTwice,
    expectDebt,
  }
}
