/** Requests a second of each kind, and purchases, with the shop on one core. */
import autocannon from 'autocannon'
import { buyUntil, type Buyers, cookieOf, openBuyers, productsOf, untilJobsDone } from './buyers.ts'
import { processorMs } from './processes.ts'
import { type BenchShop, withShops } from './shops.ts'
import { comparison, comparisonHead, inTurns, type Side } from './sides.ts'
import type { Table } from './table.ts'

const seconds = 3
/** Each has a connection, and where a call needs an account, one of their own. */
const callers = 16

interface Kind {
  name: string
  paths: readonly string[]
  /** Each is posted in turn; without them there are only reads. */
  bodies?: readonly string[]
  /** The page cache is emptied again and again, so that nearly every page is made and compressed for its first visitor. */
  emptied?: true
}

interface Measured {
  shop: BenchShop
  buyers: Buyers
  kinds: readonly Kind[]
}

export async function benchRequests(sides: readonly Side[]): Promise<Table[]> {
  const rows: string[][] = []
  await withShops(sides, async (shops) => {
    const measured: Measured[] = []
    for (const shop of shops) {
      const buyers = await openBuyers(shop, callers)
      measured.push({ shop, buyers, kinds: await kindsOf(shop) })
      // Warm: the code, and orders on the pages of one's own.
      await buyFor(shop, buyers, 4)
    }
    const row = async (name: string, digits: number, work: (one: Measured) => Promise<number>) => {
      const figures = await inTurns(measured, (one) => speedOf(one.shop, () => work(one)))
      const rates = figures.map((of) => of('perSecond'))
      const costs = figures.map((of) => of('shopMs'))
      rows.push([...comparison(name, rates, digits), ...comparison('', costs, 3).slice(1)])
      console.error(rows.at(-1)?.join('  '))
    }
    for (const [i, { name }] of measured[0]?.kinds.entries() ?? []) {
      const work = async ({ shop, buyers, kinds }: Measured) => {
        const kind = kinds[i]
        if (!kind) return 0
        const emptying = kind.emptied && setInterval(() => void emptyCache(shop), 100)
        const done = await load(shop.url, kind, callersOf(kind, buyers), seconds)
        clearInterval(emptying)
        return done
      }
      // Rendering has much code, and compiling it costs more than the first hundreds of pages.
      if (measured[0]?.kinds[i]?.emptied)
        for (const one of measured) for (let warm = 0; warm < 3; warm += 1) await work(one)
      await row(name, 0, work)
    }
    for (const { shop } of measured) await untilJobsDone(shop)
    // Nobody may call for more than 60 orders a minute.
    await row('purchase with all its calls and jobs', 1, ({ shop, buyers }) => buyFor(shop, buyers, 4))
  })
  const head = comparisonHead(`a second, ${callers} callers; then the shop's processor ms for one`, sides)
  return [{ head: [...head, ...head.slice(1)], rows }]
}

/** The shop reads the log of changes four times a second. */
const emptyCache = ({ client }: BenchShop) =>
  client.query("insert into catalogue_change (tag) values ('everything')")

/** How many were done a second, and what one of them took of the shop's processor, however busy that is with other things. */
async function speedOf(
  { pid }: BenchShop,
  work: () => Promise<number>,
): Promise<Record<'perSecond' | 'shopMs', number>> {
  const [began, spent] = [performance.now(), processorMs(pid)]
  const done = await work()
  return {
    perSecond: (done * 1_000) / (performance.now() - began),
    shopMs: (processorMs(pid) - spent) / done,
  }
}

async function kindsOf({ url, client }: BenchShop): Promise<Kind[]> {
  const products = await productsOf(url)
  const pages = products.map(({ id }) => `/product/${id}`)
  const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
  const categories = [1, 2, 3, 4, 5, 6]
  const allPages = await manyProductPages(client)
  // Each shown by one parameter that the page cache knows, so that no two callers ask for the same page at once.
  const listPages = categories.flatMap((id) =>
    Array.from({ length: 200 }, (_, i) => `/products/category/${id}?max=${(i + 1) * 10}`),
  )
  const api = '/api/v1/public/product'
  // The page cache does not know this parameter, so each answer is made anew.
  const anew = (path: string) => `${path}${path.includes('?') ? '&' : '?'}made=1`
  return [
    { name: 'product page, first visit', paths: allPages, emptied: true },
    { name: 'category page, first visit', paths: listPages, emptied: true },
    { name: 'product page, from the cache', paths: pages },
    { name: 'product, API, not cached', paths: products.map(({ id }) => anew(`${api}/${id}`)) },
    { name: 'list, API, not cached', paths: categories.map((id) => anew(`${api}/category/${id}?limit=24`)) },
    { name: 'search, API, not cached', paths: words.map((word) => anew(`${api}/search/${word}?limit=24`)) },
    { name: 'cart', paths: ['/api/v1/private/cart/get'] },
    {
      name: 'add to cart',
      paths: ['/api/v1/private/cart/add'],
      bodies: products.map(({ id }) => JSON.stringify({ id, quantity: 1 })),
    },
  ]
}

/** Copies the products, so that no caller asks for a page twice in a round: the second answer would come from the cache. */
async function manyProductPages(client: BenchShop['client']): Promise<string[]> {
  await client.query(`
    insert into product
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).* from product p, generate_series(1, 30)`)
  const { rows } = await client.query<{ id: string }>('select id from product order by id')
  return rows.map(({ id }) => `/product/${id}`)
}

const callersOf = ({ paths }: Kind, { people }: Buyers): string[] =>
  paths[0]?.includes('/private/') ? people.map(cookieOf) : Array<string>(callers).fill('')

/** Returns how many requests were answered. */
export async function load(
  url: string,
  { paths, bodies, emptied }: Kind,
  cookies: readonly string[],
  duration: number,
): Promise<number> {
  const results = await Promise.all(
    cookies.map((cookie, first) => {
      const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
      const posting = { ...headers, 'content-type': 'application/json' }
      const all = paths.flatMap((path) =>
        bodies
          ? bodies.map((body) => ({ path, method: 'POST' as const, body, headers: posting }))
          : [{ path, headers }],
      )
      // Callers begin at different places, or have pages of their own: the shop makes a page once for all who ask for it at once.
      const begin = Math.floor((first * all.length) / cookies.length)
      const requests = emptied
        ? all.filter((_, at) => at % cookies.length === first)
        : [...all.slice(begin), ...all.slice(0, begin)]
      return autocannon({ url, requests, connections: 1, duration })
    }),
  )
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${paths[0]}: ${failed} answers were no success`)
  return results.reduce((sum, { requests }) => sum + requests.total, 0)
}

/** Returns how many purchases there were in so many seconds, when their jobs are done. */
async function buyFor(shop: BenchShop, buyers: Buyers, forSeconds: number): Promise<number> {
  const end = performance.now() + forSeconds * 1_000
  const { ms } = await buyUntil(() => performance.now() > end, buyers)
  await untilJobsDone(shop)
  return ms.length
}
