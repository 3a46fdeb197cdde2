/** Green words of a listing: told while it is typed, kept with a reason on save, settled by an accepted claim, seen by administrators. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { addSubcategory, productInput, type TestSubcategory } from '../../../tests/setup/products.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { acceptedClaim } from '../../../tests/setup/green-claims.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { readListingsAgain } from './read-again.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let subcategory: TestSubcategory
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop, { companyName: 'Word Weavers' })
  admin = await addAdmin(shop, undefined, ['catalogue'])
  subcategory = await addSubcategory(shop)
  picture = await uploaded(seller)
})
afterAll(() => shop.stop())

const input = (more: object) => productInput(subcategory, [picture], more)
async function listed(more: object): Promise<string> {
  const { status, body } = await seller.post('/private/product/add', input(more))
  expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
  return body.id
}
const edit = (id: string, more: object) => seller.post(`/private/product/edit/${id}`, input(more))
const check = (body: object, by = seller) => by.post('/private/green-claims/check-words', body)
/** What administrators see of one product, oldest first. */
async function seenOf(id: string, query = '') {
  const { status, body } = await admin.get(`/public/admin/green-words?limit=200${query}`)
  expect(status).toBe(200)
  return (body as any[])
    .filter(({ product }) => product.id === id)
    .map(({ field, words, reason }) => [field, words, reason])
    .toReversed()
}

/** An accepted claim of the product. */
const prove = (productId: string, more: object = {}) => acceptedClaim(seller, admin, [productId], more)

test('a check tells each words once a field, with its places, why, what proves them and other words', async () => {
  const { status, body } = await check({
    name: 'Natural soap',
    description: ' Eco-friendly, really eco-friendly. जैविक',
    details: '60 % recycled PET',
  })
  expect(status).toBe(200)
  expect(body).toEqual([
    expect.objectContaining({ field: 'name', words: 'Natural', starts: [0], provedBy: [], reason: null }),
    expect.objectContaining({
      field: 'description',
      words: 'Eco-friendly',
      starts: [1, 22],
      why: expect.stringContaining('good for nature'),
      provedBy: ['Ecomark of India'],
      instead: expect.arrayContaining(['reusable']),
    }),
    expect.objectContaining({
      words: 'जैविक',
      provedBy: ['Organic ingredients', 'Organic cotton'],
      instead: [],
    }),
  ])
  expect((await check({})).body).toEqual([])
  expect((await check({ name: 'a'.repeat(201) })).status).toBe(400)
})

test('a call without reasons is saved, and administrators see that none was given; a reason stays until the words go', async () => {
  const words = { name: 'Natural mat', description: 'An eco-friendly mat.' }
  const id = await listed(words)
  expect(await seenOf(id)).toEqual([
    ['name', 'natural', null],
    ['description', 'eco-friendly', null],
  ])
  const reason = 'Our own test, report 7.'
  const keptWords = [{ field: 'description', words: 'Eco-Friendly', reason }]
  expect((await edit(id, { ...words, keptWords })).status).toBe(200)
  expect(await seenOf(id, '&reason=given')).toEqual([['description', 'eco-friendly', reason]])
  expect(await seenOf(id, '&reason=none')).toEqual([['name', 'natural', null]])
  // A script that changes the price knows nothing of reasons.
  expect((await edit(id, { ...words, price: 300 })).status).toBe(200)
  expect(await seenOf(id, '&reason=given')).toHaveLength(1)
  expect((await check({ productId: id, ...words })).body.map((one: any) => one.reason)).toEqual([
    null,
    reason,
  ])
  expect((await edit(id, { name: 'Natural mat', description: 'A mat.' })).status).toBe(200)
  expect(await seenOf(id)).toEqual([['name', 'natural', null]])
  // The reason was for words that have left the listing.
  expect((await edit(id, words)).status).toBe(200)
  expect(await seenOf(id, '&reason=given')).toEqual([])
  expect((await seller.delete(`/private/product/delete/${id}`)).status).toBe(200)
  expect(await seenOf(id)).toEqual([])
})

test('listings that were saved before the present patterns are read once, keep their reasons, and nobody gets a mail', async () => {
  const reason = 'Our own test, report 7.'
  const id = await listed({
    name: 'Organic rope, vegan',
    keptWords: [{ field: 'name', words: 'vegan', reason }],
  })
  const many = await Promise.all(Array.from({ length: 25 }, () => listed({ name: 'Natural rope' })))
  await readListingsAgain(shop.running.shop)
  // As if they had been saved before.
  const forget = (words: string) =>
    shop.db.query(
      sql`delete from green_word where words = ${words} and product_id = any(${[id, ...many]}::uuid[])`,
    )
  await forget('organic')
  await forget('natural')
  const mails = await shop.mailSoFar(seller.email)
  await readListingsAgain(shop.running.shop)
  expect(await seenOf(id)).toEqual([['name', 'vegan', reason]])
  await shop.db.query(sql`update green_word_reading set patterns = patterns + 1`)
  await Promise.all([readListingsAgain(shop.running.shop), readListingsAgain(shop.running.shop)])
  // Oldest first: 'vegan' was never away.
  expect(await seenOf(id)).toEqual([
    ['name', 'vegan', reason],
    ['name', 'organic', null],
  ])
  for (const one of many) expect(await seenOf(one)).toEqual([['name', 'natural', null]])
  expect(await shop.mailSoFar(seller.email)).toEqual(mails)
})

test('an accepted claim settles its words without a save, and its end brings them back', async () => {
  const texts = { name: 'Organic cotton bag', description: 'A plain bag.' }
  const id = await listed(texts)
  expect(await seenOf(id)).toEqual([['name', 'organic cotton', null]])
  const claim = await prove(id)
  expect(await seenOf(id)).toEqual([])
  expect((await check({ productId: id, ...texts })).body).toEqual([])
  // The claim is of this product only.
  expect((await check(texts)).body).toHaveLength(1)
  expect((await seller.post(`/private/green-claims/${claim}/withdraw`)).status).toBe(200)
  expect(await seenOf(id)).toEqual([['name', 'organic cotton', null]])
})

test('a claim in free wording settles the words that it contains, and no others', async () => {
  const id = await listed({ name: 'Chemical-free and natural wax', description: 'Wax.' })
  await prove(id, {
    code: 'free',
    wording: 'Natural beeswax',
    evidenceKind: 'test-report',
    number: 'TC-5678-000123',
  })
  expect(await seenOf(id)).toEqual([['name', 'chemical-free', null]])
})

test('a reason that is empty or too long, or of another field than the texts, is refused and nothing is saved', async () => {
  const id = await listed({ name: 'Plain', description: 'Plain.' })
  for (const kept of [
    { field: 'name', words: 'natural', reason: '  ' },
    { field: 'name', words: 'natural', reason: 'a'.repeat(301) },
    { field: 'price', words: 'natural', reason: 'So.' },
    { field: 'name', words: 'natural', reason: 'a\u0000' },
  ])
    expect((await edit(id, { name: 'Natural', description: 'Plain.', keptWords: [kept] })).status).toBe(400)
  const many = Array.from({ length: 51 }, () => ({ field: 'name', words: 'natural', reason: 'So.' }))
  expect((await edit(id, { name: 'Natural', keptWords: many })).status).toBe(400)
  expect(await seenOf(id)).toEqual([])
  // A reason for words that are not in the text is not kept.
  const keptWords = [{ field: 'name', words: 'natural', reason: 'So.' }]
  expect((await edit(id, { name: 'Plain', description: 'Plain.', keptWords })).status).toBe(200)
  expect(await seenOf(id)).toEqual([])
})

test('at most fifty words of a product are told and kept', async () => {
  const kinds = ['eco', 'natural', 'organic', 'vegan', 'recycled', 'recyclable', 'non-toxic', 'zero waste']
  const befores = ['100 %', '100%', 'fully', 'completely', 'totally', 'entirely', 'purely', 'pure']
  const details = befores.flatMap((before) => kinds.map((kind) => `${before} ${kind}.`)).join(' ')
  expect((await check({ details })).body).toHaveLength(50)
  const id = await listed({ details })
  expect(await seenOf(id)).toHaveLength(50)
})

test('the list is in pages, newest first, and is searched by words, product and company', async () => {
  await listed({ name: 'Upcycled stool', description: 'A vegan stool.' })
  const first = await admin.get('/public/admin/green-words?limit=1')
  expect(first.body).toHaveLength(1)
  const { body: all } = await admin.get('/public/admin/green-words?limit=200')
  const ids = (all as { id: string }[]).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().toReversed())
  const [, next] = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '') ?? []
  const second = await admin.get(`/public/admin/green-words?limit=1&cursor=${next}`)
  expect([first.body[0].id, second.body[0].id]).toEqual(ids.slice(0, 2))
  for (const q of ['upcycled', 'UPCYCLED STOOL', 'word weav'])
    expect((await admin.get(`/public/admin/green-words?q=${encodeURIComponent(q)}`)).body).toContainEqual(
      expect.objectContaining({
        words: 'upcycled',
        seller: { company: 'Word Weavers', email: seller.email },
      }),
    )
  expect((await admin.get('/public/admin/green-words?cursor=x')).status).toBe(400)
  expect((await (await addAdmin(shop, undefined, ['support'])).get('/public/admin/green-words')).status).toBe(
    403,
  )
})

test("a check with another seller's product is refused, and says nothing of its reasons", async () => {
  const words = { name: 'Natural broom', description: 'A broom.' }
  const id = await listed({ ...words, keptWords: [{ field: 'name', words: 'natural', reason: 'Secret.' }] })
  const { status, body } = await check({ productId: id, ...words }, await addSeller(shop))
  expect(status).toBe(404)
  expect(JSON.stringify(body)).not.toContain('Secret')
})
