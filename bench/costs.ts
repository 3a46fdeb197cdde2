/** What a request of each kind costs: processor time of the shop and of PostgreSQL; and how many there are a second. */
import { cookieOf, load } from './load-calls.ts'
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
      const cookies = people.map(cookieOf)
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

/** The purchases of some seconds, until the jobs that they left are done. */
async function costOfPurchase({ measured, buyFor, untilJobsDone }: Purchases): Promise<string[]> {
  await untilJobsDone()
  const before = spentBy(measured)
  const began = performance.now()
  const { ms } = await buyFor(8)
  await untilJobsDone()
  const duration = (performance.now() - began) / 1_000
  const after = spentBy(measured)
  const each = (from: number, to: number) => ((to - from) / ms.length).toFixed(1)
  return [
    'purchase, all calls and jobs',
    each(before.shop, after.shop),
    each(before.database, after.database),
    (ms.length / duration).toFixed(1),
  ]
}
