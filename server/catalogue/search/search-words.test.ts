/** What people type and what listings say: synonyms, budgets in words, small words, corrections, and searches without results. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminSynonym, SearchMiss } from '../../../contract/admin-search-words.ts'
import { searchWordLimits } from '../../../contract/catalogue-limits.ts'
import type { ListedProduct, SearchSummary, Suggestion } from '../../../contract/product.ts'
import { setUnits } from '../../../tests/setup/change-product.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { addProduct, productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf } from '../../../tests/setup/walk-pages.ts'
import { sql } from '../../platform/db/sql.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { deleteOldMisses } from './note-miss.ts'
import { synonymKey } from './search-rules.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
  admin = await addAdmin(shop, undefined, ['catalogue'])
})
afterAll(() => shop.stop())
beforeEach(() => catalogueChanged(shop.running.shop.db))

const path = (words: string, query = '') => `/public/product/search/${encodeURIComponent(words)}${query}`
const found = (words: string, query = '?limit=200') =>
  itemsOf<ListedProduct>(shop.client(), path(words, query))
const namesOf = async (words: string) => (await found(words)).map(({ name }) => name)
const summary = async (words: string) =>
  (await shop.client().get<SearchSummary>(`${path(words)}/summary`)).body
const suggested = async (words: string) =>
  (await shop.client().get<Suggestion[]>(`/public/product/suggest/${encodeURIComponent(words)}`)).body.map(
    ({ name }) => name,
  )
const isSoap = (name: string) => /soap/i.test(name)

test.each([
  ['sabun', isSoap],
  ['साबुन', isSoap],
  ['Sābun', isSoap],
  ['saboonn', isSoap],
  ['kanghi', (name: string) => /comb/i.test(name)],
  ['कँघी', (name: string) => /comb/i.test(name)],
  ['झाड़ू', (name: string) => /broom/i.test(name)],
  ['mombatti', (name: string) => /candle/i.test(name)],
  ['neem ka sabun', (name: string) => /neem.*soap/i.test(name)],
  ['नीम का साबुन', (name: string) => /neem.*soap/i.test(name)],
  ['dant manjan', (name: string) => /tooth powder/i.test(name)],
])('"%s" finds first what listings call otherwise', async (typed, isMeant) => {
  const names = await namesOf(typed)
  expect(names.length).toBeGreaterThan(0)
  expect(names[0]).toSatisfy(isMeant)
  expect((await summary(typed)).words).toBe('all')
})

test('the word itself comes before what it stands for, on every page once', async () => {
  const own = await addProduct(shop, { name: 'Zila Sabun' })
  const names = await namesOf('sabun')
  expect(names[0]).toBe(own.name)
  expect(names.filter(isSoap).length).toBeGreaterThan(3)
  expect(new Set(names).size).toBe(names.length)
})

test('suggestions know what a word stands for, also while it is typed', async () => {
  expect(await suggested('साबुन')).toContain('Soaps')
  expect(await suggested('neem sabun')).toContain('Neem & Tulsi Bath Soap, 100 g')
  expect((await suggested('mombat'))[0]).toBe('Candles')
})

test('the first synonyms are several hundred, in the form that searches have', async () => {
  const rows = await shop.db.query<{ word: string; meaning: string }>(
    sql`select word, meaning from search_synonym`,
  )
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter(({ word }) => synonymKey(word) !== word)).toEqual([])
  expect(rows.filter(({ word }) => word.split(' ').length > searchWordLimits.synonymWords)).toEqual([])
})

const list = '/public/admin/search-synonyms'
const listed = (q: string) => itemsOf<AdminSynonym>(admin, `${list}?q=${encodeURIComponent(q)}`)

test('an administrator adds and deletes a synonym, which counts at once and stands in the audit', async () => {
  expect(await namesOf('ज़ुबाँ')).toEqual([])
  const added = await admin.post(list, { word: ' ज़ुबाँ ', meaning: 'Kansa  Tongue-Cleaner' })
  expect(added).toMatchObject({ status: 200, body: { msg: expect.stringContaining('kansa tongue cleaner') } })
  expect(await namesOf('ज़ुबाँ')).toEqual(['Kansa Tongue Cleaner'])
  const [one] = await listed('ज़ुबाँ')
  expect(one).toEqual({ id: expect.any(String), word: 'जुबां', meaning: 'kansa tongue cleaner' })
  expect(await admin.post(list, { word: 'जुबां', meaning: 'kansa tongue cleaner' })).toMatchObject({
    status: 409,
  })
  expect((await admin.delete(`/public/admin/search-synonyms/${one?.id}`)).status).toBe(200)
  expect(await namesOf('ज़ुबाँ')).toEqual([])
  expect((await admin.delete(`/public/admin/search-synonyms/${one?.id}`)).status).toBe(404)
  const owner = await addAdmin(shop)
  expect(await auditOf(owner, { act: 'synonym-added' })).toMatchObject([
    { to: { name: 'जुबां' }, note: 'kansa tongue cleaner' },
  ])
  expect(await auditOf(owner, { act: 'synonym-deleted' })).toHaveLength(1)
})

test('a synonym needs words of its own, and there is a limit', async () => {
  for (const [word, meaning, field] of [
    ['', 'soap', 'word'],
    ['!!', 'soap', 'word'],
    ['soap', '...', 'meaning'],
    ['soap', ' Soap', 'meaning'],
    ['a b c d e', 'soap', 'word'],
    ['x'.repeat(61), 'soap', 'word'],
    ['ﷺ'.repeat(9), 'soap', 'word'],
  ])
    expect(await admin.post(list, { word, meaning })).toMatchObject({
      status: 400,
      body: { fields: { [field ?? '']: expect.any(String) } },
    })
  const support = await addAdmin(shop, undefined, ['support'])
  expect((await support.post(list, { word: 'zz', meaning: 'soap' })).status).toBe(403)
  await shop.db.query(sql`
    insert into search_synonym (id, word, meaning)
    select gen_random_uuid(), 'full ' || n, 'soap' from generate_series(1, ${searchWordLimits.synonymsMax}::int) n
    limit ${searchWordLimits.synonymsMax}::int - (select count(*) from search_synonym) - 1`)
  expect((await admin.post(list, { word: 'last one', meaning: 'soap' })).status).toBe(200)
  expect((await admin.post(list, { word: 'one more', meaning: 'soap' })).status).toBe(409)
  await shop.db.query(sql`delete from search_synonym where word like 'full %' or word = 'last one'`)
})

test('a budget in words limits the price, unless the list has a limit of its own or the text is in quotes', async () => {
  const all = await found('soap')
  const prices = async (typed: string, query?: string) =>
    (await found(typed, query)).map(({ price }) => price)
  const below = all.filter(({ price }) => price <= 180).map(({ price }) => price)
  expect(below.length).toBeGreaterThan(2)
  expect(below.length).toBeLessThan(all.length)
  const inOrder = (some: number[]) => some.toSorted((a, b) => a - b)
  expect(inOrder(await prices('soap under 180'))).toEqual(inOrder(below))
  expect(await prices('180 rupaye ke andar sabun')).toEqual(expect.arrayContaining(below))
  expect(Math.min(...(await prices('soap above 180')))).toBeGreaterThanOrEqual(180)
  expect((await prices('soap under 180', '?min=1&limit=200')).length).toBe(all.length)
  expect(await prices('soap', '?max=180&limit=200')).toEqual(await prices('soap under 180'))
  expect(await summary('soap under 180')).toMatchObject({
    budget: { words: 'soap', min: null, max: 180 },
    corrected: null,
  })
  expect((await summary('soap')).budget).toBeNull()
  expect((await summary('"soap under 180"')).budget).toBeNull()
  expect((await summary('under 180')).budget).toBeNull()
})

test('pages of a search with a budget reach every result once', async () => {
  const whole = await found('soap under 180')
  const first = await shop.client().get<ListedProduct[]>(path('soap under 180', '?limit=2'))
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
  const second = await shop
    .client()
    .get<ListedProduct[]>(path('soap under 180', `?limit=200&cursor=${cursor}`))
  expect([...first.body, ...second.body]).toEqual(whole)
})

test('what is sold out never stands before what is there, in the name or elsewhere', async () => {
  const sold = await productId(shop, 'Neem & Tulsi Bath Soap, 100 g')
  await setUnits(shop, sold, 0)
  for (const typed of ['neem', 'tulsi', 'soap', 'neem soap', 'sabun', 'neem sop', 'gift']) {
    const stocked = (await found(typed)).map(({ noOfUnits }) => noOfUnits > 0)
    expect(stocked).toEqual(stocked.toSorted((a, b) => Number(b) - Number(a)))
  }
  expect(await namesOf('tulsi')).toContain('Neem & Tulsi Bath Soap, 100 g')
  expect((await namesOf('neem tulsi bath soap'))[0]).toBe('Neem & Tulsi Bath Soap, 100 g')
  await setUnits(shop, sold, 10)
})

test('a misspelt word is corrected to what stands with the other words', async () => {
  // All of them are as near to 'soop'.
  await addProduct(shop, { name: 'Tomato Soup Bowl' })
  await addProduct(shop, { name: 'Wooden Hoop' })
  expect((await summary('neem soop')).corrected).toBe('neem soap')
  const names = await namesOf('neem soop')
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !/neem/i.test(name) || !isSoap(name))).toEqual([])
  expect((await summary('tomato soop')).corrected).toBe('tomato soup')
})

test('for whom a gift is does not hide the gifts', async () => {
  const gifts = await namesOf('gift')
  expect(gifts).toContain('Bath Ritual Gift Box')
  expect(gifts).toContain('Festive Pantry Hamper in Kraft Box')
  for (const typed of ['gift for mother', 'a birthday gift for my wife', 'माँ के लिए gift'])
    expect(await namesOf(typed)).toEqual(gifts)
  expect(await namesOf('tohfa')).toEqual(expect.arrayContaining(gifts.slice(0, 2)))
})

const misses = async () => (await admin.get<SearchMiss[]>('/public/admin/search-misses')).body
const stored = async () =>
  (await shop.db.query<{ words: string }>(sql`select words from search_miss order by words`)).map(
    ({ words }) => words,
  )

test('searches that found nothing on three days are listed, without numbers and addresses, for 90 days', async () => {
  await shop.db.query(sql`delete from search_miss`)
  await found('soap')
  await found('zzqqx', '?stock=in')
  // A price that the list has says nothing about the words; one that the words have is among them.
  await found('soap', '?max=1')
  await found('soap under 20')
  for (const typed of [
    'Zzqqx  wwvvk',
    'zzqqx wwvvk',
    'zzqqx 9876543210',
    'zzqqx@example.com',
    'zzqqy wwvvk ke liye',
    '9876543210',
    `${'q'.repeat(50)} ${'x'.repeat(40)}`,
    'wwq xxq yyq zzq qqw',
  ])
    await found(typed)
  expect(await stored()).toEqual([
    'q'.repeat(50),
    'soap under',
    'wwq xxq yyq zzq',
    'zzqqx',
    'zzqqx wwvvk',
    'zzqqy wwvvk',
  ])
  expect(await misses()).toEqual([])
  for (let day = 0; day < 2; day += 1) {
    await shop.db.query(sql`update search_miss set day = day - ${1 + day}::int`)
    await found('zzqqx wwvvk', `?limit=${10 + day}`)
    catalogueChanged(shop.running.shop.db)
  }
  expect(await misses()).toEqual([{ words: 'zzqqx wwvvk', days: 3, lastDay: expect.any(String) }])
  // A dismissed search is listed again after three later days.
  const dismiss = () => admin.post('/public/admin/search-misses/dismiss', { words: 'zzqqx wwvvk' })
  expect(await dismiss()).toMatchObject({ status: 200, body: { msg: "'zzqqx wwvvk' is dismissed." } })
  expect(await dismiss()).toMatchObject({ status: 404 })
  expect(await misses()).toEqual([])
  expect(await auditOf(await addAdmin(shop), { act: 'search-miss-dismissed' })).toHaveLength(1)
  for (let day = 0; day < 3; day += 1) {
    await shop.db.query(sql`update search_miss set day = day - ${1 + day}::int`)
    await found('zzqqx wwvvk', `?limit=${20 + day}`)
    catalogueChanged(shop.running.shop.db)
  }
  expect(await misses()).toMatchObject([{ words: 'zzqqx wwvvk', days: 3 }])
  // A search with a synonym is not listed.
  await admin.post(list, { word: 'zzqqx wwvvk', meaning: 'soap' })
  expect(await misses()).toEqual([])
  await shop.db.query(sql`update search_miss set day = day - 89`)
  await found('zzqqx')
  expect(await deleteOldMisses(shop.running.shop, 100)).toBe(7)
  expect(await stored()).toEqual(['zzqqx', 'zzqqx wwvvk'])
})

test('a day has a limit of searches without results', async () => {
  await shop.db.query(sql`
    insert into search_miss (words, day)
    select 'full ' || n, india_today() from generate_series(1, ${searchWordLimits.searchMissesADay}::int) n`)
  await found('zzqqv wwvvk')
  expect(await stored()).not.toContain('zzqqv wwvvk')
})
