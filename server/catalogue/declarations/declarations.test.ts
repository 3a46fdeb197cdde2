/** What a listing declares by law: asked by category, checked, shown, kept by every edit, and enforced from a day on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { mailsQueued } from '../../../tests/setup/mails.ts'
import { addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldPrices } from '../products/delete-old-prices.ts'
import { holdBackIncomplete } from './hold-back.ts'
import { judge } from './queries.ts'

let shop: TestShop
let form: ProductForm
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  form = await openProductForm(shop)
})
afterAll(() => shop.stop())

const whole = {
  mrp: 299,
  netQuantity: 2,
  netUnit: 'piece',
  commonName: 'Dish brush',
  originCountry: 'IN',
  maker: 'Test Bamboo Works, 12-A, Seller Street, Mumbai 400001',
  careContact: 'Customer care, 98765 43210, care@works.test',
}
const fields = (body: any) => Object.keys(body.fields ?? {})

test('a price above the MRP and numbers of a wrong form are refused; a price alone cannot rise above it', async () => {
  const { seller, input } = form
  const add = (more: object) => seller.post('/private/product/add', input(more))
  for (const [wrong, field] of [
    [{ mrp: 249 }, 'price'],
    [{ netQuantity: 5 }, 'netUnit'],
    [{ originCountry: 'XX' }, 'originCountry'],
    [{ fssaiLicence: '123' }, 'fssaiLicence'],
    [{ cosmeticsLicence: 'none' }, 'cosmeticsLicence'],
    [{ netQuantity: 0, netUnit: 'g' }, 'netQuantity'],
  ] as const) {
    const { status, body } = await add(wrong)
    expect([status, fields(body)]).toEqual([400, [field]])
  }
  const id = await form.add(whole)
  const dearer = await form.edit(id, input({ price: 300 }))
  expect([dearer.status, fields(dearer.body)]).toEqual([400, ['price']])
  expect((await form.edit(id, input({ price: 299 }))).status).toBe(200)
})

test('an edit without the fields keeps them, one with null removes; page and data show them with saving and unit price', async () => {
  const id = await form.add(whole)
  expect((await form.edit(id, form.input({ name: 'Renamed Brush' }))).status).toBe(200)
  expect(await form.formOf(id)).toMatchObject(whole)
  const { body } = await form.detail(id)
  expect(body.declaration).toMatchObject({ mrp: 299, originCountry: 'IN', originName: 'India' })
  const page = await (await fetch(`${shop.url}/product/${id}`)).text()
  for (const words of [
    'Dish brush',
    '2 pieces',
    '₹124.75 per piece',
    'You save ₹49.50 (16 %)',
    'Test Bamboo Works, 12-A',
    '"countryOfOrigin":{"@type":"Country","name":"India"}',
    '"priceType":"https://schema.org/MSRP"',
  ])
    expect(page).toContain(words)
  const one = await form.add({ ...whole, netQuantity: 1 })
  const single = await (await fetch(`${shop.url}/product/${one}`)).text()
  expect(single).toContain('1 piece')
  expect(single, 'the price of one piece, which is the price').not.toMatch(/per piece|Unit price/)
  // An MRP that nobody would pay.
  expect((await form.edit(id, form.input({ mrp: 99_999 }))).status).toBe(200)
  const invented = await eventually(
    async () => (await fetch(`${shop.url}/product/${id}`)).text(),
    (html) => html.includes('MRP ₹99,999'),
  )
  expect(invented).not.toContain('You save')
  expect((await form.edit(id, form.input({ mrp: null, maker: null }))).status).toBe(200)
  expect(await form.formOf(id)).toMatchObject({ ...whole, mrp: null, maker: null })
})

test('what a product cost before, and its MRP, is noted for 400 days', async () => {
  const id = await form.add({ ...whole, price: 249 })
  const earlier = () =>
    shop.db.query(sql`
      select price_paise as price, mrp_paise as mrp from product_price where product_id = ${id} order by until`)
  expect((await form.edit(id, form.input({ name: 'Priced Brush', price: 249 }))).status).toBe(200)
  expect(await earlier()).toEqual([])
  expect((await form.edit(id, form.input({ price: 199 }))).status).toBe(200)
  expect((await form.edit(id, form.input({ price: 199, mrp: 399 }))).status).toBe(200)
  const first = { price: 24_900, mrp: 29_900 }
  const second = { price: 19_900, mrp: 29_900 }
  expect(await earlier()).toEqual([first, second])
  const age = (days: number) =>
    shop.db.query(sql`
      update product_price set until = now() - ${days} * interval '1 day' where product_id = ${id} and price_paise = 24900`)
  await age(399)
  await deleteOldPrices(shop.running.shop, 10)
  expect(await earlier()).toEqual([first, second])
  await age(401)
  await deleteOldPrices(shop.running.shop, 10)
  expect(await earlier()).toEqual([second])
})

test('the administrator says what a category needs; sellers see what is missing; a foreign product needs its importer', async () => {
  const admin = await addAdmin(shop)
  const { seller, otherSubcategory } = form
  const { categoryId } = otherSubcategory
  const save = (needs: string[]) => admin.post('/public/admin/declaration-needs', { categoryId, needs })
  expect((await save(['mrp', 'originCountry', 'fssaiLicence', 'maker'])).status).toBe(200)
  expect((await admin.get('/public/admin/declaration-needs')).body).toContainEqual(
    expect.objectContaining({ categoryId, needs: ['mrp', 'originCountry', 'maker', 'fssaiLicence'] }),
  )
  expect((await auditOf(admin, { act: 'declaration-needs-changed' })).length).toBeGreaterThan(0)
  const id = await form.add({ ...whole, ...otherSubcategory, originCountry: 'NP' })
  const listed = async () =>
    (await seller.get('/private/product/get-by-seller?declared=missing')).body.find(
      (one: any) => one.id === id,
    )
  expect((await listed()).missing).toEqual(['fssaiLicence', 'importer'])
  const rest = { fssaiLicence: '10012345678901', importer: 'Test Imports, 1 Port Road, Mumbai 400001' }
  await form.edit(id, form.input({ ...otherSubcategory, ...rest }))
  expect(await listed()).toBeUndefined()
  const needs = (await seller.get('/private/product/declaration-needs')).body
  expect(needs).toContainEqual({ categoryId, needs: ['mrp', 'originCountry', 'maker', 'fssaiLicence'] })
})

test('lists can be narrowed to a country and sorted by it', async () => {
  const { seller, subcategory } = form
  const own = `/public/product/seller/${seller.id}`
  const nepal = await form.add({
    ...whole,
    name: 'Nepal Brush',
    originCountry: 'NP',
    importer: 'Test Imports',
  })
  const read = async (query: string) => (await shop.client().get(`${own}?${query}`)).body
  const found = await read('origin=NP')
  expect(found.map(({ id }: any) => id)).toContain(nepal)
  expect(found.map(({ id }: any) => id)).toContain(found[0].id)
  const china = await form.add({
    ...whole,
    name: 'China Brush',
    originCountry: 'CN',
    importer: 'Test Imports',
  })
  expect((await read('sort=origin'))[0].id).toBe(china)
  expect((await read('origin=CN')).map(({ id }: any) => id)).toEqual([china])
  expect((await shop.client().get(`${own}?origin=xx1`)).status).toBe(400)
  const facets = (
    await shop.client().get(`/public/product-facets?subCategoryId=${subcategory.subCategoryId}`)
  ).body
  expect(facets.find(({ name }: any) => name === 'origin').choices).toContainEqual({
    code: 'CN',
    name: 'China',
    products: 1,
  })
  const html = await (await fetch(`${shop.url}/products/sub-category/${subcategory.subCategoryId}`)).text()
  expect(html).toContain('Country of origin')
})

test('from the day of the setting incomplete listings leave sale on every page, and come back once they are complete', async () => {
  const { shop: running } = shop.running
  const incomplete = await form.add({ name: 'Unfinished Brush' })
  const complete = await form.add({ ...whole, name: 'Finished Brush' })
  const status = async (id: string) => (await fetch(`${shop.url}/product/${id}`)).status
  const withDay = (declarationsFrom: string) => ({
    ...running,
    config: { ...running.config, declarationsFrom },
  })
  expect(await status(incomplete)).toBe(200)
  await holdBackIncomplete(withDay('2999-01-01'))
  expect(await status(incomplete)).toBe(200)
  await holdBackIncomplete(withDay('2026-01-01'))
  await eventually(
    () => status(incomplete),
    (found) => found === 404,
  )
  expect(await status(complete)).toBe(200)
  expect(await form.found('unfinished')).toEqual([])
  const buyer = await shop.customer()
  expect((await buyer.post('/private/cart/add', { id: incomplete, quantity: 1 })).status).not.toBe(200)
  const rows = (await form.seller.get('/private/product/get-by-seller?declared=missing')).body
  expect(rows.find((one: any) => one.id === incomplete)).toMatchObject({ heldBack: true })
  expect((await form.edit(incomplete, form.input({ ...whole, name: 'Unfinished Brush' }))).status).toBe(200)
  await eventually(
    () => status(incomplete),
    (found) => found === 200,
  )
  // Without the setting everything is on sale again.
  const other = await form.add({ name: 'Other Brush' })
  await holdBackIncomplete(withDay('2026-01-01'))
  await eventually(
    () => status(other),
    (found) => found === 404,
  )
  await holdBackIncomplete(running)
  await eventually(
    () => status(other),
    (found) => found === 200,
  )
})

test('from the day on a save says what is missing; sellers are told by mail once, and once a week before', async () => {
  const { config } = shop.running.shop
  const mailsOfTwoNights = async () => {
    const before = await mailsQueued(shop)
    await holdBackIncomplete(shop.running.shop)
    await holdBackIncomplete(shop.running.shop)
    return (await mailsQueued(shop)) - before
  }
  const early = await form.add({ name: 'Early Brush' })
  try {
    config.declarationsFrom = addDays(dayOf(new Date()), 7)
    expect(await mailsOfTwoNights()).toBe(1)
    const told = async () =>
      (await shop.mailSoFar(form.seller.email)).filter(({ text }) => text.includes('Nobody can buy them'))
        .length
    const before = await told()
    config.declarationsFrom = '2026-01-01'
    expect(await mailsOfTwoNights()).toBe(1)
    // Mails may arrive in another order than they were queued.
    await eventually(told, (mails) => mails > before)
    const { body } = await form.edit(early, form.input({ ...whole, mrp: null }))
    expect(body).toMatchObject({ missing: ['mrp'], version: expect.any(String) })
    const { body: added } = await form.seller.post('/private/product/add', form.input({ name: 'Late Brush' }))
    expect(added.missing).toContain('netQuantity')
    expect(await mailsOfTwoNights()).toBe(0)
    expect((await form.edit(early, form.input(whole))).body.missing).toBeUndefined()
  } finally {
    config.declarationsFrom = undefined
    await holdBackIncomplete(shop.running.shop)
  }
})

test('a save that completes a listing while the night judges it leaves it on sale', async () => {
  const { db } = shop
  const id = await form.add({ name: 'Raced Brush' })
  const night = await db.transaction(async (tx) => {
    await tx.query(sql`update product set mrp_paise = 29900, net_quantity = 1, net_unit = 'piece', common_name = 'Brush',
      origin_country = 'IN', maker = 'A maker', care_contact = 'A desk' where id = ${id}`)
    // Begins before the save has ended, and must not judge what was there before.
    const judging = db.transaction((other) => judge(other, [id], { enforced: true, told: false }))
    await eventually(
      async () =>
        (
          await db.query(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length,
      (waiting) => waiting > 0,
    )
    return { judging }
  })
  await night.judging
  expect(await db.query(sql`select from held_back_product where product_id = ${id}`)).toEqual([])
})

test('a category that has needs of its own goes back to those of all others', async () => {
  const admin = await addAdmin(shop)
  const { categoryId } = form.otherSubcategory
  const save = (body: object) => admin.post('/public/admin/declaration-needs', body)
  const own = async () =>
    (await admin.get('/public/admin/declaration-needs')).body.find(
      (one: any) => one.categoryId === categoryId,
    )
  expect((await save({ categoryId, needs: ['size'] })).status).toBe(200)
  expect(await own()).toEqual({ categoryId, needs: ['size'] })
  expect((await save({ categoryId, needs: null })).status).toBe(200)
  expect(await own()).toBeUndefined()
  const notes = (await auditOf(admin, { act: 'declaration-needs-changed' })).map(({ note }) => note)
  expect(notes).toContain('as all other categories')
  expect((await save({ categoryId: null, needs: null })).status).toBe(400)
  expect((await save({ categoryId: 999_999, needs: null })).status).toBe(404)
})

test('a change of what is needed reaches what the seller counts with the next night', async () => {
  const id = await form.add({
    ...whole,
    name: 'Counted Brush',
    ...form.otherSubcategory,
    fssaiLicence: '10012345678901',
  })
  const incomplete = async () =>
    (await form.seller.get('/private/product/get-by-seller?declared=missing')).body.some(
      (one: any) => one.id === id,
    )
  expect(await incomplete()).toBe(false)
  await shop.db.query(sql`
    insert into declaration_need (category_id, needs) values (${form.otherSubcategory.categoryId}, array['size'])
    on conflict (category_id) do update set needs = excluded.needs`)
  await holdBackIncomplete(shop.running.shop)
  expect(await incomplete()).toBe(true)
})
