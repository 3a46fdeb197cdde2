/** What a request of each kind costs: processor time of the shop and of PostgreSQL; and how many there are a second. */
import autocannon from 'autocannon'
import { type Purchases, spentBy, withPurchases } from './purchase-rig.ts'
import { printTable } from './table.ts'

const seconds = 4
/** Each one with a connection, and where a call needs an account, a buyer's own. */
const callers = 16

export async function benchCosts(): Promise<void> {
  await withPurchases(
    async (purchases) => {
      const { url, people, buyFor, measured } = purchases
      // Warm: the code, the page cache, and orders on the pages of one's own.
      await buyFor(3)
      const products = (await (
        await fetch(`${url}/api/v1/public/product/search/bamboo?limit=100`)
      ).json()) as {
        id: string
        categoryId: number
      }[]
      const product = products.map(({ id }) => `/product/${id}`)
      const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
      const lists = [1, 2, 3, 4, 5, 6].map((id) => `/products/category/${id}`)
      const uncached = (paths: readonly string[]) => paths.map((path) => `${path}?made=1`)
      const added = products.map(({ id }) => JSON.stringify({ id, quantity: 1 }))
      const kinds: [name: string, paths: readonly string[], bodies?: readonly string[]][] = [
        ['page from memory', [...product, ...lists]],
        ['page of a product, made anew', uncached(product)],
        ['page of a list, made anew', uncached(lists)],
        ['page of a search, made anew', uncached(words.map((word) => `/search/${word}`))],
        ['suggestions', words.map((word) => `/api/v1/public/product/suggest/${word.slice(0, 3)}`)],
        ['cart', ['/api/v1/private/cart/get']],
        ['add to cart', ['/api/v1/private/cart/add'], added],
        ['wishlist', ['/api/v1/private/wishlist/get']],
        ['own orders', ['/api/v1/private/order/get/customer']],
      ]
      const cookies = people.map((person) =>
        [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      )
      const rows: string[][] = []
      for (const [name, paths, bodies] of kinds) {
        const asked = { url, paths, bodies, cookies: paths[0]?.includes('/private/') ? cookies : visitors }
        await load(asked, 1)
        const before = spentBy(measured)
        const requests = await load(asked, seconds)
        const after = spentBy(measured)
        const each = (from: number, to: number) => ((to - from) / requests).toFixed(3)
        const perSecond = Math.round(requests / seconds)
        rows.push([
          name,
          each(before.shop, after.shop),
          each(before.database, after.database),
          String(perSecond),
        ])
      }
      rows.push(await costOfPurchase(purchases))
      printTable(
        ['processor milliseconds of one', 'shop', 'PostgreSQL', `requests/s, ${callers} connections`],
        rows,
      )
    },
    { buyers: callers, pinned: true },
  )
}

const visitors = Array.from({ length: callers }, () => undefined)

interface Asked {
  url: string
  paths: readonly string[]
  /** Each is posted in turn; without them there are only reads. */
  bodies: readonly string[] | undefined
  /** Of each caller: one connection, one person. */
  cookies: readonly (string | undefined)[]
}

/** Answers how many requests were answered. */
async function load({ url, paths, bodies, cookies }: Asked, duration: number): Promise<number> {
  const results = await Promise.all(
    cookies.map((cookie) => {
      const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
      const posting = { ...headers, 'content-type': 'application/json' }
      const requests = paths.flatMap((path) =>
        bodies
          ? bodies.map((body) => ({ path, method: 'POST' as const, body, headers: posting }))
          : [{ path, headers }],
      )
      return autocannon({ url, requests, connections: 1, duration })
    }),
  )
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${paths[0]}: ${failed} answers were no success`)
  return results.reduce((sum, { requests }) => sum + requests.total, 0)
}

async function costOfPurchase({ measured, buyFor }: Purchases): Promise<string[]> {
  const before = spentBy(measured)
  const duration = 8
  const { ms } = await buyFor(duration)
  const after = spentBy(measured)
  const each = (from: number, to: number) => ((to - from) / ms.length).toFixed(1)
  return [
    'purchase, all calls and jobs',
    each(before.shop, after.shop),
    each(before.database, after.database),
    (ms.length / duration).toFixed(1),
  ]
}
