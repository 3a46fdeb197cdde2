/** The plans of the statements behind the public lists and searches, for docs/queries.md. */
import pg from 'pg'
import { listProducts } from '../server/catalogue/products/list-products.ts'
import { listOthers } from '../server/catalogue/products/list-others.ts'
import { newestOfCategories } from '../server/catalogue/products/list-queries.ts'
import { searchProducts, summariseSearch } from '../server/catalogue/search/search-products.ts'
import { showProduct } from '../server/catalogue/products/show-product.ts'
import { suggest } from '../server/catalogue/search/suggest.ts'
import type { Db, Queryable, Tx } from '../server/platform/db/client.ts'
import { compile, type Sql, sql } from '../server/platform/db/sql.ts'
import type { Shop } from '../server/platform/shop.ts'
import type { Table } from './table.ts'

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
interface Explained {
  Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  'Execution Time': number
}

/** A row for each statement that each call runs. The plan is the one that PostgreSQL keeps for all values. */
export async function planTable(db: Db): Promise<Table> {
  const [one] = await db.query<{ id: string; category: number; subcategory: number }>(
    sql`select id, category_id as category, subcategory_id as subcategory from product where units > 0 order by md5(id::text) limit 1`,
  )
  if (!one) throw new Error('there are no products')
  const any = { limit: 24, cursor: undefined, min: undefined, max: undefined, sub: undefined, stock: false }
  const calls: [string, (shop: Shop) => Promise<unknown>][] = [
    ['product', (shop) => showProduct(shop, one.id)],
    ["others of a product's subcategory", (shop) => listOthers(shop, one.id)],
    ['rows of the home page', (shop) => newestOfCategories(shop.db, 12)],
    ['list, newest', (shop) => listProducts(shop, { categoryId: one.category }, { ...any, sort: 'newest' })],
    [
      'list, by price',
      (shop) => listProducts(shop, { categoryId: one.category }, { ...any, sort: 'price-low' }),
    ],
    [
      'list, in stock, 200 to 400 rupees',
      (shop) =>
        listProducts(
          shop,
          { subcategoryId: one.subcategory },
          { ...any, sort: 'newest', stock: true, min: 200, max: 400 },
        ),
    ],
    ['search, common word', (shop) => searchProducts(shop, 'bamboo', { ...any, sort: 'relevance' })],
    ['search, by price', (shop) => searchProducts(shop, 'bamboo', { ...any, sort: 'price-low' })],
    [
      'search, in stock, 200 to 400 rupees',
      (shop) =>
        searchProducts(shop, 'cotton', { ...any, sort: 'relevance', stock: true, min: 200, max: 400 }),
    ],
    [
      'search, a word of every description',
      (shop) => searchProducts(shop, 'finished', { ...any, sort: 'relevance' }),
    ],
    ['search, unfinished', (shop) => searchProducts(shop, 'ba', { ...any, sort: 'relevance' })],
    ['search, misspelt', (shop) => searchProducts(shop, 'tothbrush', { ...any, sort: 'relevance' })],
    ['search, two words', (shop) => searchProducts(shop, 'bamboo soap', { ...any, sort: 'relevance' })],
    ['summary of a search', (shop) => summariseSearch(shop.db, 'bamboo')],
    ['suggestions', (shop) => suggest(shop.db, 'bamboo')],
  ]
  const rows: (string | number)[][] = []
  for (const [name, call] of calls) {
    const plans: Explained[] = []
    const explained = explaining(db, plans)
    await call({ db: explained, config: { publicUrl: 'http://localhost' } } as unknown as Shop)
    plans.forEach((plan, i) => rows.push([i === 0 ? name : `– statement ${i + 1}`, ...summary(plan)]))
  }
  const head = ['statement', 'rows answered', 'rows read', 'most rows sorted', 'indexes', 'pages', 'ms']
  return { head, rows }
}

function summary({ Plan: plan, 'Execution Time': ms }: Explained): (string | number)[] {
  const nodes: PlanNode[] = []
  const visit = (node: PlanNode) => {
    if (node['Actual Loops'] > 0) nodes.push(node)
    for (const child of node.Plans ?? []) visit(child)
  }
  visit(plan)
  const rowsOf = (node: PlanNode) =>
    Math.round(
      node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    )
  const read = nodes.filter((node) => node['Index Name'] ?? node['Relation Name'])
  const sorted = nodes
    .filter((node) => node['Node Type'].endsWith('Sort'))
    .flatMap((node) => (node.Plans ?? []).map((child) => child['Actual Rows'] * child['Actual Loops']))
  const indexes = new Set(
    read.flatMap(
      (node) =>
        node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `all of ${node['Relation Name']}` : []),
    ),
  )
  return [
    Math.round(plan['Actual Rows']),
    read.reduce((most, node) => Math.max(most, rowsOf(node)), 0),
    Math.round(Math.max(0, ...sorted)),
    [...indexes].map((name) => `\`${name}\``).join(', '),
    plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    ms.toFixed(1),
  ]
}

/** The same database, which also explains each statement after it ran, with the plan for all values; the fastest of three. */
function explaining(db: Db, plans: Explained[]): Db {
  const wrap = <Q extends Queryable>(inner: Q): Q => ({
    ...inner,
    async query<Row extends object>(statement: Sql): Promise<Row[]> {
      const rows = await inner.query<Row>(statement)
      const runs = [
        await explain(inner, statement),
        await explain(inner, statement),
        await explain(inner, statement),
      ]
      plans.push(runs.reduce((best, run) => (run['Execution Time'] < best['Execution Time'] ? run : best)))
      return rows
    },
  })
  const explained: Db = {
    ...wrap(db),
    transaction: (work, options) => db.transaction((tx: Tx) => work(wrap(tx)), options),
    get reads() {
      return explained
    },
  }
  return explained
}

let prepared = 0

async function explain(db: Queryable, statement: Sql): Promise<Explained> {
  const { text, values } = compile(statement)
  const name = `explained_${(prepared += 1)}`
  // One string, so that all of it runs on one connection.
  const result = (await db.execute(
    `set plan_cache_mode = force_generic_plan; prepare ${name} as ${text};
    explain (analyze, buffers, format json) execute ${name}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''};
    deallocate ${name}; reset plan_cache_mode`,
  )) as unknown as { rows: { 'QUERY PLAN': Explained[] }[] }[]
  const [plan] = result[2]?.rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('a statement was not explained')
  return plan
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Without a type of its own, so that it takes the parameter's.
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
