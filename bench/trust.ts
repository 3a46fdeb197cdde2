/** Reviews, green claims and complaints: few of them and very many, in turns. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { listDeskComplaints, showComplaintFigures } from '../server/fulfilment/complaints/show-complaints.ts'
import { listClaimsToReview } from '../server/catalogue/green-claims/list-claims.ts'
import { listReviews } from '../server/catalogue/reviews/moderate-review.ts'
import { listProductReviews, listSellerReviews } from '../server/catalogue/reviews/list-reviews.ts'
import { listProducts } from '../server/catalogue/products/list-products.ts'
import type { Db } from '../server/platform/db/client.ts'
import { listMigrations, migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { type KeptDatabases, openKeptDatabases } from './kept-databases.ts'
import { pinTo, processors } from './pin.ts'
import { type PlannedCall, planTable } from './plans.ts'
import { fillSearchShop } from './search-shop.ts'
import { compareSizes, openSizedShop, type SizedShop } from './sized-shops.ts'
import { markdownOf, type Table } from './table.ts'
import { fillTrust } from './trust-shop.ts'

/** Products; there are ten times as many reviews, half as many claims, and as many complaints. */
const sizes = [1_000, 100_000]
/** To be raised with every change of the data that trust-shop.ts makes. */
const version = 1

export async function benchTrust(): Promise<Table[]> {
  const databases = await openKeptDatabases('trust')
  const folder = makeTempFolder('hariyali-bench-trust-')
  const shops: SizedShop[] = []
  try {
    const names: string[] = []
    for (const size of sizes) names.push(await makeTrustShop(databases, size))
    pinTo(processors.others, [process.pid, ...databases.processes()])
    for (const [i, size] of sizes.entries()) {
      const name = names[i] ?? ''
      shops.push(await openSizedShop(databases, size, name, path.join(folder, name), pathsOf))
    }
    const table = await compareSizes(shops, 'products', () => databases.seconds())
    const largest = shops.at(-1)
    if (!largest) return [table]
    const plans = await planTable(largest.db, await listCalls(largest.db))
    console.log(markdownOf(plans))
    return [table, shortened(plans, largest.size)]
  } finally {
    for (const shop of shops) await shop.stop()
    await databases.stop()
    rmSync(folder, { recursive: true, force: true })
    pinTo('any', [process.pid])
  }
}

/** Of each call its first statement, with its rows and time alone. */
function shortened({ rows }: Table, products: number): Table {
  return {
    head: [`statement at ${products.toLocaleString('en')} products`, 'rows answered', 'rows read', 'ms'],
    rows: rows
      .filter(([name]) => !String(name).startsWith('–'))
      .map(([name = '', answered = '', read = '', , , , ms = '']) => [name, answered, read, ms]),
  }
}

async function makeTrustShop(databases: KeptDatabases, products: number): Promise<string> {
  const name = `trust_${version}_${listMigrations().at(-1)?.name.slice(0, 4)}_${products}`
  await databases.make(name, async () => {
    console.error(`making ${products} products with reviews, claims and complaints ...`)
    const db = databases.connect(name)
    await migrate(db)
    await fillSearchShop(db, products)
    await fillTrust(db, products)
  })
  return name
}

/** The unknown query parameter bypasses the page cache. */
async function pathsOf(db: Db): Promise<Record<string, string[]>> {
  const some = await db.query<{ id: string; category: number }>(
    sql`select id, category_id as category from product order by md5(id::text) limit 50`,
  )
  const most = await mostReviewed(db)
  const lists = some.map(({ category }) => `/api/v1/public/product/category/${category}?limit=24&made=1`)
  return {
    product: some.map(({ id }) => `/api/v1/public/product/${id}?made=1`),
    'page of a product': some.map(({ id }) => `/product/${id}?made=1`),
    'page of the product with the most reviews': [`/product/${most}?made=1`],
    'reviews of a product': some.map(({ id }) => `/api/v1/public/product/${id}/reviews?made=1`),
    'reviews of the product with the most': [`/api/v1/public/product/${most}/reviews?made=1`],
    'the same, lowest first': [`/api/v1/public/product/${most}/reviews?sort=lowest&made=1`],
    'list by rating': lists.map((list) => `${list}&sort=rating`),
    'list, four stars and more': lists.map((list) => `${list}&rated=4`),
    'list of a claim': lists.map((list) => `${list}&claim=organic-cotton`),
    'search of a claim': ['/api/v1/public/product/search/cotton?limit=24&claim=organic-cotton&made=1'],
  }
}

async function mostReviewed(db: Db): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from product order by rating_count desc, id limit 1`,
  )
  return row?.id ?? ''
}

/** Lists whose plans are printed. */
async function listCalls(db: Db): Promise<PlannedCall[]> {
  const most = await mostReviewed(db)
  const [seller] = await db.query<{ id: string; category: number }>(
    sql`select seller_id as id, category_id as category from product where id = ${most}`,
  )
  if (!seller) throw new Error('there are no products')
  const first = { limit: 24, cursor: undefined }
  const list = { ...first, min: undefined, max: undefined, sub: undefined, stock: false }
  const inCategory = { categoryId: seller.category }
  return [
    ['reviews of a product', (shop) => listProductReviews(shop, most, { ...first, sort: 'helpful' })],
    ['reviews of a seller', (shop) => listSellerReviews(shop, seller.id, { ...first, show: 'unanswered' })],
    ['reviews that wait', (shop) => listReviews(shop, { ...first, show: 'waiting' })],
    ['list by rating', (shop) => listProducts(shop, inCategory, { ...list, sort: 'rating' })],
    [
      'list of a claim',
      (shop) => listProducts(shop, inCategory, { ...list, sort: 'newest', claim: ['organic-cotton'] }),
    ],
    ['claims to review', (shop) => listClaimsToReview(shop, { ...first, state: 'submitted' })],
    ['complaints to do', (shop) => listDeskComplaints(shop, { ...first, show: 'todo' })],
    [
      'complaints by e-mail',
      (shop) => listDeskComplaints(shop, { ...first, show: 'all', q: 'buyer-9@bench.hariyali.test' }),
    ],
    ['figures of complaints', (shop) => showComplaintFigures(shop)],
  ]
}
