/** Four times as many requests as the shop can answer, beside people who buy: what is answered, how quickly, and what is lost. */
import { buyUntil, type Buyers, openBuyers, productsOf } from './buyers.ts'
import { type Flood, flood } from './flood.ts'
import { quantile } from './quantile.ts'
import { type BenchShop, withShops } from './shops.ts'
import { comparison, comparisonHead, rounds, type Side } from './sides.ts'
import type { Table } from './table.ts'

const seconds = 5
const times = 4
/** More than the shop lets in: with fewer the load generator would wait for itself. */
const most = 1_024
const people = 6

interface Overloaded {
  shop: BenchShop
  buyers: Buyers
  paths: readonly string[]
  /** Of the rounds so far: answers a second without and with the overload. */
  capacity: number[]
  accepted: number[]
  floods: Flood[]
  /** Milliseconds of each purchase beside the overload. */
  purchases: number[]
  orders: string[]
  healthMs: number[]
  unhealthy: number
  recovered: number[]
}

export async function benchOverload(sides: readonly Side[]): Promise<Table[]> {
  const rows: string[][] = []
  await withShops(sides, async (shops) => {
    const all: Overloaded[] = []
    for (const shop of shops) all.push(await prepare(shop))
    for (let round = 0; round < rounds; round += 1) for (const one of all) await measure(one)
    const row = (name: string, figure: (one: Overloaded) => number, digits = 0) =>
      rows.push(comparison(name, all.map(figure), digits))
    const ms = (one: Overloaded, kind: 'accepted' | 'refused', share: number) =>
      quantile(
        one.floods.flatMap((each) => each[kind]),
        share,
      )
    const sum = (one: Overloaded, figure: (each: Flood) => number) =>
      one.floods.reduce((total, each) => total + figure(each), 0)
    row('answers a second of 16 callers who wait: the capacity', ({ capacity }) => quantile(capacity, 0.5))
    row(`answers a second at ${times} times that rate`, ({ accepted }) => quantile(accepted, 0.5))
    row('… of the capacity', (one) => quantile(one.accepted, 0.5) / quantile(one.capacity, 0.5), 2)
    row('… median, ms', (one) => ms(one, 'accepted', 0.5))
    row('… 99 %, ms', (one) => ms(one, 'accepted', 0.99))
    row('refused with 503 a second', (one) => sum(one, (each) => each.refused.length / each.seconds) / rounds)
    row('… 99 %, ms', (one) => ms(one, 'refused', 0.99))
    row('… without Retry-After', (one) => sum(one, (each) => each.refused.length - each.withRetryAfter))
    row('connections cut, other answers', (one) => sum(one, (each) => each.failed))
    row('purchases meanwhile', ({ purchases }) => purchases.length)
    row('… median, ms', ({ purchases }) => quantile(purchases, 0.5))
    const lost = await Promise.all(all.map(lostOrders))
    rows.push(comparison('confirmed orders lost', lost))
    row('/healthz, slowest, ms', ({ healthMs }) => Math.max(...healthMs))
    row('/healthz, failed', ({ unhealthy }) => unhealthy)
    row('seconds until a list is as quick as before, at most', ({ recovered }) => Math.max(...recovered), 2)
  })
  return [{ head: comparisonHead(`a page and an API call, beside ${people} buyers`, sides), rows }]
}

async function prepare(shop: BenchShop): Promise<Overloaded> {
  const [product] = await productsOf(shop.url)
  const category = product?.categoryId
  const paths = [
    `/products/category/${category}?made=1`,
    `/api/v1/public/product/category/${category}?limit=24&made=1`,
  ]
  await flood({ url: shop.url, paths, seconds, connections: 16 }) // until V8 has optimised the shop's code
  const lists = { capacity: [], accepted: [], floods: [], purchases: [], orders: [], healthMs: [] }
  return { shop, buyers: await openBuyers(shop, people), paths, ...lists, unhealthy: 0, recovered: [] }
}

async function measure(one: Overloaded): Promise<void> {
  const { shop, paths } = one
  const { flooded: calm } = await amongBuyers(one, () =>
    flood({ url: shop.url, paths, seconds, connections: 16 }),
  )
  const capacity = calm.accepted.length / calm.seconds
  one.capacity.push(capacity)
  const rate = Math.round(capacity * times)
  let endedAt = 0
  const { flooded: over, ms } = await amongBuyers(one, async () => {
    const flooded = await flood({ url: shop.url, paths, seconds, connections: most, rate })
    endedAt = performance.now()
    return flooded
  })
  one.floods.push(over)
  one.purchases.push(...ms)
  one.accepted.push(over.accepted.length / over.seconds)
  const quickMs = quantile(calm.accepted, 1) * 2 + 5
  one.recovered.push(await secondsUntilQuick(shop.url + (paths[1] ?? ''), quickMs, endedAt))
}

async function amongBuyers(
  one: Overloaded,
  load: () => Promise<Flood>,
): Promise<{ flooded: Flood; ms: number[] }> {
  let over = false
  const buying = buyUntil(() => over, one.buyers, 1_000)
  const asking = keepAsking(one, () => over)
  const flooded = await load()
  over = true
  const { ms, orders } = await buying
  one.orders.push(...orders)
  await asking
  return { flooded, ms }
}

async function keepAsking(one: Overloaded, over: () => boolean): Promise<void> {
  while (!over()) {
    const began = performance.now()
    if (!(await fetch(`${one.shop.url}/healthz`).catch(() => null))?.ok) one.unhealthy += 1
    one.healthMs.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Five quick answers in a row. */
async function secondsUntilQuick(url: string, quickMs: number, since: number): Promise<number> {
  for (let quick = 0; quick < 5;) {
    const began = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    quick = answer.ok && performance.now() - began <= quickMs ? quick + 1 : 0
  }
  return (performance.now() - since) / 1_000
}

async function lostOrders({ buyers, orders }: Overloaded): Promise<number> {
  const known = new Set<string>()
  for (const client of buyers.people) {
    const { body } = await client.get<{ id: string }[]>('/private/order/get/customer?limit=200')
    for (const { id } of body) known.add(id)
  }
  return orders.filter((id) => !known.has(id)).length
}
