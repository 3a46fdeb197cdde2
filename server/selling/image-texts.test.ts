/** Texts of pictures: they stay with their pictures, are read for green words, and are the alternative texts of the product's page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin } from '../../tests/setup/people.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { readListingsAgain } from '../catalogue/green-claims/read-again.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let place: TestSubcategory
let pictures: string[]
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  place = await addSubcategory(shop)
  pictures = [await uploaded(seller), await uploaded(seller), await uploaded(seller)]
})
afterAll(() => shop.stop())

const input = (more: object) => productInput(place, pictures, more)
async function add(more: object): Promise<string> {
  const { status, body } = await seller.post('/private/product/add', input(more))
  expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
  return body.id
}
const edit = (id: string, more: object) => seller.post(`/private/product/edit/${id}`, input(more))
const formTexts = async (id: string) =>
  (await seller.get(`/private/product/edit/get-form/${id}`)).body.imageTexts
const shownTexts = async (id: string) => (await seller.get(`/public/product/${id}`)).body.imageTexts

test('a text is the alternative text of its picture; one without has the name and its place', async () => {
  const id = await add({ name: 'Brush', imageTexts: ['  A brush of wood ', '', '"><b>Its box</b>'] })
  expect(await formTexts(id)).toEqual(['A brush of wood', '', '"><b>Its box</b>'])
  expect(await shownTexts(id)).toEqual(['A brush of wood', 'Brush, picture 2 of 3', '"><b>Its box</b>'])
  const one = await add({ name: 'Comb', imageUrls: pictures.slice(0, 1) })
  expect(await shownTexts(one)).toEqual(['Comb'])
})

test('an edit without texts leaves the pictures that stay theirs, in any order; one with texts replaces all', async () => {
  const id = await add({ imageTexts: ['First', 'Second', 'Third'] })
  const [first = '', , third = ''] = pictures
  await edit(id, { imageUrls: [third, await uploaded(seller), first] })
  expect(await formTexts(id)).toEqual(['Third', '', 'First'])
  await edit(id, { imageTexts: ['', 'Back again', ''] })
  expect(await formTexts(id)).toEqual(['', 'Back again', ''])
})

test('a text too many, too long, of several lines or of no text is refused, and nothing is saved', async () => {
  const id = await add({ imageTexts: ['First', '', ''] })
  const refused = async (imageTexts: unknown) => {
    const { status, body } = await edit(id, { name: 'Other', imageTexts })
    return [status, body.msg]
  }
  const number = 'Please send one text for each image, an empty one where there is none.'
  expect(await refused(['One'])).toEqual([400, number])
  expect(await refused(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([400, number])
  expect(await refused(['a'.repeat(161), '', ''])).toEqual([400, 'At most 160 characters for each image.'])
  expect(await refused(['a\nb', '', ''])).toEqual([400, 'Please write the text of an image in one line.'])
  expect(await refused([1, '', ''])).toEqual([400, 'Please send each text of an image as text.'])
  expect((await seller.get(`/private/product/edit/get-form/${id}`)).body).toMatchObject({
    name: 'Beechwood Dish Brush',
    imageTexts: ['First', '', ''],
  })
  await expect(
    shop.db.query(
      sql`update product set image_texts = jsonb_build_object('x', repeat('a', 161)) where id = ${id}`,
    ),
  ).rejects.toThrow('product_image_texts')
})

test('green words in texts are told while they are typed, kept by a save and read again at night; administrators see the texts', async () => {
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const asked = {
    name: 'Bag',
    description: 'A bag.',
    details: 'Cotton',
    imageTexts: 'A bag\nAn eco-friendly bag',
  }
  const told = await seller.post('/private/green-claims/check-words', asked)
  expect(told.body).toMatchObject([{ field: 'imageTexts', words: 'eco-friendly', starts: [9] }])

  const id = await add({ imageTexts: ['A bag', 'An eco-friendly bag', ''] })
  const listing = async () => (await admin.get(`/public/admin/listings?show=all&q=${id}`)).body[0]
  const found = [{ field: 'imageTexts', words: 'eco-friendly', reason: null }]
  expect(await listing()).toMatchObject({
    imageTexts: ['A bag', 'An eco-friendly bag', ''],
    greenWords: found,
    why: expect.arrayContaining(['green-words']),
  })
  await edit(id, { name: 'Bag without texts in the call' })
  expect((await listing()).greenWords).toEqual(found)
  await shop.db.query(sql`delete from green_word where product_id = ${id}`)
  await shop.db.query(sql`update green_word_reading set patterns = patterns - 1`)
  await readListingsAgain(shop.running.shop)
  expect((await listing()).greenWords).toEqual(found)
  await edit(id, { imageTexts: ['A bag', 'A bag with a zip', ''] })
  expect((await listing()).greenWords).toEqual([])
})

test('the listings of a family that is made of one have its texts', async () => {
  const base = await add({
    name: 'Soap',
    imageTexts: ['A soap', '', 'Its box'],
    mrp: 300,
    netQuantity: 100,
    netUnit: 'g',
  })
  const cell = { price: 100, mrp: 200, netQuantity: 50, weight: 70, noOfUnits: 3 }
  const { status, body } = await seller.post('/private/families/matrix', {
    name: 'Soap',
    options: ['size'],
    sameThing: false,
    base,
    members: [
      { ...cell, values: ['50 g'] },
      { ...cell, values: ['100 g'] },
    ],
  })
  expect(status).toBe(200)
  for (const id of body.productIds) expect(await formTexts(id)).toEqual(['A soap', '', 'Its box'])
})
