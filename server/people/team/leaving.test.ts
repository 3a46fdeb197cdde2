/** Members have their own data and ways in; who leaves takes nothing of the shop along, and a shop that ends ends its team. */
// @module-tag nightly: team.test.ts proves each time who gets in and when they are out; the deletion of accounts has tests of its own.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf, askForDeletion, endDeletionWait } from '../../../tests/setup/leaving.ts'
import { newestCode } from '../../../tests/setup/mails.ts'
import { logIn, password } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addMember, joinToken, newTeamEmail } from '../../../tests/setup/team.ts'
import { deleteAccount } from '../../administration/erasure/delete-account.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const accountsOf = async (...people: Seller[]) =>
  (
    await shop.db.query<{ id: string }>(
      sql`select id from account where id = any(${people.map(({ id }) => id)}::uuid[]) and deleted_at is null`,
    )
  ).map(({ id }) => id)

test('a member downloads and deletes their own data, and the shop stays', async () => {
  const owner = await addSeller(shop, { companyName: 'Dholewood Works' })
  const { id: productId } = await addProduct(shop, { seller: owner })
  const member = await addMember(shop, owner, ['orders', 'products', 'money'])
  for (const state of ['hidden', 'on-sale']) {
    const { status, body } = await member.post(`/private/product/${productId}/state`, {
      state,
      onSaleAt: null,
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const changes = async () => (await owner.get(`/private/product/${productId}/listing`)).body.changes
  expect(await changes()).toContainEqual(expect.objectContaining({ person: member.email }))
  const { lines } = (await member.get('/private/own-data')).body
  expect(lines.map(({ what }: { what: string }) => what)).toContain('The team of a shop')
  expect(JSON.stringify(lines)).not.toContain('Sales')
  const files = unzipSync(await archiveOf(shop, member.email))
  const all = Object.values(files)
    .map((bytes) => Buffer.from(bytes).toString('utf8'))
    .join('')
  expect(all).toContain(member.email)
  expect(all).toContain('Meera Member')
  expect(all).toContain('<small>listing_change</small>')
  for (const shops of ['Dholewood', owner.email, productId]) expect(all).not.toContain(shops)

  const ofOwner = Object.values(unzipSync(await archiveOf(shop, owner.email)))
  expect(Buffer.concat(ofOwner).toString('utf8')).not.toContain(member.email)

  await logIn(member, member.email)
  expect((await askForDeletion(member)).status).toBe(200)
  expect((await member.get('/private/order/get/seller')).status).toBe(200)
  await endDeletionWait(shop, member.id)
  expect(await deleteAccount(shop.running.shop, member.id)).toBe(true)
  expect((await member.get('/private/order/get/seller')).status).toBe(401)
  expect((await owner.get('/private/team')).body.members).toEqual([])
  // What they changed stays, without their address.
  expect(await changes()).toContainEqual(expect.objectContaining({ person: 'Somebody who has left' }))
  expect(JSON.stringify(await changes())).not.toContain(member.email)
  expect((await shop.client().get(`/public/product/${productId}`)).status).toBe(200)
  expect(await accountsOf(owner, member)).toEqual([owner.id])
})

test('neither archive names the other person, whoever was invited and joined', async () => {
  const owner = await addSeller(shop)
  const [joined, invited] = [newTeamEmail(), newTeamEmail()]
  for (const email of [joined, invited])
    expect((await owner.post('/private/team/invitations', { email, areas: ['orders'] })).status).toBe(200)
  const token = await joinToken(shop, joined)
  const body = { token, name: 'Meera Joshi', newPassword: password }
  expect((await shop.client().post('/auth/team/join', body)).status).toBe(200)
  const wordsOf = async (email: string) =>
    Object.values(unzipSync(await archiveOf(shop, email)))
      .map((bytes) => Buffer.from(bytes).toString('utf8'))
      .join('')
  const [ofOwner, ofMember] = [await wordsOf(owner.email), await wordsOf(joined)]
  expect(ofOwner).toContain(owner.email)
  for (const other of [joined, invited]) expect(ofOwner).not.toContain(other)
  expect(ofMember).toContain(joined)
  for (const other of [owner.email, owner.id, invited]) expect(ofMember).not.toContain(other)
})

test('a shop that is deleted ends its team and its invitations', async () => {
  const owner = await addSeller(shop)
  const member = await addMember(shop, owner, ['orders'])
  await owner.post('/private/team/invitations', { email: 'late@sellers.test', areas: ['orders'] })
  expect((await askForDeletion(owner)).status).toBe(200)
  const more = await owner.post('/private/team/invitations', {
    email: 'later@sellers.test',
    areas: ['money'],
  })
  expect(more.status).toBe(409)
  await endDeletionWait(shop, owner.id)
  expect(await deleteAccount(shop.running.shop, owner.id)).toBe(true)
  expect(await accountsOf(owner, member)).toEqual([])
  expect((await member.get('/private/order/get/seller')).status).toBe(401)
  expect(await shop.db.query(sql`select from team_invitation where seller_id = ${owner.id}`)).toEqual([])
})

test('members reset their own password, and nobody else is logged out by it', async () => {
  const owner = await addSeller(shop)
  const [member, colleague] = [
    await addMember(shop, owner, ['orders']),
    await addMember(shop, owner, ['orders']),
  ]
  const browser = shop.client()
  await browser.post(`/auth/forgot-password/${encodeURIComponent(member.email)}`)
  const otp = await newestCode(shop, member.email)
  const reset = { email: member.email, otp, newPassword: 'jute-and-tamarind' }
  expect((await browser.post('/auth/reset-password', reset)).status).toBe(200)
  expect((await member.get('/private/me')).status).toBe(401)
  for (const other of [owner, colleague]) expect((await other.get('/private/me')).status).toBe(200)
  await logIn(browser, member.email, 'jute-and-tamarind')
  expect((await browser.get('/private/session/get')).body).toHaveLength(1)
  expect((await browser.post('/private/second-factor/begin')).status).toBe(200)
  await logIn(shop.client(), colleague.email, password)
})
