/** Each payout goes to one version of its seller's bank account, and a bank file is made once (docs/money.md, Versions). */
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { changeProfile } from '../../../tests/setup/profiles.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSecrets } from '../../platform/secrets.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(() => awayFrom('midnight'))

let daysLeft = 300
const nextDay = () => dayAgo((daysLeft -= 5))
const otherAccount = { bankDetails: { accountNo: '999988887777' } }

/** A run with these sellers, each with one sale that is due. */
async function settled(...sellers: Seller[]): Promise<string> {
  for (const seller of sellers) await sellThreePieces(shop, seller, daysLeft + 5)
  return settle(shop, nextDay())
}
const makeFile = (run: string) => admin.post(`/public/admin/settlement-runs/${run}/bank-file`)
const download = async (id: string) => (await admin.get(`/public/admin/bank-files/${id}/csv`)).body as string
const payoutsOf = async (run: string) => (await admin.get(`/public/admin/payouts?runId=${run}`)).body
const release = (seller: Seller) =>
  admin.post(`/public/admin/sellers/${seller.id}/release-payouts`, { note: 'Spoke with them.' })
const accountOf = async (payoutId: string) =>
  (
    await shop.db.query<{ last4: string; own: boolean }>(sql`
      select y.bank_account_last4 as last4, y.seller_id = p.seller_id as own from payout p
      join seller_payee y on y.id = p.payee_id where p.id = ${payoutId}`)
  )[0]

test('a bank file has the same bytes at each download, whatever its sellers change, and they are encrypted', async () => {
  const [seller, other] = [await addSeller(shop, { accountNo: '919876543210' }), await addSeller(shop)]
  const run = await settled(seller, other)
  const { body: file } = await makeFile(run)
  const csv = await download(file.id)
  expect(csv).toContain('"919876543210"')
  // Reading the text of a reply takes its byte order mark off.
  expect(createHash('sha256').update(`\uFEFF${csv}`).digest('hex')).toBe(file.sha256)
  expect((await changeProfile(seller, otherAccount)).status).toBe(200)
  const [{ id }] = (await payoutsOf(run)).filter((one: any) => one.seller.email === other.email)
  await admin.post(`/public/admin/payouts/${id}/paid`, { utr: 'HDFCN52026119900001' })
  await admin.post(`/public/admin/accounts/${other.id}/suspend`, { reason: 'Copies.' })
  expect(await download(file.id)).toBe(csv)
  const [row] = await shop.db.query<{ text: string }>(
    sql`select bank_file::text as text from bank_file where id = ${file.id}`,
  )
  expect(row!.text).not.toContain('919876543210')
  expect((await admin.get(`/public/admin/bank-files?runId=${run}`)).body).toEqual([file])
  for (const statement of [
    sql`update bank_file set bytes_sealed = 'other' || substr(bytes_sealed, 6) where id = ${file.id}`,
    sql`update bank_file set sha256 = repeat('0', 64) where id = ${file.id}`,
    sql`update payout set payee_id = (select max(id) from seller_payee where seller_id = ${seller.id}) where seller_id = ${seller.id}`,
    sql`update payout set payee_id = (select max(id) from seller_payee where seller_id = ${other.id}) where seller_id = ${seller.id}`,
  ])
    await expect(shop.db.query(statement)).rejects.toThrow()
  const [own] = (await payoutsOf(run)).filter((one: any) => one.seller.email === seller.email)
  expect(await accountOf(own.id)).toEqual({ last4: '3210', own: true })
})

test('a payout whose seller changed the account waits 72 hours, is shown with the time, and goes to the new one', async () => {
  const [seller, other] = [await addSeller(shop), await addSeller(shop)]
  const run = await settled(seller, other)
  await changeProfile(seller, otherAccount)
  const ofSeller = async () => (await payoutsOf(run)).find((one: any) => one.seller.email === seller.email)
  const waiting = await ofSeller()
  const { payoutsHeld } = (await seller.get('/private/earnings')).body
  expect(waiting).toMatchObject({ state: 'ready', held: payoutsHeld })
  expect(Date.parse(payoutsHeld.until)).toBeGreaterThan(Date.now() + 71 * 3_600_000)
  expect((await makeFile(run)).body).toMatchObject({ payouts: 1 })
  expect((await makeFile(run)).status).toBe(409)
  expect(await ofSeller()).toMatchObject({ state: 'ready', bankFileId: null })

  expect((await release(seller)).status).toBe(200)
  const { body: file } = await makeFile(run)
  expect(await download(file.id)).toContain('"999988887777"')
  const after = await ofSeller()
  expect([after.held, after.state, await accountOf(after.id)]).toEqual([
    null,
    'in-file',
    { last4: '7777', own: true },
  ])
})

test(
  'a save of the profile while the file is made: its line, its payout and the hold tell one story',
  nightly(
    'A race in several rounds. That a changed account waits and is paid once is proved in this file each time.',
  ),
  async () => {
    for (let round = 0; round < 4; round += 1) {
      const seller = await addSeller(shop)
      const run = await settled(seller)
      const [made] = await Promise.all([makeFile(run), changeProfile(seller, otherAccount)])
      const [payout] = await payoutsOf(run)
      const csv = made.status === 200 ? await download(made.body.id) : ''
      const story = {
        status: made.status,
        state: payout.state,
        held: payout.held !== null,
        last4: (await accountOf(payout.id))!.last4,
        inFile: /"(\d{12})"/.exec(csv)?.[1] ?? null,
      }
      // Either the file was first and has the earlier account, or the change was first and the payout waits.
      expect([
        { status: 200, state: 'in-file', held: false, last4: '9012', inFile: '123456789012' },
        { status: 409, state: 'ready', held: true, last4: '9012', inFile: null },
      ]).toContainEqual(story)
    }
  },
)

test(
  'an account number that no key opens keeps its own payout out of the file, and is listed by name',
  nightly('A lost key. What a bank file has is proved above each time.'),
  async () => {
    const [broken, fine] = [await addSeller(shop, { companyName: 'Lost Key Works' }), await addSeller(shop)]
    const run = await settled(broken, fine)
    const lost = openSecrets('a key that this shop never had, 32 characters').seal(
      'bank-account',
      '1234567890',
    )
    await shop.db.query(sql`update seller set bank_account_sealed = ${lost} where account_id = ${broken.id}`)
    const { body: file } = await makeFile(run)
    expect(file).toMatchObject({ payouts: 1, amount: 332.91 })
    expect((await download(file.id)).trim().split('\r\n')).toHaveLength(2)
    const told = async () =>
      (await admin.get('/public/admin/money-exceptions')).body.filter(
        (one: any) => one.kind === 'account-unreadable',
      )
    const [payout] = (await payoutsOf(run)).filter((one: any) => one.seller.email === broken.email)
    expect(await told()).toMatchObject([
      {
        id: payout.id,
        seller: 'Lost Key Works',
        amount: 332.91,
        text: expect.stringContaining(payout.bankReference),
      },
    ])
    expect(await makeFile(run)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('cannot be read') },
    })

    await changeProfile(broken, otherAccount)
    await release(broken)
    expect((await makeFile(run)).body).toMatchObject({ payouts: 1 })
    expect(await told()).toEqual([])
  },
)

test(
  'a file of the previous version gets its bytes at the first download, and keeps them',
  nightly(
    'A file that only a shop from before has. That a file has the same bytes at each download is proved above each time.',
  ),
  async () => {
    const seller = await addSeller(shop)
    const run = await settled(seller)
    const { body: file } = await makeFile(run)
    const csv = await download(file.id)
    await shop.db.transaction(async (tx) => {
      await tx.execute('alter table bank_file disable trigger user')
      await tx.query(sql`update bank_file set sha256 = null, bytes_sealed = null where id = ${file.id}`)
      await tx.execute('alter table bank_file enable trigger user')
    })
    await changeProfile(seller, otherAccount)
    const both = await Promise.all([download(file.id), download(file.id)])
    expect(both).toEqual([csv, csv])
    expect((await admin.get(`/public/admin/bank-files?runId=${run}`)).body).toEqual([file])
  },
)
