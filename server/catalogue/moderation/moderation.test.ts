/** Listings are reported, wait in a queue by risk, and are hidden or taken down until an administrator or an appeal puts them back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminListing } from '../../../contract/admin-moderation.ts'
import { buy, cartOf, eventually, ordersOf, startPaying } from '../../../tests/setup/buying.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { proofFor } from '../../../tests/setup/guesses.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { subjectsOf, untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf, browserAt } from '../../../tests/setup/people.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { holdBackIncomplete } from '../declarations/hold-back.ts'
import { deleteOldDecisions, deleteOldReports } from './delete-old.ts'

let shop: TestShop
let form: ProductForm
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ pages: true, env: { TRUST_PROXY: 'true' } })
  form = await openProductForm(shop)
  admin = await addAdmin(shop, undefined, ['catalogue'])
})
afterAll(() => shop.stop())

const report = (id: string, body: object = {}, client = browserAt(shop), headers = {}) =>
  client.post(
    `/public/product/${id}/report`,
    { reason: 'not-as-described', words: 'It is of steel.', ...body },
    headers,
  )
const listed = async (id: string): Promise<AdminListing> =>
  (await admin.get(`/public/admin/listings?show=all&q=${id}`)).body[0]
const queue = async (): Promise<AdminListing[]> => (await admin.get('/public/admin/listings?limit=100')).body
/** What an administrator decides who reads the listing now. */
async function decide(id: string, act: string, more: object = {}, by = admin, read?: AdminListing) {
  const { version, decided } = read ?? (await listed(id))
  const why = act === 'keep' ? {} : { note: 'The bristles are of nylon.' }
  const reason = act === 'hide' || act === 'take-down' ? { reason: 'misleading-green' } : {}
  return by.post(`/public/admin/listings/${id}/decide`, { act, version, decided, ...why, ...reason, ...more })
}
const appeal = (id: string, client: Seller = form.seller) =>
  client.post(`/private/product/${id}/appeal`, { words: 'They are of pig hair.' })
const offSaleOf = async (id: string) => (await form.formOf(id)).offSale
const onSale = async (id: string) => (await form.detail(id)).status === 200
/** Their listings do not wait because they are new. */
const makeOld = (sellerId: string) =>
  shop.db.query(sql`update account set created_at = now() - interval '31 days' where id = ${sellerId}`)

test('the first five listings of the first 30 days wait with low risk, and no other', async () => {
  const seller = await addSeller(shop)
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await form.add({ name: `First Comb ${n}` }, seller))
  const waiting = (await queue()).filter((one) => one.seller.id === seller.id)
  expect(waiting.map(({ id }) => id)).toEqual(ids.slice(0, 5))
  expect(waiting[0]).toMatchObject({ why: ['new-seller'], risk: 'low', state: 'on-sale', reports: [] })
  expect(await onSale(ids[0] as string)).toBe(true)
  // A save makes what an administrator has read out of date.
  const read = await listed(ids[0] as string)
  await form.edit(read.id, form.input({ name: 'Second Comb' }), seller)
  expect((await decide(read.id, 'keep', { version: read.version })).status).toBe(409)
  expect((await decide(read.id, 'keep')).status).toBe(200)
  expect((await decide(read.id, 'keep')).status).toBe(409)
  expect((await queue()).map(({ id }) => id)).not.toContain(read.id)
  await seller.delete(`/private/product/delete/${ids[5]}`)
  await seller.delete(`/private/product/delete/${ids[4]}`)
  await makeOld(seller.id)
  const later = await form.add({ name: 'Later Comb' }, seller)
  expect((await listed(later)).why).toEqual([])
})
async function addOld(): Promise<Seller> {
  const seller = await addSeller(shop)
  await makeOld(seller.id)
  return seller
}

test('new listings of watched categories wait, also those that an edit moves there, and no others', async () => {
  const { otherSubcategory } = form
  const seller = await addOld()
  const watch = (categoryIds: number[]) => admin.post('/public/admin/watched-categories', { categoryIds })
  const old = await form.add({ ...otherSubcategory }, seller)
  expect((await watch([otherSubcategory.categoryId, 999_999])).status).toBe(200)
  expect((await admin.get('/public/admin/watched-categories')).body).toEqual([otherSubcategory.categoryId])
  const [young, moved] = [await form.add({ ...otherSubcategory }, seller), await form.add({}, seller)]
  const ofNew = await form.add({ ...otherSubcategory }, await addSeller(shop))
  const whys = async () => Promise.all([old, young, moved].map(async (id) => (await listed(id)).why))
  expect(await whys()).toEqual([[], ['category'], []])
  expect(await listed(ofNew)).toMatchObject({ why: ['category', 'new-seller'], risk: 'medium' })
  await form.edit(moved, form.input(otherSubcategory), seller)
  await form.edit(moved, form.input(otherSubcategory), seller)
  expect(await whys()).toEqual([[], ['category'], ['category']])
  expect((await watch([])).status).toBe(200)
  const later = await form.add({ ...otherSubcategory }, seller)
  expect((await listed(later)).why).toEqual([])
  for (const id of [young, moved, ofNew]) expect((await decide(id, 'keep')).status).toBe(200)
})

test('words that need a proof make a listing wait once, until there are others', async () => {
  const seller = await addOld()
  const id = await form.add({ name: 'Eco-friendly Comb' }, seller)
  expect(await listed(id)).toMatchObject({ why: ['green-words'], risk: 'low', state: 'on-sale' })
  const found = { field: 'name', words: 'eco-friendly' }
  expect((await listed(id)).greenWords).toEqual([{ ...found, reason: null }])
  expect((await decide(id, 'keep')).status).toBe(200)
  const reason = 'Our own test, report 7.'
  await form.edit(id, form.input({ name: 'Eco-friendly Comb', keptWords: [{ ...found, reason }] }), seller)
  expect((await listed(id)).greenWords).toEqual([{ ...found, reason }])
  expect((await listed(id)).why).toEqual([])
  await form.edit(id, form.input({ name: 'Eco-friendly, biodegradable Comb' }), seller)
  expect((await listed(id)).why).toEqual(['green-words'])
  expect((await decide(id, 'keep')).status).toBe(200)
})

test('anybody reports, one person once; risk and then age order the queue; nothing wrong closes the reports', async () => {
  await makeOld(form.seller.id)
  const [early, late, dangerous] = [await form.add(), await form.add(), await form.add()]
  const visitor = browserAt(shop)
  expect((await report(early, { reason: 'ugly' })).body.fields).toHaveProperty('reason')
  expect((await report(early, { words: 'x'.repeat(1_001) })).body.fields).toHaveProperty('words')
  expect((await report(early, {}, visitor)).body).toEqual({ msg: 'Thank you. Our team looks at it.' })
  // Nobody learns that somebody in their network has reported it.
  expect(await report(early, { reason: 'unsafe' }, visitor)).toMatchObject({
    status: 200,
    body: { msg: 'Thank you. Our team looks at it.' },
  })
  const buyer = await shop.customer()
  expect((await report(early, { reason: 'copied', words: '' }, buyer)).status).toBe(200)
  expect((await report(early, {}, buyer)).status).toBe(409)
  expect((await report(early, {}, form.seller)).body.msg).toBe('This is your own product.')
  expect((await report(early, {}, await addAdmin(shop))).status).toBe(409)
  expect((await report('01890000-0000-7000-8000-000000000000')).status).toBe(404)
  await report(late)
  await report(dangerous, { reason: 'unsafe' })
  expect((await listed(dangerous)).risk).toBe('medium')
  await report(dangerous, { reason: 'unsafe' })
  const mine = (await queue()).filter(({ seller }) => seller.id === form.seller.id)
  expect(mine.map(({ id, risk }) => [id, risk])).toEqual([
    [dangerous, 'high'],
    [early, 'medium'],
    [late, 'medium'],
  ])
  expect(mine[1]).toMatchObject({
    why: ['reported'],
    reports: [
      { reason: 'copied', words: '', by: 'buyer', open: true },
      { reason: 'not-as-described', words: 'It is of steel.', by: 'visitor', open: true },
    ],
  })
  await report(late)
  await report(late)
  expect((await listed(late)).risk).toBe('high')
  const page = await admin.get('/public/admin/listings?limit=1')
  const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
  const second = await admin.get(`/public/admin/listings?limit=1&cursor=${cursor}`)
  expect([...page.body, ...second.body].map(({ id }: AdminListing) => id)).toEqual([late, dangerous])
  expect((await admin.get('/public/admin/listings?cursor=1_x')).status).toBe(400)

  const mails = (await subjectsOf(shop, form.seller.email)).length
  for (const id of [early, late, dangerous]) expect((await decide(id, 'keep')).status).toBe(200)
  expect((await subjectsOf(shop, form.seller.email)).length).toBe(mails)
  expect((await listed(early)).reports.map(({ open }) => open)).toEqual([false, false])
  expect(await shop.db.query(sql`select from listing_report where network_key is not null`)).toEqual([])
  // They may report it again once it was decided.
  expect((await report(early, {}, buyer)).status).toBe(200)
  expect(await decide(early, 'keep')).toMatchObject({ status: 200 })
})

test('reports are limited by account and by network, which a proof of work carries further', async () => {
  const [first, second, third] = [await form.add(), await form.add(), await form.add()]
  const buyer = await shop.customer()
  const visitor = browserAt(shop, '198.51.100.7')
  for (const who of [buyer, visitor]) expect((await report(first, {}, who)).status).toBe(200)
  // As after so many more reports.
  await shop.db.query(sql`
    update rate_limit set hits = hits + case when key like 'listing-report-ip:%' then 28 else 8 end
    where key like 'listing-report-ip:198.51.100.7' or key like 'listing-report:%'`)
  for (const who of [buyer, visitor]) expect((await report(second, {}, who)).status).toBe(200)
  expect((await report(third, {}, buyer)).status).toBe(429)
  const refused = await report(third, {}, visitor)
  expect(refused.status).toBe(429)
  expect((await report(third, {}, visitor, await proofFor(refused))).status).toBe(200)
  await endRateLimits(shop)
  for (const id of [first, second, third]) expect((await decide(id, 'keep')).status).toBe(200)
})

test('hidden: off every page, out of checkouts; the seller saves, an administrator looks again', async () => {
  const { subCategoryId } = form.subcategory
  const id = await form.add({ name: 'Quokkawood Brush' })
  const bought = await customerWithCart(shop, [{ id }])
  await buy(shop, bought)
  const buyer = await customerWithCart(shop, [{ id }])
  const addresses = [`/product/${id}`, `/products/sub-category/${subCategoryId}`, '/search/quokkawood']
  const shownAt = async (address: string) =>
    (await (await fetch(shop.url + address)).text()).includes('Quokkawood Brush')
  for (const address of addresses) expect(await shownAt(address)).toBe(true)
  expect(await (await fetch(`${shop.url}/product/${id}`)).text()).toContain(`/report-product/${id}`)

  expect((await decide(id, 'hide', { reason: undefined })).body.fields).toHaveProperty('reason')
  expect((await decide(id, 'hide', { note: ' ' })).body.fields).toHaveProperty('note')
  await report(id)
  expect((await decide(id, 'hide')).status).toBe(200)
  for (const address of addresses)
    await eventually(
      () => shownAt(address),
      (found) => !found,
    )
  expect((await startPaying(buyer)).status).not.toBe(200)
  expect((await buyer.post('/private/cart/add', { id, quantity: 1 })).status).not.toBe(200)
  expect(await cartOf(buyer)).toHaveLength(1)
  expect((await ordersOf(bought))[0].status).not.toContain('cancel')
  expect(await offSaleOf(id)).toEqual({
    state: 'hidden',
    reason: 'misleading-green',
    note: 'The bristles are of nylon.',
    waits: false,
    appealable: false,
  })
  const [mail] = await untilMailed(shop, form.seller.email, 'Please change').then(() =>
    shop.mailSoFar(form.seller.email),
  )
  expect(mail?.text).toContain('The bristles are of nylon.')
  expect(mail?.text).not.toContain('It is of steel')
  expect((await appeal(id)).status).toBe(409)
  expect((await queue()).map((one) => one.id)).not.toContain(id)

  expect((await form.edit(id, form.input({ name: 'Quokkawood Comb' }))).status).toBe(200)
  expect(await onSale(id)).toBe(false)
  expect(await offSaleOf(id)).toMatchObject({ waits: true })
  expect(await listed(id)).toMatchObject({ why: ['changed'], risk: 'medium', state: 'hidden' })
  expect((await decide(id, 'hide', { note: 'Still of nylon.' })).status).toBe(200)
  expect(await offSaleOf(id)).toMatchObject({ waits: false, note: 'Still of nylon.' })
  await form.edit(id, form.input({ name: 'Quokkawood Comb' }))
  expect((await decide(id, 'keep')).status).toBe(200)
  await eventually(() => onSale(id), Boolean)
  expect(await offSaleOf(id)).toBeNull()
  await untilMailed(shop, form.seller.email, 'on sale again')
  expect((await auditOf(await addAdmin(shop), { act: 'listing-decided' }))[0]).toMatchObject({
    to: { kind: 'listing', id },
  })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('taken down: a save changes nothing, one appeal, restored or final; what an appeal undid is not on record', async () => {
  const seller = await addOld()
  const stranger = await addSeller(shop)
  const record = async () =>
    (await admin.get(`/public/admin/all-sellers?q=${seller.email}`)).body[0].moderation
  expect(await record()).toEqual([])
  const [wrong, right] = [await form.add({}, seller), await form.add({}, seller)]
  const formOf = async (id: string) => (await seller.get(`/private/product/edit/get-form/${id}`)).body.offSale
  for (const id of [wrong, right]) expect((await decide(id, 'take-down')).status).toBe(200)
  expect((await record())[0]).toMatchObject({ hidden: 0, takenDown: 2 })
  await form.edit(right, form.input({ name: 'Better Comb' }), seller)
  expect(await formOf(right)).toMatchObject({ state: 'taken-down', waits: false, appealable: true })
  expect((await decide(right, 'hide')).status).toBe(409)
  expect((await decide(right, 'uphold')).status).toBe(409)
  expect((await appeal(right, stranger)).status).toBe(404)
  expect((await seller.post(`/private/product/${right}/appeal`, { words: ' ' })).body.fields).toHaveProperty(
    'words',
  )
  const appeals = await Promise.all([appeal(right, seller), appeal(right, seller), appeal(wrong, seller)])
  expect(appeals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
  expect(await formOf(right)).toMatchObject({ waits: true, appealable: false })
  expect(await listed(right)).toMatchObject({ why: ['appeal'], appeal: 'They are of pig hair.' })
  expect((await decide(right, 'keep')).status).toBe(200)
  await eventually(() => onSale(right), Boolean)
  expect((await decide(wrong, 'uphold')).status).toBe(200)
  await untilMailed(shop, seller.email, 'appeal is refused')
  expect((await appeal(wrong, seller)).status).toBe(409)
  expect(await formOf(wrong)).toMatchObject({ waits: false, appealable: false })
  expect(await onSale(wrong)).toBe(false)
  expect((await record())[0]).toMatchObject({ takenDown: 1 })
  // A deleted listing stays on record.
  await seller.delete(`/private/product/delete/${wrong}`)
  expect((await listed(right)).seller).toMatchObject({ takenDown: 1 })
  expect((await listed(right)).seller.decisions.map(({ act, undone }) => [act, undone])).toEqual([
    ['uphold', false],
    ['keep', false],
    ['take-down', true],
    ['take-down', false],
  ])
})

test('declarations and moderation hold a listing apart from each other, also on a node that knows only declarations', async () => {
  const { shop: running } = shop.running
  const enforced = { ...running, config: { ...running.config, declarationsFrom: '2026-01-01' } }
  const free = { ...running, config: { ...running.config, declarationsFrom: undefined } }
  const id = await form.add({ name: 'Numbat Brush' })
  const causes = async () =>
    (
      await shop.db.query<{ cause: string }>(
        sql`select cause from held_back_product where product_id = ${id} order by cause`,
      )
    ).map(({ cause }) => cause)
  await holdBackIncomplete(enforced)
  await decide(id, 'hide')
  expect(await causes()).toEqual(['incomplete', 'moderation'])
  expect(await form.found('numbat')).toEqual([])
  // The declarations are completed.
  await holdBackIncomplete(free)
  expect(await causes()).toEqual(['moderation'])
  // As the version before deletes and inserts them.
  await shop.db.query(sql`delete from held_back_product where product_id = ${id}`)
  await shop.db.query(sql`
    insert into held_back_product (product_id, told) values (${id}, true) on conflict do nothing`)
  expect(await causes()).toEqual(['incomplete', 'moderation'])
  // An administrator finds nothing wrong, while declarations are missing.
  await decide(id, 'keep')
  expect(await causes()).toEqual(['incomplete'])
  expect(await onSale(id)).toBe(false)
  await holdBackIncomplete(free)
  await eventually(() => onSale(id), Boolean)
  // A deleted product takes its hold along.
  await decide(id, 'take-down')
  await shop.db.query(sql`delete from product where id = ${id}`)
  expect(await causes()).toEqual([])
})

test('of two administrators who decide at once one succeeds, whatever they decide, and buyers never buy what is hidden', async () => {
  const others = [admin, await addAdmin(shop, undefined, ['catalogue'])]
  for (const acts of [
    ['keep', 'take-down'],
    ['hide', 'take-down'],
    ['hide', 'hide'],
  ]) {
    const id = await form.add()
    await report(id)
    const buyer = await customerWithCart(shop, [{ id }])
    const read = await listed(id)
    const [, ...answers] = await Promise.all([
      startPaying(buyer),
      ...acts.map((act, n) => decide(id, act, {}, others[n], read)),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { state } = await listed(id)
    const holds = await shop.db.query(sql`select from held_back_product where product_id = ${id}`)
    expect(holds.length).toBe(state === 'on-sale' ? 0 : 1)
    const decisions = await shop.db.query(sql`select from moderation_decision where product_id = ${id}`)
    expect(decisions).toHaveLength(1)
  }
  const support = await addAdmin(shop, undefined, ['support'])
  expect((await support.get('/public/admin/listings')).status).toBe(403)
})

test('reports go after a year, decisions after three', async () => {
  const id = await form.add()
  await report(id)
  await decide(id, 'keep')
  const { shop: running } = shop.running
  const [reports, decisions] = [sql`select id from listing_report`, sql`select id from moderation_decision`]
  const before = await shop.db.query(decisions)
  await shop.db.query(
    sql`update listing_report set created_at = now() - interval '366 days' where product_id = ${id}`,
  )
  await shop.db.query(
    sql`update moderation_decision set at = now() - interval '1097 days' where product_id = ${id}`,
  )
  expect(await deleteOldReports(running, 100)).toBe(1)
  expect(await deleteOldDecisions(running, 100)).toBe(1)
  expect(await shop.db.query(decisions)).toHaveLength(before.length - 1)
  expect((await shop.db.query(reports)).length).toBeGreaterThan(0)
})
