/** What a request of each kind costs: processor time of the shop and of PostgreSQL; and how many there are a second. */
import autocannon from 'autocannon'
import { type Purchases, spentBy, withPurchases } from './purchase-rig.ts'
import { printTable } from './table.ts'

const seconds = 4

export async function benchCosts(): Promise<void> {
  await withPurchases(async (purchases) => {
    const { url, people, buyFor, measured } = purchases
    // Warm: the code, the page cache, and orders on the pages of one's own.
    await buyFor(3)
    const products = (await (await fetch(`${url}/api/v1/public/product/search/bamboo?limit=100`)).json()) as {
      id: string
      categoryId: number
    }[]
    const product = products.map(({ id }) => `/product/${id}`)
    const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
    const lists = [1, 2, 3, 4, 5, 6].map((id) => `/products/category/${id}`)
    const uncached = (paths: readonly string[]) => paths.map((path) => `${path}?made=1`)
    const cookie = [...(people[0]?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const added = products.map(({ id }) => JSON.stringify({ id, quantity: 1 }))
    const kinds: [name: string, paths: readonly string[], more?: More][] = [
      ['page from memory', [...product, ...lists]],
      ['page of a product, made anew', uncached(product)],
      ['page of a list, made anew', uncached(lists)],
      ['page of a search, made anew', uncached(words.map((word) => `/search/${word}`))],
      ['suggestions', words.map((word) => `/api/v1/public/product/suggest/${word.slice(0, 3)}`)],
      ['cart', ['/api/v1/private/cart/get'], { headers: { cookie } }],
      ['add to cart', ['/api/v1/private/cart/add'], { headers: { cookie }, bodies: added }],
      ['wishlist', ['/api/v1/private/wishlist/get'], { headers: { cookie } }],
      ['own orders', ['/api/v1/private/order/get/customer'], { headers: { cookie } }],
    ]
    const rows: string[][] = []
    for (const [name, paths, more] of kinds) {
      await load(url, paths, 1, more)
      const before = spentBy(measured)
      const requests = await load(url, paths, seconds, more)
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
    printTable(['processor milliseconds of one', 'shop', 'PostgreSQL', 'requests/s, 8 connections'], rows)
  })
}

interface More {
  headers?: Record<string, string>
  /** Each is posted in turn. */
  bodies?: readonly string[]
}

async function load(
  url: string,
  paths: readonly string[],
  duration: number,
  { headers, bodies }: More = {},
): Promise<number> {
  const accepting = { 'accept-encoding': 'br', ...headers }
  const posting = { ...accepting, 'content-type': 'application/json' }
  const requests = paths.flatMap((path) =>
    bodies
      ? bodies.map((body) => ({ path, method: 'POST' as const, body, headers: posting }))
      : [{ path, headers: accepting }],
  )
  const result = await autocannon({ url, requests, connections: 8, duration })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${paths[0]}: ${result.non2xx} answers were no success`)
  return result.requests.total
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
