/** Suggestions for an unfinished search, and how a search was understood (specification §2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchSummary, Suggestion } from '../../../contract/product.ts'
import { setDeleted, setSellerSuspended } from '../../../tests/setup/change-product.ts'
import { productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
})
afterAll(() => shop.stop())

const suggest = async (text: string) =>
  (await shop.client().get<Suggestion[]>(`/public/product/suggest/${encodeURIComponent(text)}`)).body
const namesOf = async (text: string) => (await suggest(text)).map(({ name }) => name)

test('subcategories that begin like the text come first, then names that begin so, then names with the words', async () => {
  const found = await suggest('soap')
  expect(found[0]).toMatchObject({ kind: 'subcategory', name: 'Soaps', within: 'Bath & Body' })
  expect(found[1]).toEqual({
    kind: 'product',
    id: await productId(shop, 'Soapnut Laundry Liquid in Glass, 750 ml'),
    name: 'Soapnut Laundry Liquid in Glass, 750 ml',
    within: null,
  })
  expect(found).toHaveLength(8)
  for (const { name } of found) expect(name).toMatch(/soap/i)
})

test('categories are found by any of their words, without regard to case, accents and signs', async () => {
  for (const text of ['bath & b', 'BATH', 'báth'])
    expect(await suggest(text)).toContainEqual({
      kind: 'category',
      id: expect.any(String),
      name: 'Bath & Body',
      within: null,
    })
  expect(await namesOf('body')).toContain('Bath & Body')
})

test('several words, the last one unfinished, find names that have them all', async () => {
  expect(await namesOf('bamboo toothb')).toEqual([
    'Bamboo Toothbrush, Soft, Pack of 4',
    "Children's Bamboo Toothbrush, Pack of 2",
  ])
})

test('one letter is enough for names that begin with it', async () => {
  const found = await suggest('k')
  expect(found.length).toBeGreaterThan(2)
  expect(found.length).toBeLessThanOrEqual(8)
  for (const { name } of found) expect(name).toMatch(/\bk/i)
})

test('a text without letters has none, and no text is answered with a server error', async () => {
  for (const text of [' ', '%', '&', "'", '\\', '_', '🌿', '"']) expect(await suggest(text)).toEqual([])
  for (const text of ["soap' or 1=1", 'साबुन', 'zzzqqq', 'a'.repeat(100)]) {
    const { status } = await shop.client().get(`/public/product/suggest/${encodeURIComponent(text)}`)
    expect(status).toBe(200)
  }
  expect((await shop.client().get(`/public/product/suggest/${'a'.repeat(101)}`)).status).toBe(400)
})

test('neither deleted products nor those of a suspended seller are suggested', async () => {
  const name = 'Kumkumadi Face Oil, 15 ml'
  const id = await productId(shop, name)
  expect(await namesOf('kumkum')).toEqual([name])
  await setDeleted(shop, id)
  catalogueChanged(shop.running.shop.db)
  expect(await namesOf('kumkum')).toEqual([])
  await setDeleted(shop, id, false)
  await setSellerSuspended(shop, id)
  catalogueChanged(shop.running.shop.db)
  expect(await namesOf('kumkum')).toEqual([])
  await setSellerSuspended(shop, id, false)
  catalogueChanged(shop.running.shop.db)
  expect(await namesOf('kumkum')).toEqual([name])
})

const summary = async (text: string) =>
  (await shop.client().get<SearchSummary>(`/public/product/search/${encodeURIComponent(text)}/summary`)).body

test('a misspelt search says what was searched for, a right one does not', async () => {
  expect((await summary('bambo tothbrush')).corrected).toBe('bamboo toothbrush')
  expect(await summary('bamboo toothbrush')).toMatchObject({ corrected: null, words: 'all' })
  expect((await summary('kumkum')).corrected).toBeNull()
  expect(await summary('zzzzqqq')).toMatchObject({ corrected: null, words: 'all' })
  expect(await summary(' ')).toMatchObject({ corrected: null, words: 'all' })
})

test('where no product has all the words, the summary says so', async () => {
  expect(await summary('zzzzqqq toothbrush')).toMatchObject({ corrected: null, words: 'some' })
})

test('filters that leave little are no reason to search for other words', async () => {
  const found = await shop.client().get('/public/product/search/soap?min=100000')
  expect(found).toMatchObject({ status: 200, body: [] })
  const [first] = (await shop.client().get('/public/product/search/bambo%20tothbrush?max=200')).body
  expect(first.name).toBe("Children's Bamboo Toothbrush, Pack of 2")
})
