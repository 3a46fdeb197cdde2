/** Search and lists at a thousand, a hundred thousand and a million products, in turns; and, apart, the score of the judged queries. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { listMigrations, migrate } from '../server/platform/db/migrate.ts'
import type { Db } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { type KeptDatabases, openKeptDatabases } from './kept-databases.ts'
import { pinTo, processors } from './pin.ts'
import { measureRelevance } from './search-relevance.ts'
import { planTable } from './plans.ts'
import { searchCalls } from './search-calls.ts'
import { fillSearchShop, inventedName } from './search-shop.ts'
import { compareSizes, openSizedShop, type SizedShop } from './sized-shops.ts'
import { markdownOf, type Table } from './table.ts'

/** Of the judged queries. */
const judgedSize = 100_000
/** To be raised with every change of the data that search-shop.ts makes. */
const version = 3

/**
 * BENCH_SIZES: numbers of products, by commas. BENCH_CALLS: only calls whose name has this text. BENCH_DATA: where the databases
 * are kept, which are made by the first run.
 */
export async function benchSearch(): Promise<Table[]> {
  const sizes = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number)
  const databases = await openKeptDatabases('search')
  const folder = makeTempFolder('hariyali-bench-search-')
  const shops: SizedShop[] = []
  try {
    const names = new Map<number, string>()
    for (const size of sizes) names.set(size, await makeSearchShop(databases, size))
    pinTo(processors.others, [process.pid, ...databases.processes()])
    for (const [size, name] of names)
      shops.push(
        await openSizedShop(databases, size, name, path.join(folder, name), async (db) =>
          pathsOf(size, await sampleOf(db)),
        ),
      )
    const table = await compareSizes(shops, 'products', () => databases.seconds())
    const largest = shops.at(-1)
    // Printed only: docs/queries.md has the plans.
    if (largest) console.log(markdownOf(await planTable(largest.db, await searchCalls(largest.db))))
    return [table]
  } finally {
    for (const shop of shops) await shop.stop()
    await databases.stop()
    rmSync(folder, { recursive: true, force: true })
    pinTo('any', [process.pid])
  }
}

async function makeSearchShop(databases: KeptDatabases, products: number): Promise<string> {
  const name = `search_${version}_${listMigrations().at(-1)?.name.slice(0, 4)}_${products}`
  await databases.make(name, async () => {
    console.error(`making ${products} products: minutes for a million ...`)
    const db = databases.connect(name)
    await migrate(db)
    await fillSearchShop(db, products)
  })
  return name
}

const sampleOf = async (db: Db) =>
  db.query<{ id: string; category: number; subcategory: number }>(
    sql`select id, category_id as category, subcategory_id as subcategory from product order by md5(id::text) limit 50`,
  )

const common = 'bamboo,cotton,neem,jute,kitchen,natural,home,organic,paper,craft,water,box'.split(',')

/** Of a tenth of the products, of half and of many. */
const threeFacets = 'origin=NP,LK&rated=3&price=200-500'

/** Each word with one wrong letter, in as many ways as there are places and letters; mixed. */
function misspellings(words: readonly string[]): string[] {
  const all = words.flatMap((word) =>
    Array.from({ length: (word.length - 1) * 26 }, (_, i) => {
      const place = 1 + (i % (word.length - 1))
      const letter = String.fromCharCode(97 + Math.floor(i / (word.length - 1)))
      return word.slice(0, place) + letter + word.slice(place + 1)
    }).filter((typed) => typed !== word),
  )
  return Array.from({ length: Math.min(2_000, all.length) }, (_, i) => all[(i * 997) % all.length] ?? '')
}

const goods = 'soap,bowl,bottle,basket,candle,notebook,vase,kurta,planter,mug'.split(',')

/** A text with its first letters as capitals or not, in all ways: one search, whose result is kept for each of them apart. */
function inCapitals(text: string): string[] {
  const letters = Math.min(5, text.length)
  return Array.from({ length: 2 ** letters }, (_, way) =>
    text
      .split('')
      .map((letter, i) => (i < letters && (way >> i) % 2 === 1 ? letter.toUpperCase() : letter))
      .join(''),
  )
}

/** In another order, so that neighbours are not alike; the same each time. */
const mixed = (texts: readonly string[]) => texts.map((_, i) => texts[(i * 7_919) % texts.length] ?? '')

/**
 * Requests of each kind: as many different ones as callers need not to be answered with what is kept for ten seconds, except
 * for the kinds with a common word. The unknown query parameter bypasses the page cache.
 */
function pathsOf(size: number, sample: Awaited<ReturnType<typeof sampleOf>>): Record<string, string[]> {
  const search = (words: string, query = '') =>
    `/api/v1/public/product/search/${encodeURIComponent(words)}?limit=24${query}`
  // Names of the third hundredth: some thirty products have each, at any size.
  const names = Math.max(60, Math.round(size / 8))
  const rare = [
    ...new Set(Array.from({ length: 2_000 }, (_, i) => Math.floor(names * (0.01 + i / 50_000)))),
  ].map((number) => inventedName(number).toLowerCase())
  const beginnings = Array.from({ length: 375 }, (_, i) =>
    inventedName(Math.floor(i / 3))
      .toLowerCase()
      .slice(0, 3 + (i % 3)),
  )
  // All products cost less.
  const highest = Array.from({ length: 2_000 }, (_, i) => 4_000 + i)
  const kinds = {
    'list of a category': sample.map(
      ({ category }) => `/api/v1/public/product/category/${category}?limit=24`,
    ),
    'the same by price': sample.map(
      ({ category }) => `/api/v1/public/product/category/${category}?limit=24&sort=price-low`,
    ),
    'list, three facets chosen': sample.map(
      ({ category }) => `/api/v1/public/product/category/${category}?limit=24&${threeFacets}`,
    ),
    'facets of a category': sample.map(
      ({ category }) => `/api/v1/public/product-facets?categoryId=${category}`,
    ),
    'facets of a list, three chosen, new each time': highest.map(
      (max, i) =>
        `/api/v1/public/product-facets?categoryId=${sample[i % sample.length]?.category}&${threeFacets}&max=${max}`,
    ),
    'facets of a search, three chosen, new each time': highest.map(
      (max, i) =>
        `/api/v1/public/product/search/${common[i % common.length]}/facets?${threeFacets}&max=${max}`,
    ),
    product: sample.map(({ id }) => `/api/v1/public/product/${id}`),
    'search, rare word': rare.map((word) => search(word)),
    'search, common word': common.map((word) => search(word)),
    'search, common word by price': common.map((word) => search(word, '&sort=price-low')),
    'search, common word, in stock, 200 to 400 rupees': common.map((word) =>
      search(word, '&stock=in&min=200&max=400'),
    ),
    'search, misspelt name': misspellings(rare).map((word) => search(word)),
    'search, misspelt common word': misspellings(common).map((word) => search(word)),
    'search, two words': common.flatMap((word) => [search(`${word} soap`), search(`${word} bowl`)]),
    'search, two words, new each time': mixed(
      common.flatMap((word) => goods.flatMap((name) => inCapitals(`${word} ${name}`))),
    ).map((words) => search(words)),
    'search, unfinished word': 'bam,cott,toothb,terrac,organ,kitch,noteb,handm'
      .split(',')
      .map((word) => search(word)),
    suggestions: mixed(beginnings.flatMap(inCapitals)).map(
      (text) => `/api/v1/public/product/suggest/${text}`,
    ),
    'suggestions, common word': common.map((word) => `/api/v1/public/product/suggest/${word}`),
  }
  const uncached = (path: string) => `${path}${path.includes('?') ? '&' : '?'}made=1`
  return Object.fromEntries(Object.entries(kinds).map(([name, paths]) => [name, paths.map(uncached)]))
}

/** Other work is no harm while searches stay below their time limit. The database is that of `search`. */
export async function benchRelevance(): Promise<Table[]> {
  const databases = await openKeptDatabases('search')
  const folder = makeTempFolder('hariyali-bench-relevance-')
  let shop: SizedShop | undefined
  try {
    const name = await makeSearchShop(databases, judgedSize)
    shop = await openSizedShop(databases, judgedSize, name, folder, async () => ({}))
    const { head, rows } = await relevanceTable(shop)
    console.log(markdownOf({ head, rows }))
    return [{ head, rows: rows.filter(isTotal) }]
  } finally {
    await shop?.stop()
    await databases.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A kind of queries, such as `hard: misspelt`, is printed only. */
const isTotal = ([group = '']: Table['rows'][number]) => !String(group).includes(':')

async function relevanceTable({ db, url }: SizedShop): Promise<Table> {
  const rows = await measureRelevance(db, url)
  return {
    head: ['judged queries', 'queries', 'nDCG at 10', 'success at 5'],
    rows: rows.map(({ group, queries, ndcg, success }) => [
      group,
      queries,
      ndcg.toFixed(3),
      success.toFixed(3),
    ]),
  }
}
