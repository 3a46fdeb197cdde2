import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import type { ListedProduct } from '../../../contract/product.ts'
import { productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { itemsOf, walkPages } from '../../../tests/setup/walk-pages.ts'
import { demoProducts } from '../../../demo/catalogue/catalogue.ts'
import { insertManyProducts } from '../../../tests/setup/many-products.ts'
import { sql } from '../../platform/db/sql.ts'
import { indexSearchWords } from './index-search-words.ts'
import { searchDocument } from './search-document.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
})
afterAll(() => shop.stop())

const path = (words: string) => `/public/product/search/${encodeURIComponent(words)}`
const search = (words: string) => shop.client().get<ListedProduct[]>(path(words))
const namesOf = async (words: string) =>
  (await itemsOf<ListedProduct>(shop.client(), path(words))).map((product) => product.name)

const toothbrushes = ['Bamboo Toothbrush, Soft, Pack of 4', "Children's Bamboo Toothbrush, Pack of 2"]

test(
  'every product is found by its own name, first or beside its namesakes',
  nightly(
    'All products of the demo shop one by one. The tests around it find products by words of their names each time.',
  ),
  async () => {
    const rows = await shop.db.query<{ name: string }>(sql`select name from product`)
    expect(rows.length).toBe(demoProducts.length)
    for (const { name } of rows) {
      const { body: firstPage } = await search(name)
      expect(firstPage.slice(0, 3).map((product) => product.name)).toContain(name)
    }
  },
)

test('all words count: a product with only some of them is not found', async () => {
  expect((await namesOf('bamboo toothbrush')).toSorted()).toEqual(toothbrushes)
  expect(await namesOf('haldi chandan soap')).toEqual(['Haldi & Chandan Soap, 100 g'])
})

test('case, plural, accents, signs and blanks make no difference', async () => {
  const expected = await namesOf('bamboo toothbrushes')
  expect(expected.toSorted()).toEqual(toothbrushes)
  for (const words of [
    'BAMBOO TOOTHBRUSHES',
    '  bamboo \t toothbrushes ',
    'bamboo, toothbrushes!',
    'Bámböo Toothbrushés',
    'bamboo/toothbrushes',
    '"bamboo" (toothbrushes)',
  ]) {
    expect(await namesOf(words)).toEqual(expected)
  }
})

test('the last word may be unfinished', async () => {
  expect((await namesOf('bamboo toothbr')).toSorted()).toEqual(toothbrushes)
  expect(await namesOf('kumkum')).toContain('Kumkumadi Face Oil, 15 ml')
})

test('two words find what is written as one', async () => {
  expect((await namesOf('tooth brush')).slice(0, 2).toSorted()).toEqual(toothbrushes)
})

test('stop words are ignored; alone they find nothing', async () => {
  expect(await namesOf('the bamboo and the toothbrush')).toEqual(await namesOf('bamboo toothbrush'))
  for (const words of ['the', 'of the', 'and', "it's a"]) expect((await search(words)).body).toEqual([])
})

test('blank words find nothing, with status 200', async () => {
  for (const words of [' ', '   ', '\t', '!!!', "'", '&|()', '🌿', '--', '%']) {
    const page = await search(words)
    expect([page.status, page.body, page.headers.get('x-total-count')]).toEqual([200, [], '0'])
  }
})

test('the name weighs most, then subcategory, seller and description', async () => {
  const places = {
    name: 'Zirkonite comb',
    subcategory: 'Zirkonite things',
    company: 'Zirkonite Works',
    description: 'Made of zirkonite.',
  }
  const rows = await shop.db.query<{ id: string; name: string }>(
    sql`select id, name from product where category_id = 5 order by id limit 4`,
  )
  const expected = []
  for (const [place, { id, name }] of Object.keys(places).map(
    (key, i) => [key, rows[i] as { id: string; name: string }] as const,
  )) {
    const texts = {
      name: 'Plain comb',
      subcategory: 'Things',
      company: 'Works',
      description: 'Made of wood.',
      [place]: places[place as keyof typeof places],
    }
    await shop.db.query(sql`
      update product set (search, search_text) = (select ${searchDocument({
        name: sql`${texts.name}::text`,
        subcategory: sql`${texts.subcategory}::text`,
        category: sql`''::text`,
        company: sql`${texts.company}::text`,
        description: sql`${texts.description}::text`,
        claims: sql`''`,
        attributes: sql`''`,
      })}) where id = ${id}`)
    expected.push(name)
  }
  expect(await namesOf('zirkonite')).toEqual(expected)
})

test.each([
  ['bambo tothbrush', toothbrushes[0]],
  ['tothbrush', toothbrushes[0]],
  ['terracota planter', 'Terracotta Planter with Saucer, 18 cm'],
  ['turmric', 'Lakadong Turmeric Powder, 150 g'],
  ['shampo bar', 'Shikakai & Reetha Shampoo Bar, 80 g'],
  ['candel', 'Mogra Soy Candle in Tin, 40 Hours'],
  ['notbook', 'Cotton Rag Notebook, A5, 120 Pages'],
  ['jagery', 'Sugarcane Jaggery Powder, 500 g'],
  ['coper bottel', 'Hammered Copper Water Bottle, 950 ml'],
  ['insense sticks', 'Temple Flower Incense Sticks, 50 Sticks'],
  ['Aranika soap', 'Neem & Tulsi Bath Soap, 100 g'],
  ['loofa', 'Ridge Gourd Loofah, Pack of 3'],
])('misspelt: "%s" finds %s', async (words, name) => {
  expect(await namesOf(words)).toContain(name)
})

test('a misspelt search finds what the right one finds', async () => {
  expect(await namesOf('bambo tothbrush')).toEqual(await namesOf('bamboo toothbrush'))
})

test('what is spelt right and found is not diluted by words that look alike', async () => {
  const right = await namesOf('soap')
  expect(right.length).toBeGreaterThan(2)
  const rows = await shop.db.query<{ name: string }>(
    sql`select name from product where search @@ to_tsquery('english', 'soap | soapnut')`,
  )
  expect(right.toSorted()).toEqual(rows.map((row) => row.name).toSorted())
})

test('letters that are similar to no word find nothing', async () => {
  for (const words of ['zzzzqqq', 'xkcdqwv', 'asdfghjkl']) expect((await search(words)).body).toEqual([])
})

test('where no product has all the words, any of them will do', async () => {
  const names = await namesOf('zzzzqqq toothbrush')
  expect(names).toEqual(expect.arrayContaining(toothbrushes))
})

test('pages reach every result exactly once and in one order, typed right or misspelt', async () => {
  for (const words of ['cotton', 'coton', 'zzzzqqq cotton']) {
    const whole = await itemsOf<ListedProduct>(shop.client(), `${path(words)}?limit=200`)
    const pages = await walkPages<ListedProduct>(shop.client(), `${path(words)}?limit=3`)
    expect(whole.length).toBeGreaterThan(6)
    expect(pages.flatMap((page) => page.body)).toEqual(whole)
    expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(
      pages.map(() => String(whole.length)),
    )
  }
})

test('words beyond 100 characters are refused with friendly words', async () => {
  expect((await search('a'.repeat(100))).status).toBe(200)
  expect(await search('a'.repeat(101))).toMatchObject({
    status: 400,
    body: { msg: 'Please search with at most 100 characters.' },
  })
})

test('a cursor that this search never gave is refused with 400', async () => {
  const first = await shop.client().get<ListedProduct[]>(`${path('cotton')}?limit=3`)
  const given = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await shop.client().get(`${path('cotton')}?limit=3&cursor=${given}`)).status).toBe(200)
  const mark = given.slice(0, 8)
  const made = (text: string) => mark + Buffer.from(text).toString('base64url')
  for (const cursor of [
    '',
    'x',
    mark,
    made('t0'),
    made('t-1'),
    made('t1000'),
    made('t99999'),
    made('z5'),
    made("t1'"),
    made('t1.5'),
    'A'.repeat(400),
    `${given}=`,
  ]) {
    expect((await shop.client().get(`${path('cotton')}?cursor=${cursor}`)).status).toBe(400)
  }
  for (const other of [
    `${path('bamboo')}?cursor=${given}`,
    `${path('cotton')}?sort=newest&cursor=${given}`,
    `${path('cotton')}?stock=in&cursor=${given}`,
  ])
    expect((await shop.client().get(other)).status).toBe(400)
  expect(await shop.client().get(`${path('cotton')}?cursor=${made('t999')}`)).toMatchObject({
    status: 200,
    body: [],
  })
})

test(
  'no search term, however hostile, is answered with a server error',
  { timeout: 60_000, ...nightly('Hundreds of terms. tests/fuzz/ sends hostile queries each time.') },
  async () => {
    const nasty = fc.constantFrom(
      "'",
      '"',
      '\\',
      ':*',
      '&',
      '|',
      '!',
      '<->',
      '(',
      ')',
      '%',
      '_',
      ';',
      '--',
      '/*',
      '$1',
      '\u0000',
      '\u202E',
      'ŉ',
      '½',
      '℃',
      '＇',
      '＼',
      'ʼ',
      "' or 1=1",
      '{}',
      '[]',
      'null',
      'a:A',
      "soap':*",
      '🌿',
      '👩‍👩‍👧',
      'İ',
      'ß',
      'ﬃ',
      'साबुन',
      '石鹸',
      'صابون',
      '\u0301',
      'constructor',
      '__proto__',
      '1e309',
      '..',
      '.',
      '#',
      '?',
    )
    const term = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc
        .array(
          fc.oneof(
            nasty,
            fc.string({ unit: 'grapheme', maxLength: 8 }),
            fc.constantFrom('soap', 'the', 'bambo', ' '),
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(term, async (words) => {
        const encoded = encodeURIComponent(words.toWellFormed())
        fc.pre(encoded !== '' && encoded !== '.' && encoded !== '..')
        const { status } = await shop.client().get(`/public/product/search/${encoded}`)
        expect([200, 400]).toContain(status)
      }),
      { numRuns: 250 },
    )
  },
)

test('bytes that are no text are answered, not with a server error', async () => {
  for (const raw of [
    '%',
    '%zz',
    '%C3',
    '%ED%A0%80',
    '%00',
    '%FF%FE',
    'a%2Fb',
    '%2e%2e%2f',
    'soap%0d%0aX: y',
  ]) {
    expect((await shop.client().get(`/public/product/search/${raw}`)).status).toBeLessThan(500)
  }
})

test(
  'a search that the database cannot answer in two seconds is given up with 503 and Retry-After',
  nightly('A search of two seconds. What a search finds is proved beside it each time.'),
  async () => {
    const answer = await shop.db.transaction(async (tx) => {
      await tx.execute('lock table product in access exclusive mode')
      return search('soap')
    })
    expect(answer).toMatchObject({ status: 503, body: { msg: expect.any(String) } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await search('soap')).status).toBe(200)
  },
)

test(
  'of more than 1,000 results the best 1,000 can be paged through',
  nightly('A thousand results page by page. The pages of a list are proved in lists.test.ts each time.'),
  async () => {
    const large = await startTestShop()
    try {
      await insertManyProducts(large.db, 3_000)
      const client = large.client()
      const broad = await walkPages<ListedProduct>(client, `${path('made')}?limit=200`)
      const [row] = await large.db.query<{ count: number }>(
        sql`select count(*) as count from product where search @@ to_tsquery('english', 'made')`,
      )
      expect(row?.count).toBeGreaterThan(300)
      expect(Number(broad[0]?.headers.get('x-total-count'))).toBe(Math.min(1_000, row?.count ?? 0))
      const all = await walkPages<ListedProduct>(client, `${path('pa')}?limit=200`)
      const ids = all.flatMap((page) => page.body.map((product) => product.id))
      expect(all[0]?.headers.get('x-total-count')).toBe('1000')
      expect(new Set(ids).size).toBe(1_000)
      // A word in some names and in very many other texts: the names come first, none is missed. Sold-out products come last.
      const named = await itemsOf<ListedProduct>(client, `${path('paper')}?limit=200&stock=in`)
      const inName = named.map((product) => /paper/i.test(product.name))
      const [papers] = await large.db.query<{ count: number }>(
        sql`select count(*) as count from product where name ilike '%paper%' and units > 0`,
      )
      expect(inName.lastIndexOf(true) + 1).toBe(papers?.count)
      expect(papers?.count).toBeGreaterThan(10)
      expect(named.length).toBeGreaterThan(papers?.count ?? 0)
    } finally {
      await large.stop()
    }
  },
)

test('a product whose texts were written with searchDocument is found by the new words and not by the old', async () => {
  const id = await productId(shop, 'Steel Hand Trowel and Fork, Ash Handles')
  await shop.db.query(sql`
    update product p set name = 'Quenched Dibber', (search, search_text) = (select ${searchDocument({
      name: sql`'Quenched Dibber'`,
      subcategory: sql`s.name`,
      category: sql`c.name`,
      company: sql`'Nobody'`,
      description: sql`''`,
      claims: sql`''`,
      attributes: sql`''`,
    })} from subcategory s join category c on c.id = s.category_id where s.id = p.subcategory_id) where p.id = ${id}`)
  await indexSearchWords(shop.db, [id])
  expect(await namesOf('dibber')).toEqual(['Quenched Dibber'])
  expect(await namesOf('dibbre')).toEqual(['Quenched Dibber'])
  expect(await namesOf('trowel')).not.toContain('Quenched Dibber')
})
