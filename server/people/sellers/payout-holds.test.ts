/** What follows a change of a seller's name or bank account: a wait, a mail with a link, and an administrator's decision. */
import { expect, test } from 'vitest'
import { ageConfirmedLogin } from '../../../tests/setup/clock.ts'
import { addAdmin, type Admin, auditOf, password, adminPassword } from '../../../tests/setup/people.ts'
import { changeProfile, tokenFor } from '../../../tests/setup/profiles.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))

const otherAccount = { bankDetails: { accountNo: '999988887777' } }
const heldOf = async (seller: Seller) => (await seller.get('/private/earnings')).body.payoutsHeld
const balanceOf = async (seller: Seller) =>
  (await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body[0]
const stop = (token: string) => shop.client().post('/auth/stop-payouts', { token })
const note = 'Spoke with them.'
const decide = (seller: Seller, act: 'release' | 'keep') =>
  act === 'release'
    ? admin.post(`/public/admin/sellers/${seller.id}/release-payouts`, { note })
    : admin.post(`/public/admin/sellers/${seller.id}/keep-payouts-stopped`, { note })
const stopped = async (seller: Seller) =>
  (await admin.get('/public/admin/money-exceptions')).body.filter(
    (one: any) => one.kind === 'payouts-stopped' && one.id === seller.id,
  )
const versionsOf = (seller: Seller) =>
  shop.db.query<{ last4: string }>(sql`
  select bank_account_last4 as last4 from seller_payee where seller_id = ${seller.id} order by id`)

test('payouts wait 72 hours after another bank account, name, GST number or address; a telephone number changes nothing', async () => {
  for (const change of [
    otherAccount,
    { companyName: 'Another Name' },
    { gst: newGst() },
    { address: { city: 'Pune' } },
  ]) {
    const seller = await addSeller(shop)
    expect(await heldOf(seller)).toBeNull()
    expect((await changeProfile(seller, { mobile: '9000000001' })).status).toBe(200)
    expect(await heldOf(seller)).toBeNull()
    expect((await changeProfile(seller, change)).status).toBe(200)
    const { until } = await heldOf(seller)
    expect((Date.parse(until) - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect((await balanceOf(seller)).held).toEqual({ until })
  }
})

test('the link of the mail stops payouts and ends every session, once; only an administrator lets payouts go on', async () => {
  const seller = await addSeller(shop)
  const elsewhere = shop.client()
  await elsewhere.post('/auth/login', { email: seller.email, password })
  await changeProfile(seller, otherAccount)
  const token = await tokenFor(shop, seller)
  expect((await stop(`${token.slice(0, -1)}_`)).status).toBe(400)
  // A link that is only opened changes nothing.
  expect((await shop.client().get('/auth/stop-payouts')).status).not.toBe(200)
  expect(await stopped(seller)).toEqual([])
  const both = await Promise.all([stop(token), stop(token)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await seller.get('/private/profile')).status).toBe(401)
  expect(await stopped(seller)).toMatchObject([{ seller: 'Test Bamboo Works' }])
  expect((await balanceOf(seller)).held).toEqual({ until: null })
  // Nothing else is set back, and time alone releases nothing.
  expect((await versionsOf(seller)).map(({ last4 }) => last4)).toEqual(['9012', '7777'])
  await shop.db.query(sql`
    update payout_hold set began_at = began_at - interval '9 days', until = until - interval '9 days' where seller_id = ${seller.id}`)
  expect(await stopped(seller)).toHaveLength(1)

  await ageConfirmedLogin(shop, admin.id)
  expect((await decide(seller, 'release')).body.fields).toHaveProperty('recentLogin')
  await admin.post('/private/session/confirm', { password: adminPassword })
  expect((await decide(seller, 'keep')).status).toBe(200)
  expect(await stopped(seller)).toHaveLength(1)
  expect((await decide(seller, 'release')).status).toBe(200)
  expect((await decide(seller, 'release')).status).toBe(409)
  expect(await stopped(seller)).toEqual([])
  expect((await balanceOf(seller)).held).toBeNull()
  const acts = (await auditOf(admin, { q: seller.email })).map(({ act }) => act)
  for (const act of ['payouts-stopped', 'payouts-kept', 'payouts-released']) expect(acts).toContain(act)
})

test('a token works as long as payouts are held, and is nowhere but in the mail', async () => {
  const seller = await addSeller(shop)
  await changeProfile(seller, otherAccount)
  const token = await tokenFor(shop, seller)
  const [row] = await shop.db.query<{ text: string }>(
    sql`select payout_hold::text as text from payout_hold where seller_id = ${seller.id}`,
  )
  expect(row!.text).not.toContain(token)
  await shop.db.query(sql`
    update payout_hold set began_at = began_at - interval '73 hours', until = until - interval '73 hours' where seller_id = ${seller.id}`)
  expect((await stop(token)).status).toBe(400)
  expect(await heldOf(seller)).toBeNull()
})

test('equal changes within ten minutes are told by one mail, and its link stops the newest, too', async () => {
  const seller = await addSeller(shop)
  for (let i = 0; i < 5; i += 1)
    await changeProfile(seller, { bankDetails: { accountNo: `99998888777${i}` } })
  const token = await tokenFor(shop, seller)
  const mails = (await shop.mail(seller.email)).filter(({ subject }) => subject.includes('bank details'))
  expect(mails).toHaveLength(1)
  expect((await stop(token)).status).toBe(200)
  expect((await balanceOf(seller)).held).toEqual({ until: null })
})

test('the audit names the accounts by fingerprints, which have no digits of them', async () => {
  const seller = await addSeller(shop)
  await changeProfile(seller, otherAccount)
  await changeProfile(seller, { bankDetails: { accountNo: '123456789012' } })
  const notes = (await auditOf(admin, { q: seller.email }))
    .filter(({ act }) => act === 'bank-account-changed')
    .map(({ note }) => note)
  const [back, first] = notes.map((note) =>
    /^account ([0-9a-f]{12}), before ([0-9a-f]{12})$/.exec(note ?? '')!.slice(1),
  )
  expect(back).toEqual(first!.toReversed())
  expect(JSON.stringify(notes)).not.toContain('9998888')
})

test('versions of a seller are never changed, by whomever', async () => {
  const seller = await addSeller(shop)
  const refusals = [
    sql`update seller_identity set company_name = 'Other' where seller_id = ${seller.id}`,
    sql`delete from seller_identity where seller_id = ${seller.id}`,
    sql`update seller_payee set ifsc_code = 'KKBK0000261' where seller_id = ${seller.id}`,
    sql`update seller_payee set bank_account_sealed = bank_account_sealed || 'x' where seller_id = ${seller.id}`,
    sql`delete from seller_payee where seller_id = ${seller.id}`,
    sql`truncate seller_payee cascade`,
  ]
  for (const statement of refusals) await expect(shop.db.query(statement)).rejects.toThrow('does not change')
})

test('two saves at once leave the profile as its newest version', async () => {
  const seller = await addSeller(shop)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      changeProfile(seller, { bankDetails: { accountNo: `77776666555${i}` } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((await versionsOf(seller)).length).toBeGreaterThan(1)
})

// Last: from here on the shop has two administrators.
test('one administrator keeps payouts stopped at once; that they go on is confirmed by another one', async () => {
  const seller = await addSeller(shop)
  expect((await changeProfile(seller, otherAccount)).status).toBe(200)
  await addAdmin(shop)
  expect((await decide(seller, 'keep')).status).toBe(200)
  expect((await decide(seller, 'release')).status).toBe(202)
  expect((await balanceOf(seller)).held).toEqual({ until: null })
})
