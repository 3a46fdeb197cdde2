/** What a replica for public reads takes from the primary: processor time of both, by kind of work. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { copyAsStandby } from '../tests/setup/standby.ts'
import { load } from './load-calls.ts'
import { type Purchases, spentBy, spentByServer, withPurchases } from './purchase-rig.ts'
import { printTable } from './table.ts'

const callers = 16
const seconds = 6
/** A node trusts a replica after five seconds. */
const provenMs = 8_000

/** Milliseconds of one. */
interface Cost {
  name: string
  shop: number
  primary: number
  replica: number
}

export async function benchReplica(): Promise<void> {
  await withPurchases(
    async (shop) => {
      await shop.buyFor(3)
      const alone = await costsOf(shop)
      const dataDir = await copyAsStandby(shop.database)
      const settings = { max_connections: '400', shared_preload_libraries: 'pg_stat_statements' }
      const replica = await startEmbeddedDatabase({ dataDir, log: () => {}, settings })
      try {
        await shop.restartShop([], undefined, replica)
        await sleep(provenMs)
        await shop.buyFor(3)
        const withReplica = await costsOf(shop, replica)
        const ms = (of: number) => of.toFixed(3)
        printTable(
          [
            `processor milliseconds of one, ${callers} callers`,
            'without a replica: shop, primary',
            'with it: shop, primary, replica',
            'of the primary saved',
          ],
          alone.map(({ name, shop: node, primary }, i) => {
            const {
              shop: other,
              primary: left,
              replica: moved,
            } = withReplica[i] ?? {
              shop: 0,
              primary: 0,
              replica: 0,
            }
            return [
              name,
              `${ms(node)}, ${ms(primary)}`,
              `${ms(other)}, ${ms(left)}, ${ms(moved)}`,
              `${((1 - left / primary) * 100).toFixed(0)} %`,
            ]
          }),
        )
      } finally {
        await replica.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { buyers: callers, pinned: true },
  )
}

async function costsOf(shop: Purchases, replica?: EmbeddedDatabase): Promise<Cost[]> {
  const { url, ids, people } = shop
  const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
  const visitors = people.map(() => undefined)
  const pages = (paths: readonly string[]) => (forSeconds: number) =>
    load({ url, paths, bodies: undefined, cookies: visitors }, forSeconds)
  const kinds: [name: string, run: (forSeconds: number) => Promise<number>][] = [
    ['page of a product, made anew', pages(ids.map((id) => `/product/${id}?made=1`))],
    ['page of a list, made anew', pages([1, 2, 3, 4, 5, 6].map((id) => `/products/category/${id}?made=1`))],
    ['page of a search, made anew', pages(words.map((word) => `/search/${word}?made=1`))],
    [
      'search, API, uncached',
      pages(words.map((word) => `/api/v1/public/product/search/${word}?limit=24&made=1`)),
    ],
    [
      'purchase, all calls and jobs',
      async (forSeconds) => {
        const { ms } = await shop.buyFor(forSeconds)
        await shop.untilJobsDone()
        return ms.length
      },
    ],
  ]
  const costs: Cost[] = []
  for (const [name, run] of kinds) {
    await run(1)
    const spent = () => ({
      ...spentBy(shop.measured),
      replica: replica ? spentByServer(replica) : 0,
    })
    const before = spent()
    const times = await run(seconds)
    const after = spent()
    costs.push({
      name,
      shop: (after.shop - before.shop) / times,
      primary: (after.database - before.database) / times,
      replica: (after.replica - before.replica) / times,
    })
  }
  return costs
}
