/** People download what the shop has of them: all of it, and nothing about others. */
import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageConfirmedLogin } from '../../../tests/setup/clock.ts'
import { type Admin, addAdmin, adminPassword, auditOf, browserAt } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { received, sellDelivered } from '../../../tests/setup/returns.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { zipped } from './archive.ts'
import { deleteDueAccounts } from './delete-account.ts'
import {
  untilMailSays,
  endDeletionWait,
  customerNamed,
  leaversHome,
  headersOf,
  archiveOf,
} from '../../../tests/setup/leaving.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

test('a seller’s archive has the decisions that they were told, and nothing of reports and of what was found right', async () => {
  const seller = await addSeller(shop)
  const [hidden, right] = [await addProduct(shop, { seller }), await addProduct(shop, { seller })]
  for (const { id } of [hidden, right]) {
    const report = { reason: 'unsafe', words: 'It burns.' }
    expect((await browserAt(shop).post(`/public/product/${id}/report`, report)).status).toBe(200)
  }
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const decide = async (id: string, decision: object) => {
    const [{ version, decided }] = (await admin.get(`/public/admin/listings?q=${id}`)).body
    return admin.post(`/public/admin/listings/${id}/decide`, { ...decision, version, decided })
  }
  const keep = { act: 'keep', note: 'A rival wrote this.' }
  expect((await decide(right.id, keep)).status).toBe(200)
  expect((await decide(hidden.id, { act: 'hide', reason: 'unsafe', note: 'It has no fuse.' })).status).toBe(
    200,
  )
  for (const { id } of [hidden, right])
    await (
      await shop.customer()
    ).post(`/public/product/${id}/report`, { reason: 'unsafe', words: 'It burns.' })
  const archive = unzipSync(await archiveOf(shop, seller.email))
  const rows = (table: string) =>
    JSON.parse(Buffer.from(archive[`data/${table}.json`] ?? []).toString('utf8'))
  const listing = { product_id: hidden.id, state: 'hidden', reason: 'unsafe', note: 'It has no fuse.' }
  expect(rows('moderated_listing')).toEqual([
    { ...listing, decided_at: expect.any(String), appeal: null, appealed_at: null },
  ])
  expect(rows('moderation_decision')).toMatchObject([{ act: 'hide', note: 'It has no fuse.' }])
})

test('a seller’s archive has no word about their buyers, in any case of letters', async () => {
  const seller = await addSeller(shop)
  const buyer = await customerNamed(shop, 'bought@leaving.test', 'Zuniquename', 'Qlastname', '9012345678')
  await buyer.post('/private/address/add', { ...leaversHome, street: '3 Xanthic Row', city: 'Zcityname' })
  const { orderId } = await sellDelivered(shop, seller, { buyer })
  await shop.db.query(
    sql`update orders set recipient_name = 'Yrecipient', recipient_mobile = '9012345679' where id = ${orderId}`,
  )
  const archive = Object.entries(unzipSync(await archiveOf(shop, seller.email)))
  const texts = archive.map(([file, bytes]) => `${file} ${Buffer.from(bytes).toString('utf8')}`).join('')
  expect(texts).toContain(orderId)
  expect(texts).not.toMatch(/zuniquename|qlastname|yrecipient|xanthic|zcityname|901234567|302001|bought@/i)
})

test('who sold and who sends back read their own end of each parcel, and nothing of the other end', async () => {
  const seller = await addSeller(shop, { street: '5 Moringa Yard' })
  const buyer = await customerNamed(shop, 'sender@leaving.test', 'Sender', 'Backward', '9000000007')
  await buyer.post('/private/address/add', { ...leaversHome, street: '3 Cardamom Lane' })
  const sale = await sellDelivered(shop, seller, { buyer })
  await received(shop, seller, sale)
  for (const [whose, own, others] of [
    [seller, 'Moringa', 'Cardamom'],
    [buyer, 'Cardamom', 'Moringa'],
  ] as const) {
    const file = unzipSync(await archiveOf(shop, whose.email))['data/shipment.json']
    const parcels = JSON.parse(Buffer.from(file ?? []).toString('utf8'))
    expect(parcels.map(({ kind }: any) => kind).toSorted()).toEqual(['forward', 'return'])
    for (const parcel of parcels) {
      expect(JSON.stringify(parcel.your_place)).toContain(own)
      expect(JSON.stringify(parcel)).not.toMatch(new RegExp(others))
    }
  }
})

test('an e-mail that begins with theirs is of somebody else: in calls, notes and the download', async () => {
  const leaver = await customerNamed(shop, 'near@leaving.test', 'Near', 'Leaver', '9000000008')
  const other = await customerNamed(shop, 'near@leaving.tests', 'Near', 'Other', '9000000009')
  const reinstate = async ({ id }: { id: string }) => {
    await admin.post(`/public/admin/accounts/${id}/suspend`, { reason: 'late parcels' })
    const { status, body } = await admin.post(`/public/admin/accounts/${id}/reinstate`, { reason: 'solved' })
    expect(status).toBe(202)
    return body.approvalId
  }
  await addAdmin(shop)
  const [own, others] = [await reinstate(leaver), await reinstate(other)]
  const archive = await (
    await fetch(`${shop.url}/api/v1/public/admin/accounts/${leaver.id}/archive`, {
      headers: await headersOf(shop, admin.email, adminPassword),
    })
  ).arrayBuffer()
  const all = Object.entries(unzipSync(new Uint8Array(archive)))
  const texts = all.map(([file, bytes]) => `${file} ${Buffer.from(bytes).toString('utf8')}`).join('')
  expect(texts).toContain('data/approval.json')
  expect(texts).not.toContain(other.email)
  const reason = `Of ${leaver.email}, not of ${other.email}.`
  const asked = await admin.post(`/public/admin/accounts/${leaver.id}/delete`, { keepReviews: false, reason })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await endDeletionWait(shop, leaver.id)
  await deleteDueAccounts(shop.running.shop)
  const states = await shop.db.query<{ id: string; state: string; name: string }>(sql`
    select id, state, facts->0->>'value' as name from approval where id in (${own}, ${others}) order by id`)
  expect(states).toEqual([
    { id: own, state: 'waiting', name: 'A deleted account' },
    { id: others, state: 'waiting', name: other.email },
  ])
  const [entry] = await auditOf(admin, { q: `deleted-${leaver.id}`, act: 'deletion-asked' })
  expect(entry.note).toBe(`Of deleted-${leaver.id}, not of ${other.email}.`)
})

test('an archive is sent while it is made', async () => {
  let sent = 0
  const sentBefore: number[] = []
  const files = async function* () {
    for (const file of ['a', 'b', 'c']) {
      sentBefore.push(sent)
      for (let n = 0; n < 10; n += 1) yield { file, text: randomBytes(50_000).toString('hex') }
    }
  }
  for await (const bytes of zipped(files())) sent += bytes.length
  expect(sentBefore[2]).toBeGreaterThan(800_000)
})

test('an administrator downloads and deletes on request, which the audit says; another duty may not', async () => {
  const buyer = await customerNamed(shop, 'asked@leaving.test', 'Asked', 'Us', '9000000005')
  const catalogue = await addAdmin(shop, undefined, ['catalogue'])
  const support = await addAdmin(shop, undefined, ['support'])
  const remove = `/public/admin/accounts/${buyer.id}/delete`
  const body = { keepReviews: false, reason: 'By letter, with a copy of the passport.' }
  expect((await catalogue.post(remove, body)).status).toBe(403)
  expect((await support.get(`/public/admin/accounts/${buyer.id}/archive`)).status).toBe(200)
  await ageConfirmedLogin(shop, support.id)
  expect((await support.post(remove, body)).status).toBe(403)
  await support.post('/private/session/confirm', { password: adminPassword })
  expect((await support.post(remove, body)).status).toBe(200)
  await untilMailSays(shop, buyer.email, 'Our team was asked')
  const entries = await auditOf(admin, { q: buyer.email })
  expect(entries.slice(0, 2).map(({ act, by, note }) => [act, by.name, note])).toEqual([
    ['deletion-asked', support.email, body.reason],
    ['data-downloaded', support.email, null],
  ])
})

test('the notice and the page name every kind of data, how long it is kept, and what deletion does', async () => {
  const { body } = await shop.client().get<any[]>('/public/privacy-notice')
  expect(body.length).toBeGreaterThan(20)
  for (const line of body)
    expect([line.what, line.deletion, ...line.kept].every((words) => words.length > 3)).toBe(true)
  expect(body.find(({ what }) => what === 'Addresses')).toMatchObject({ of: 'buyer', deletion: 'Deleted.' })
  expect(body.find(({ what }) => what.startsWith('Invoices')).deletion).toContain('9 years')
})
