/** Shops on databases of different sizes, which are measured in turns. */
import path from 'node:path'
import autocannon from 'autocannon'
import type { Db } from '../server/platform/db/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { type KeptDatabases } from './kept-databases.ts'
import { processorMs } from './processes.ts'
import { quantile } from './quantile.ts'
import { startShop, startStandIns, stopProcess } from './shops.ts'
import { root } from './sides.ts'
import type { Table } from './table.ts'

const callers = 8
const rounds = 3
const seconds = 3

export interface SizedShop {
  size: number
  db: Db
  /** Addresses of each kind of request. */
  paths: Record<string, string[]>
  url: string
  pid: number
  stop(): Promise<void>
}

export async function openSizedShop(
  databases: KeptDatabases,
  size: number,
  name: string,
  dataDir: string,
  pathsOf: (db: Db) => Promise<Record<string, string[]>>,
): Promise<SizedShop> {
  const db = databases.connect(name)
  const port = await freePort()
  const { child, providers } = await startStandIns({ folder: root }, path.join(dataDir, 'stand-ins'), port)
  const databaseUrl = databases.urlOf(name)
  const shop = await startShop(root, { port, dataDir, databaseUrl, seed: 'none', standIns: providers })
  return {
    size,
    db,
    paths: await pathsOf(db),
    url: `http://127.0.0.1:${port}`,
    pid: shop.pid ?? 0,
    async stop() {
      await stopProcess(shop)
      child.kill('SIGKILL')
    },
  }
}

interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** Processor milliseconds of the shop and of PostgreSQL for one request. */
  work: number
}

/** BENCH_CALLS: only calls whose name has this text. `of`: what the sizes are. */
export async function compareSizes(
  shops: readonly SizedShop[],
  of: string,
  postgresSeconds: () => number,
): Promise<Table> {
  const rows: string[][] = []
  for (const kind of Object.keys(shops[0]?.paths ?? {})) {
    if (!kind.includes(process.env.BENCH_CALLS ?? '')) continue
    const measured = shops.map((): Measured[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [i, shop] of shops.entries())
        measured[i]?.push(await load(shop, shop.paths[kind] ?? [], postgresSeconds))
    const middle = measured.map((all) => medians(all))
    const [smallest] = middle
    const largest = middle.at(-1)
    if (!smallest || !largest) throw new Error('there is no size')
    rows.push([
      kind,
      ...middle.map(
        ({ perSecond, p50, p99, work }) =>
          `${Math.round(perSecond)}, ${p50.toFixed(0)}/${p99.toFixed(0)} ms, ${work.toFixed(2)} ms`,
      ),
      (smallest.perSecond / largest.perSecond).toFixed(2),
    ])
    console.error(rows.at(-1)?.join('  '))
  }
  return {
    head: [
      `${callers} callers: requests/s, median/p99, processor time of one`,
      ...shops.map(({ size }) => `${size.toLocaleString('en')} ${of}`),
      'slower by',
    ],
    rows,
  }
}

function medians(all: readonly Measured[]): Measured {
  const of = (key: keyof Measured) =>
    quantile(
      all.map((one) => one[key]),
      0.5,
    )
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), work: of('work') }
}

async function load(
  { url, pid }: SizedShop,
  paths: string[],
  postgresSeconds: () => number,
): Promise<Measured> {
  /** Each path again only after all others, also in the next round. */
  const next = () => {
    const path = paths.shift() ?? '/'
    paths.push(path)
    return path
  }
  const run = (duration: number) =>
    autocannon({
      url,
      connections: callers,
      duration,
      requests: [
        {
          setupRequest: (request) => ({ ...request, path: next() }),
        },
      ],
    })
  await run(1)
  const before = postgresSeconds() + processorMs(pid) / 1_000
  const result = await run(seconds)
  const spent = postgresSeconds() + processorMs(pid) / 1_000 - before
  const failed = result['4xx'] + result['5xx'] + result.errors
  if (failed > 0) throw new Error(`${paths[0]}: ${failed} answers were no success`)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    work: (1_000 * spent) / result.requests.total,
  }
}
