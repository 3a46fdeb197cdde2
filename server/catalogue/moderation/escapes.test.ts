/** A seller gets around no decision: by an edit, by deleting what was reported, by adding it again, or before anybody approved them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminListing } from '../../../contract/admin-moderation.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, browserAt } from '../../../tests/setup/people.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let form: ProductForm
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
  form = await openProductForm(shop)
  admin = await addAdmin(shop, undefined, ['catalogue'])
})
afterAll(() => shop.stop())

const report = (id: string, reason = 'not-as-described', client = browserAt(shop)) =>
  client.post(`/public/product/${id}/report`, { reason, words: '' })
const listed = async (id: string): Promise<AdminListing> =>
  (await admin.get(`/public/admin/listings?show=all&q=${id}`)).body[0]
const waiting = async (id: string): Promise<AdminListing | undefined> =>
  (await admin.get(`/public/admin/listings?q=${id}`)).body[0]
async function decide(id: string, act: string) {
  const { version, decided } = await listed(id)
  const reason = act === 'hide' || act === 'take-down' ? { reason: 'unsafe' } : {}
  const note = 'It breaks.'
  return admin.post(`/public/admin/listings/${id}/decide`, { act, version, decided, note, ...reason })
}
const remove = (seller: Seller, id: string) => seller.delete(`/private/product/delete/${id}`)
const makeOld = (sellerId: string) =>
  shop.db.query(sql`update account set created_at = now() - interval '31 days' where id = ${sellerId}`)
async function addOld(): Promise<Seller> {
  const seller = await addSeller(shop)
  await makeOld(seller.id)
  return seller
}

test('what is taken down waits for its appeal only, and a refused appeal is the end', async () => {
  const { otherSubcategory } = form
  const seller = await addOld()
  const id = await form.add({}, seller)
  const categoryIds = [otherSubcategory.categoryId]
  expect((await admin.post('/public/admin/watched-categories', { categoryIds })).status).toBe(200)
  expect((await decide(id, 'take-down')).status).toBe(200)
  const save = (name: string, more: object) => form.edit(id, form.input({ name, ...more }), seller)
  expect((await save('Organic Comb', otherSubcategory)).status).toBe(200)
  expect(await waiting(id)).toBeUndefined()
  await seller.post(`/private/product/${id}/appeal`, { words: 'It does not break.' })
  await save('Compostable Comb', {})
  await save('Vegan Comb', otherSubcategory)
  expect(await waiting(id)).toMatchObject({ why: ['appeal'] })
  expect((await decide(id, 'uphold')).status).toBe(200)
  await save('Recyclable Comb', {})
  await save('Biodegradable Comb', otherSubcategory)
  expect(await waiting(id)).toBeUndefined()
  expect(await listed(id)).toMatchObject({ state: 'taken-down', why: [] })
  await admin.post('/public/admin/watched-categories', { categoryIds: [] })
})

test('a reported listing that its seller deletes still waits, its copy too, and the takedown is on their record', async () => {
  const seller = await addOld()
  const [reported, quiet] = [await form.add({}, seller), await form.add({}, seller)]
  await report(reported)
  for (const id of [reported, quiet]) expect((await remove(seller, id)).status).toBe(200)
  expect(await waiting(reported)).toMatchObject({
    deleted: true,
    why: ['reported'],
    reports: [{ open: true }],
  })
  expect(await waiting(quiet)).toBeUndefined()
  const again = await form.add({}, seller)
  expect(await waiting(again)).toMatchObject({ deleted: false, why: ['seller-record'], risk: 'medium' })
  expect((await decide(reported, 'hide')).status).toBe(409)
  expect((await decide(reported, 'take-down')).status).toBe(200)
  await untilMailed(shop, seller.email, 'A product that you deleted')
  expect(await waiting(reported)).toBeUndefined()
  expect((await listed(again)).seller).toMatchObject({ takenDown: 1 })
  // A copy of what was taken down, for a year.
  expect(await waiting(await form.add({}, seller))).toMatchObject({ why: ['seller-record'] })
  await shop.db.query(
    sql`update moderation_decision set at = now() - interval '367 days' where product_id = ${reported}`,
  )
  await decide(again, 'keep')
  expect(await waiting(await form.add({}, seller))).toBeUndefined()
})

test('a listing that comes to have a name, description or picture of one that was taken down waits, and no other edit', async () => {
  const seller = await addOld()
  const pictures = [await uploaded(seller), await uploaded(seller)]
  const texts = { name: 'Steel Water Bottle', description: 'It keeps water cool for a day.' }
  const own = { ...texts, imageUrls: [pictures[0]!] }
  const bad = { name: 'Comb of Neem Wood', description: 'For all hair.', imageUrls: [pictures[1]!] }
  const [id, taken] = [await form.add(own, seller), await form.add(bad, seller)]
  const save = async (more: object) =>
    expect((await form.edit(id, form.input({ ...own, ...more }), seller)).status).toBe(200)
  // Before the takedown nobody looks at another product in an old listing.
  await save(bad)
  await save({})
  expect(await waiting(id)).toBeUndefined()
  expect((await decide(taken, 'take-down')).status).toBe(200)
  await save({ price: 199, details: 'Material: steel' })
  await save({ description: `${texts.description} With a lid.` })
  expect(await waiting(id)).toBeUndefined()
  for (const copied of [
    bad,
    { name: bad.name.toUpperCase() },
    { description: bad.description },
    { imageUrls: [...own.imageUrls, ...bad.imageUrls] },
  ]) {
    await save(copied)
    expect(await waiting(id)).toMatchObject({ why: ['seller-record'], risk: 'medium', state: 'on-sale' })
    expect((await decide(id, 'keep')).status).toBe(200)
    // What was looked at does not come back.
    await save({ ...copied, price: 200 })
    expect(await waiting(id)).toBeUndefined()
    await save({})
    if (await waiting(id)) await decide(id, 'keep')
  }
  // Of somebody with a takedown another product in an old listing waits as a new listing does.
  await save({ name: 'Clay Lamp', description: 'It burns oil.' })
  expect(await waiting(id)).toMatchObject({ why: ['seller-record'] })
})

test('nothing wrong with a deleted listing: nobody waits, and its seller is told nothing', async () => {
  const seller = await addOld()
  const id = await form.add({}, seller)
  await report(id)
  await remove(seller, id)
  expect((await decide(id, 'keep')).status).toBe(200)
  expect(await waiting(id)).toBeUndefined()
  expect(await waiting(await form.add({}, seller))).toBeUndefined()
  expect(await shop.mailSoFar(seller.email)).toEqual([])
})

test('the first listings of a seller wait before the approval, however old the account, and for 30 days after it', async () => {
  const { config } = shop.running.shop
  config.sellerApproval = 'documents'
  const seller = await addOld().finally(() => {
    config.sellerApproval = 'automatic'
  })
  expect(await waiting(await form.add({}, seller))).toMatchObject({ why: ['new-seller'] })
  const approved = await addOld()
  const approve = (days: number) =>
    shop.db.query(sql`
      update seller set approved_version = approval_version, approval_at = now() - ${days} * interval '1 day'
      where account_id = ${approved.id}`)
  await approve(29)
  expect(await waiting(await form.add({}, approved))).toMatchObject({ why: ['new-seller'] })
  await approve(31)
  expect(await waiting(await form.add({}, approved))).toBeUndefined()
})

test('a danger is looked at first where somebody with an account reports it, or visitors of two networks, also at once', async () => {
  const seller = await addOld()
  const [one, two, other] = [
    await form.add({}, seller),
    await form.add({}, seller),
    await form.add({}, seller),
  ]
  const visitor = browserAt(shop)
  for (let n = 0; n < 3; n += 1) expect((await report(one, 'unsafe', visitor)).status).toBe(200)
  expect(await waiting(one)).toMatchObject({ risk: 'medium', reports: [{ reason: 'unsafe' }] })
  await Promise.all([report(two, 'unsafe'), report(two, 'prohibited')])
  expect(await waiting(two)).toMatchObject({ risk: 'high' })
  await report(other, 'unsafe')
  await report(other)
  expect(await waiting(other)).toMatchObject({ risk: 'medium' })
  await report(one, 'prohibited', await shop.customer())
  expect(await waiting(one)).toMatchObject({ risk: 'high' })
  for (const id of [one, two, other]) expect((await decide(id, 'keep')).status).toBe(200)
})

test('words that need a proof are found behind a heading, and with signs inside that nobody sees', async () => {
  const seller = await addOld()
  const texts = [
    { description: 'Guide: 100% eco-friendly, organic, plastic-free' },
    { description: 'Bio\u200bdegr\u2060adable' },
    { name: 'Book: Soap, 100% organic' },
  ]
  for (const text of texts)
    expect(await waiting(await form.add(text, seller))).toMatchObject({ why: ['green-words'] })
  expect(await waiting(await form.add({ name: 'Book: A Natural History' }, seller))).toBeUndefined()
})
