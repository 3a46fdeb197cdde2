/** Cost of the sitemap in a large shop, and of the triggers that announce catalogue changes to all nodes. */
import { insertManyProducts } from '../tests/setup/many-products.ts'
import { sql } from '../server/platform/db/sql.ts'
import { startDemoShopHere } from './demo-shop.ts'
import { rawAnswer } from './raw-answer.ts'
import { printTable } from './table.ts'

const products = 100_000
const updates = 2_000

export async function benchSitemap(): Promise<void> {
  const shop = await startDemoShopHere()
  try {
    await insertManyProducts(shop.db, products)
    const rows: (string | number)[][] = []
    const ask = async (name: string, path: string) => {
      const began = performance.now()
      const { status, body } = await rawAnswer(shop.url + path, { 'accept-encoding': 'gzip' })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      rows.push([
        name,
        `${(performance.now() - began).toFixed(1)} ms, ${(body.length / 1_000).toFixed(1)} kB`,
      ])
    }
    await ask('list of files, first time', '/sitemap.xml')
    await ask('pages and shelves', '/sitemaps/pages.xml')
    await ask('file of 10,000 products, made', '/sitemaps/products-5.xml')
    await ask('the same, kept', '/sitemaps/products-5.xml')
    const withTriggers = await secondsOfHolds(shop.db)
    await shop.db.execute('alter table product disable trigger user')
    const without = await secondsOfHolds(shop.db)
    rows.push(['one change of units, told to all nodes', `${((withTriggers / updates) * 1e6).toFixed(0)} µs`])
    rows.push(['one change of units, untold', `${((without / updates) * 1e6).toFixed(0)} µs`])
    printTable([`${products.toLocaleString('en-IN')} products`, 'time'], rows)
  } finally {
    await shop.stop()
  }
}

type Shop = Awaited<ReturnType<typeof startDemoShopHere>>

async function secondsOfHolds(db: Shop['db']): Promise<number> {
  const ids = await db.query<{ id: string }>(sql`select id from product order by id limit ${updates}`)
  const began = performance.now()
  for (const { id } of ids) await db.query(sql`update product set units = units + 1 where id = ${id}`)
  return (performance.now() - began) / 1_000
}
