/** Payouts that went twice, or came back twice: each transfer counts once, whichever row of the bank names it. */
// @module-tag nightly: Eight further mixtures of bank and provider. late-facts.test.ts proves the rules each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import type { Admin } from '../../../tests/setup/people.ts'
import { paymentFault } from '../../../tests/setup/providers.ts'
import type { TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { checkOpenTransfers } from './route-payouts.ts'
import { type Payout, withPayouts } from '../../../tests/setup/payouts.ts'

let shop: TestShop
let admin: Admin
const {
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
} = withPayouts((made) => void ({ shop, admin } = made))

describe('a payout by bank', () => {
  test('that was paid after it had failed, while the next one is with the bank, which refuses it: paid once', async () => {
    const { seller, run, first } = await refused()
    await again(first)
    await makeFile(run)
    const [, second] = await payoutsOf(seller)
    await paidByBank(first)
    expect((await bankSays(second!, 'failed')).status).toBe(200)
    expect(await payoutsOf(seller)).toMatchObject([
      { state: 'paid', repeatable: false },
      { state: 'failed', repeatable: false },
    ])
    expect(await moved(seller)).toBe(33_291)
    for (const kind of ['payout-failed', 'payout-twice', 'payout-paid-late'])
      expect(await told(kind, seller), kind).toEqual([])
    expect((await again(second!)).status).toBe(409)
    const [statement] = (await seller.get('/private/earnings/statements')).body
    expect(statement.payment).toMatchObject({ state: 'paid' })
  })

  test('that was paid after it had failed is not made again, and one that no bank has yet is ended', async () => {
    const { seller, first } = await refused()
    await again(first)
    await paidByBank(first)
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }, { state: 'failed', repeatable: false }])
    const other = await refused()
    // An administrator may say it by hand, too.
    const utr = newUtr()
    expect((await admin.post(`/public/admin/payouts/${other.first.id}/paid`, { utr })).status).toBe(200)
    expect(await payoutsOf(other.seller)).toMatchObject([{ state: 'paid', reference: utr }])
    expect((await again(other.first)).status).toBe(409)
  })

  test('of which two payments are with the seller does not come back by hand, which names neither of them', async () => {
    const { seller, run } = await settled()
    await makeFile(run)
    const [payout] = await payoutsOf(seller)
    const second = newUtr()
    await paidByBank(payout!)
    await bankSays(payout!, 'paid', second)
    const failed = () => admin.post(`/public/admin/payouts/${payout!.id}/failed`, { note: 'It came back.' })
    expect((await failed()).body.msg).toContain('paid more than once')
    expect((await bankSays(payout!, 'returned', second)).status).toBe(200)
    expect(await moved(seller)).toBe(33_291)
  })

  test('of which the file was sent twice: the second UTR counts once, and no more when the bank takes it back', async () => {
    const { seller, run } = await settled()
    await makeFile(run)
    const [payout] = await payoutsOf(seller)
    const [one, two] = [newUtr(), newUtr()]
    await bankSays(payout!, 'paid', one)
    const mails = await mailsOfTwice()
    expect((await bankSays(payout!, 'paid', two)).body).toMatchObject({ paid: 1 })
    expect((await bankSays(payout!, 'paid', two)).body).toMatchObject({ paid: 0, known: 1 })
    expect((await bankSays(payout!, 'paid', one)).body).toMatchObject({ paid: 0, known: 1 })
    expect(await moved(seller)).toBe(66_582)
    await eventually(mailsOfTwice, (count) => count === mails + 1)
    // Neither UTR pays another payout.
    const other = await settled()
    await makeFile(other.run)
    const [another] = await payoutsOf(other.seller)
    for (const utr of [one, two]) {
      expect((await bankSays(another!, 'paid', utr)).status).toBe(400)
      expect((await admin.post(`/public/admin/payouts/${another!.id}/paid`, { utr })).status).toBe(409)
    }
    for (const known of [0, 1])
      expect((await bankSays(payout!, 'returned', two)).body).toMatchObject({ failed: 1 - known, known })
    expect(await moved(seller)).toBe(33_291)
    expect(await told('payout-twice', seller)).toEqual([])
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid', reference: one }])
  })

  test('that came back and was paid again comes back again only by the UTR of its transfer, and the statement names that', async () => {
    const { seller, run } = await settled()
    await makeFile(run)
    const [payout] = await payoutsOf(seller)
    const [one, two] = [newUtr(), newUtr()]
    const payment = async () => (await seller.get('/private/earnings/statements')).body[0].payment
    await bankSays(payout!, 'paid', one)
    expect((await bankSays(payout!, 'returned')).body).toMatchObject({ failed: 1 })
    expect((await bankSays(payout!, 'paid', two)).body).toMatchObject({ paid: 1 })
    expect(await payment()).toMatchObject({ state: 'paid', reference: two, cameBack: 0 })
    // It may be the return of before, or one of the second transfer.
    for (const utr of ['', newUtr()])
      expect(await bankSays(payout!, 'returned', utr)).toMatchObject({
        status: 400,
        body: { fields: { 'line 2': expect.stringContaining('Write the UTR') } },
      })
    expect((await bankSays(payout!, 'returned', one)).body).toMatchObject({ failed: 0, known: 1 })
    expect(await moved(seller)).toBe(33_291)

    expect((await bankSays(payout!, 'returned', two)).body).toMatchObject({ failed: 1, known: 0 })
    for (const utr of ['', one, two])
      expect((await bankSays(payout!, 'returned', utr)).body).toMatchObject({ failed: 0, known: 1 })
    expect(await moved(seller)).toBe(0)
    expect(await payment()).toMatchObject({ state: 'returned' })
    expect(await told('payout-failed', seller)).toMatchObject([{ id: payout!.id }])
    expect((await again(payout!)).status).toBe(200)
  })

  test('does not come back by a row with the UTR of another payout, also of one in the same file', async () => {
    const sellers = [await settled(), await settled()]
    for (const { run } of sellers) await makeFile(run)
    const [a, b] = await Promise.all(sellers.map(async ({ seller }) => (await payoutsOf(seller))[0]!))
    const [one, two] = [newUtr(), newUtr()]
    await bankSays(a!, 'paid', one)
    const rows = (...lines: string[]) =>
      admin.post('/public/admin/bank-replies', {
        csv: `reference,utr,amount,status\n${lines.join('\n')}\n`,
      })
    const refusedAt = async (line: number, answer: ReturnType<typeof rows>, words: string) =>
      expect(await answer).toMatchObject({
        status: 400,
        body: { fields: { [`line ${line}`]: expect.stringContaining(words) } },
      })
    const bPaid = `${b!.bankReference},${two},332.91,paid`
    await refusedAt(3, rows(bPaid, `${a!.bankReference},${two},332.91,returned`), 'is in line 2, too')
    expect((await rows(bPaid)).body).toMatchObject({ paid: 1 })
    await refusedAt(
      2,
      rows(`${a!.bankReference},${two},332.91,returned`),
      `was used for payout ${b!.bankReference}`,
    )
    for (const { seller } of sellers) expect(await moved(seller)).toBe(33_291)
    // What is no UTR names nothing: the payout has one transfer, which this row means.
    expect((await rows(`${a!.bankReference},NA,332.91,returned`)).body).toMatchObject({ failed: 1 })
    // Nor by what comes back of another one later.
    await refusedAt(
      2,
      rows(`${b!.bankReference},${one},332.91,returned`),
      `was used for payout ${a!.bankReference}`,
    )
    expect((await again(a!)).status).toBe(200)
  })

  test('with the UTR of a refund that was paid by hand is not paid, nor paid once more', async () => {
    const { seller, run } = await settled()
    await makeFile(run)
    const [payout] = await payoutsOf(seller)
    const [order] = await shop.db.query<{ id: string }>(
      sql`select id from orders where seller_id = ${seller.id}`,
    )
    await paymentFault(shop, 'refunds.process', 'error-500')
    const part = { amount: 10, bears: 'shop', left: 447, note: 'A kind word.' }
    expect((await admin.post(`/public/admin/orders/${order!.id}/refund-part`, part)).status).toBe(200)
    const failed = await eventually(
      () =>
        shop.db.query<{ id: string }>(
          sql`select id from refund where order_id = ${order!.id} and state = 'failed'`,
        ),
      (rows) => rows.length === 1,
    )
    const utr = newUtr()
    const note = `By NEFT, UTR ${utr}`
    expect((await admin.post(`/public/admin/refunds/${failed[0]!.id}/settled`, { note })).status).toBe(200)
    const words = `The UTR ${utr} was used for a refund already.`
    const expectRefused = async () => {
      expect(await bankSays(payout!, 'paid', utr)).toMatchObject({
        status: 400,
        body: { fields: { 'line 2': words } },
      })
    }
    await expectRefused()
    expect(await admin.post(`/public/admin/payouts/${payout!.id}/paid`, { utr })).toMatchObject({
      status: 409,
      body: { msg: words },
    })
    expect((await paidByBank(payout!)).body).toMatchObject({ paid: 1 })
    await expectRefused()
    expect(await moved(seller)).toBe(33_291)
  })

  test('that is made again while the bank says that it was paid is paid once, or the new one is ended', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { seller, first } = await refused()
      const [repeated, said] = await Promise.all([again(first), paidByBank(first)])
      expect(said.status).toBe(200)
      expect([200, 409]).toContain(repeated.status)
      const payouts = await payoutsOf(seller)
      expect(payouts[0]).toMatchObject({ state: 'paid' })
      expect(payouts.slice(1).every(({ state }) => state === 'failed')).toBe(true)
      expect(await moved(seller)).toBe(33_291)
    }
  })
})

describe('a payout by the provider', () => {
  const transfers = async (payout: Payout): Promise<{ id: string; status: string }[]> =>
    (await shop.kit('/sandbox/payments/ledger.json', undefined, 'GET')).transfers.filter(
      (one: any) => one.notes.payout === payout.id,
    )
  const untilTransfer = (payout: Payout, status: string) =>
    eventually(
      () => transfers(payout),
      ([one]) => one?.status === status,
    ).then(([one]) => one!.id)
  const silence = () => shop.kit('/sandbox/payments/webhooks', { mode: 'off' })

  test('that the provider refuses and has made all the same does not fail', async () => {
    await silence()
    await paymentFault(shop, 'transfers.create', 'refuse-after-all')
    const { seller } = await settled({ linked: true })
    const [payout] = await eventually(
      () => payoutsOf(seller),
      ([one]) => one?.state !== 'sending' || one.reference !== null,
    )
    expect(payout).toMatchObject({ reference: expect.stringMatching(/^trf_/) })
    await untilTransfer(payout!, 'processed')
    await checkOpenTransfers(shop.running.shop)
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }])
    expect(await moved(seller)).toBe(33_291)
  })

  test('that the provider refuses is not failed while the provider does not say whether it has made it', async () => {
    await paymentFault(shop, 'transfers.list', 'error-500', { times: 2 })
    await paymentFault(shop, 'transfers.create', 'refuse-400', { times: 1 })
    const { seller } = await settled({ linked: true })
    // The queue tries again, and the provider takes it.
    await untilStates(seller, 'paid')
    expect(await moved(seller)).toBe(33_291)
  })

  test('whose transfer failed, and is processed after all when the bank has paid: the seller owes the second one', async () => {
    await paymentFault(shop, 'transfers.process', 'error-500')
    const { seller, run } = await settled({ linked: true })
    const [first] = await untilStates(seller, 'failed')
    await again(first!)
    await makeFile(run)
    const [, second] = await payoutsOf(seller)
    await paidByBank(second!)
    const mails = await mailsOfTwice()
    const [transfer] = await transfers(first!)
    await shop.kit(`/sandbox/payments/processed-transfers/${transfer!.id}`)
    await untilStates(seller, 'paid', 'paid')
    await expectDebt(seller, mails)
  })

  test.each([
    ['whole', undefined, 0],
    ['in part', 10_000, 23_291],
  ])(
    'whose transfer is reversed %s weeks later without a webhook is noticed in the night',
    async (_, amount, left) => {
      const { seller } = await settled({ linked: true })
      const [payout] = await untilStates(seller, 'paid')
      await shop.kit(`/sandbox/payments/reversals/${payout!.reference}`, {
        ...(amount && { amount }),
        webhook: false,
      })
      const night = new Date(Date.now() + 20 * 86_400_000)
      // One day's list fails, and the night is repeated.
      await paymentFault(shop, 'transfers.list', 'error-500')
      await expect(checkOpenTransfers(shop.running.shop, night)).rejects.toThrow()
      for (const _again of [1, 2]) await checkOpenTransfers(shop.running.shop, night)
      expect(await moved(seller)).toBe(left)
      expect(await told(left ? 'payout-partly-back' : 'payout-failed', seller)).toHaveLength(1)
    },
  )

  test('whose late success has no webhook is found in the night as well, and one more transfer of it is owed', async () => {
    await paymentFault(shop, 'transfers.process', 'error-500')
    const { seller } = await settled({ linked: true })
    const [payout] = await untilStates(seller, 'failed')
    await silence()
    const [failed] = await transfers(payout!)
    await shop.kit(`/sandbox/payments/processed-transfers/${failed!.id}`)
    await checkOpenTransfers(shop.running.shop)
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid', reference: failed!.id }])
    // The provider has forgotten the key and made it once more.
    const { keyId, keySecret, apiUrl } = shop.running.shop.config.payment!
    const [account] = await shop.db.query<{ id: string }>(
      sql`select account_id as id from route_account where seller_id = ${seller.id}`,
    )
    const made = await fetch(`${apiUrl}/transfers`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
      body: JSON.stringify({
        account: account!.id,
        amount: 33_291,
        currency: 'INR',
        notes: { payout: payout!.id },
      }),
    })
    const { id } = (await made.json()) as { id: string }
    await eventually(
      () => transfers(payout!),
      (all) => all.every(({ status }) => status === 'processed'),
    )
    for (const _ of [1, 2]) await checkOpenTransfers(shop.running.shop)
    expect(await moved(seller)).toBe(66_582)
    expect(await told('payout-twice', seller)).toMatchObject([
      { amount: 332.91, text: expect.stringContaining(id) },
    ])
    await shop.kit(`/sandbox/payments/reversals/${id}`, { webhook: false })
    for (const _ of [1, 2]) await checkOpenTransfers(shop.running.shop)
    expect(await moved(seller)).toBe(33_291)
    expect(await told('payout-twice', seller)).toEqual([])
  })
})
