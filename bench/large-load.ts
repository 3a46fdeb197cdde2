/** Loads a shop with calls of one kind, and says how long they took and what they cost. */
import autocannon from 'autocannon'
import type { EmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { singleRow } from '../server/platform/db/client.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { BuyersCall, PagesCall } from './large-calls.ts'
import type { ComparedShop } from './large-shops.ts'
import { childrenOf, processorMs } from './processor-time.ts'
import { buy, postmasterOf } from './purchase-rig.ts'
import { quantile } from './quantile.ts'

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** Of one request, or of one page with all its calls. */
  statements: number
  shopMs: number
  databaseMs: number
}

export const callers = 8
const pagesAtMost = 30
const pagesAtLeast = 3

/** `ms`: how long each call took. */
async function measured(
  { pid, db }: ComparedShop,
  server: EmbeddedDatabase,
  work: () => Promise<{ requests: number; seconds: number; p50: number; p99: number }>,
): Promise<Measured> {
  const postmaster = postmasterOf(server)
  const standing = async () => ({
    statements: await countStatements(db),
    shop: processorMs([pid]),
    database: processorMs([postmaster, ...childrenOf(postmaster)]),
  })
  const before = await standing()
  const { requests, seconds, p50, p99 } = await work()
  const after = await standing()
  return {
    perSecond: requests / seconds,
    p50,
    p99,
    // Without the one that counts.
    statements: (after.statements - before.statements - 1) / requests,
    shopMs: (after.shop - before.shop) / requests,
    databaseMs: (after.database - before.database) / requests,
  }
}

const countStatements = async (db: ComparedShop['db']) =>
  singleRow(
    await db.query<{ calls: number }>(sql`
      select sum(calls)::float8 as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())`),
  ).calls

export async function loadByBuyers(
  shop: ComparedShop,
  server: EmbeddedDatabase,
  { paths, cookies, bodies, seconds: own }: BuyersCall,
  usual: number,
): Promise<Measured> {
  const duration = own ?? usual
  let next = 0
  const of = (list: readonly string[] | undefined, number: number) => list?.[number % list.length]
  const run = (seconds: number) =>
    autocannon({
      url: shop.url,
      connections: callers,
      duration: seconds,
      requests: [
        {
          setupRequest(request) {
            next += 1
            const [cookie, body] = [of(cookies, next), of(bodies, next)]
            return {
              ...request,
              path: of(paths, next) ?? '/',
              headers: {
                'accept-encoding': 'br',
                ...(cookie !== undefined && { cookie }),
                ...(body !== undefined && { 'content-type': 'application/json' }),
              },
              ...(body !== undefined && { method: 'POST' as const, body }),
            }
          },
        },
      ],
    })
  await run(1)
  return measured(shop, server, async () => {
    const { requests, latency, non2xx, errors } = await run(duration)
    if (non2xx + errors > 0) throw new Error(`${paths[0]}: ${non2xx} answers were no success`)
    if (requests.total === 0) throw new Error(`${paths[0]}: no answer in ${duration} s`)
    return { requests: requests.total, seconds: duration, p50: latency.p50, p99: latency.p99 }
  })
}

/** One page after the other, for so many seconds or until the time of one is known well. */
export async function loadByOne(
  shop: ComparedShop,
  server: EmbeddedDatabase,
  { client, pages }: PagesCall,
  duration: number,
): Promise<Measured> {
  let next = 0
  const open = async () => {
    next += 1
    const calls = pages[next % pages.length] ?? []
    const answers = await Promise.all(calls.map((call) => client.get(call)))
    const failed = answers.findIndex(({ status }) => status !== 200)
    if (failed !== -1) throw new Error(`${calls[failed]}: ${answers[failed]?.status}`)
  }
  const run = async (seconds: number) => {
    const ms: number[] = []
    const end = performance.now() + seconds * 1_000
    while (ms.length < pagesAtLeast || (performance.now() < end && ms.length < pagesAtMost)) {
      const began = performance.now()
      await open()
      ms.push(performance.now() - began)
    }
    return ms
  }
  // PostgreSQL may plan a prepared statement for all values from its sixth execution on.
  await run(duration / 2)
  return measured(shop, server, async () => {
    const began = performance.now()
    const ms = await run(duration)
    const seconds = (performance.now() - began) / 1_000
    return { requests: ms.length, seconds, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) }
  })
}

export async function loadByPurchases(
  shop: ComparedShop,
  server: EmbeddedDatabase,
  forSeconds: number,
): Promise<Measured> {
  return measured(shop, server, async () => {
    const { ms, refused } = await buy(shop.readers, shop.products, shop.controlUrl, {
      forSeconds,
      everyMs: 0,
    })
    if (refused > 0) throw new Error(`${refused} purchases were refused`)
    return { requests: ms.length, seconds: forSeconds, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) }
  })
}

/** Of each figure of several rounds. */
export function mediansOf(rounds: readonly Measured[]): Measured {
  const of = (key: keyof Measured) =>
    quantile(
      rounds.map((round) => round[key]),
      0.5,
    )
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    statements: of('statements'),
    shopMs: of('shopMs'),
    databaseMs: of('databaseMs'),
  }
}
