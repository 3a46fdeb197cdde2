/** The shop beside a process that sends the same statements to the same PostgreSQL and does nothing else. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { pinTo } from './pin.ts'
import { buyOne, type Purchases, withPurchases } from './purchase-rig.ts'
import type { RecordedStatement } from './record-statements.ts'
import type { Replayed, ReplayTask } from './replay-statements.ts'
import { quantile } from './quantile.ts'
import { printTable } from './table.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const callers = 16
const rounds = 3
const secondsOfReads = 4
/** No buyer makes 60 payments within a minute, which the shop would refuse. */
const secondsOfPurchases = 12
/** Of each buyer, in each round. */
const purchasesEach = 12
/** The jobs of the last purchase are done by then. */
const jobsMs = 1_000
const settleMs = 6_000
const copy = 'replayed'

export async function benchStatements(): Promise<void> {
  await withPurchases(
    async (shop) => {
      await shop.buyFor(4, 1_000)
      const folder = makeTempFolder('hariyali-bench-statements-')
      const record = path.join(folder, 'statements.jsonl')
      writeFileSync(record, '')
      const importing = `${pathToFileURL(script('./record-statements.ts')).href}?to=${encodeURIComponent(record)}`
      await shop.restartShop(['--import', importing], () => copyDatabase(shop))
      // What a start does, and what the jobs of the first purchases do, is over by then.
      await sleep(settleMs)
      const lists = await recordReads(shop, record, listPaths())
      const products = await recordReads(
        shop,
        record,
        shop.ids.map((id) => `/api/v1/public/product/${id}`),
      )
      const streams = await recordPurchases(shop, record)
      await shop.restartShop([])
      rmSync(folder, { recursive: true, force: true })
      await shop.buyFor(4, 1_000)

      const replayer = fork(script('./replay-statements.ts'))
      pinTo(0, [replayer.pid ?? 0])
      const replay = async (task: Omit<ReplayTask, 'connection'>): Promise<Replayed> => {
        replayer.send({ ...task, connection: { ...shop.database.connection, database: copy } } as ReplayTask)
        return (await once(replayer, 'message'))[0] as Replayed
      }
      const rows = [
        await compareReads('list of 24, API, uncached', shop, replay, lists),
        await compareReads('product, API, uncached', shop, replay, products),
        await comparePurchases(shop, replay, streams),
      ]
      replayer.disconnect()
      printTable(
        [
          `${callers} callers, ${rounds} rounds in turns`,
          'shop, a second',
          'its statements alone',
          'ratio',
          'statements of one',
          'shop: median, 99 %',
          'refused statements',
        ],
        rows,
      )
    },
    { buyers: callers, pinned: true },
  )
}

/** The categories of the demo shop. */
const listPaths = () => [1, 2, 3, 4, 5, 6].map((id) => `/api/v1/public/product/category/${id}?limit=24`)

/** The purchases that are recorded are replayed on what was there before them. */
async function copyDatabase({ client, database }: Purchases): Promise<void> {
  // A database with connections cannot be copied.
  await client.end()
  const admin = new pg.Client({ ...database.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${copy} template ${database.connection.database}`)
  await admin.end()
}

interface Reads {
  paths: string[]
  statements: RecordedStatement[]
}

async function recordReads({ url }: Purchases, record: string, paths: string[]): Promise<Reads> {
  const uncached = paths.map((address, i) => `${address}${address.includes('?') ? '&' : '?'}made=${i}`)
  // The first answer prepares what a process keeps.
  await (await fetch(url + uncached[0])).arrayBuffer()
  const from = sizeOf(record)
  for (const address of uncached) await (await fetch(url + address)).arrayBuffer()
  return { paths: uncached, statements: withoutTimers(recorded(record, from), paths.length) }
}

/** What is sent less often than each second request belongs to timers and jobs. */
function withoutTimers(statements: RecordedStatement[], requests: number): RecordedStatement[] {
  const times: Record<string, number> = {}
  for (const { text } of statements) count(times, { [text]: 1 })
  return statements.filter(({ text }) => (times[text] ?? 0) > requests / 2)
}

/** Of each buyer, and of each round: all statements while only he bought, those of the jobs included. */
async function recordPurchases(
  { people, ids, kit }: Purchases,
  record: string,
): Promise<RecordedStatement[][][]> {
  const streams: RecordedStatement[][][] = []
  for (const [number, client] of people.entries()) {
    const parts: RecordedStatement[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const from = sizeOf(record)
      for (let turn = 0; turn < purchasesEach; turn += 1) {
        const id = ids[(number + turn * people.length) % ids.length] ?? ''
        if (!(await buyOne(client, kit, id))) throw new Error('a purchase was refused')
      }
      await sleep(jobsMs)
      parts.push(recorded(record, from))
    }
    streams.push(parts)
  }
  return streams
}

async function compareReads(
  name: string,
  { url }: Purchases,
  replay: (task: Omit<ReplayTask, 'connection'>) => Promise<Replayed>,
  { paths, statements }: Reads,
): Promise<(string | number)[]> {
  const each = statements.length / paths.length
  const [ours, limits, medians, slowest]: Columns = [[], [], [], []]
  // Each caller begins with another request.
  const streams = Array.from({ length: callers }, (_, i) => {
    const at = Math.floor((i * statements.length) / callers)
    return [...statements.slice(at), ...statements.slice(0, at)]
  })
  const refused: Record<string, number> = {}
  for (let round = 0; round <= rounds; round += 1) {
    const requests = paths.map((address) => ({ path: address }))
    const result = await autocannon({ url, requests, connections: callers, duration: secondsOfReads })
    if (result.non2xx + result.errors > 0)
      throw new Error(`${name}: ${result.non2xx} answers were no success`)
    const limit = await replay({ streams, forMs: secondsOfReads * 1_000 })
    // The first round warms up.
    if (round === 0) continue
    ours.push(result.requests.average)
    medians.push(result.latency.p50)
    slowest.push(result.latency.p99)
    limits.push((limit.statements / each / limit.ms) * 1_000)
    count(refused, limit.failed)
  }
  return rowOf(name, { ours, limits, medians, slowest, each, refused })
}

/** The time of the shop is over when its jobs are done: they are a part of each purchase. */
async function comparePurchases(
  { buyFor, untilJobsDone }: Purchases,
  replay: (task: Omit<ReplayTask, 'connection'>) => Promise<Replayed>,
  streams: RecordedStatement[][][],
): Promise<(string | number)[]> {
  const [ours, limits, medians, slowest]: Columns = [[], [], [], []]
  const refused: Record<string, number> = {}
  let all = 0
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const { ms } = await buyFor(secondsOfPurchases)
    await untilJobsDone()
    ours.push((ms.length * 1_000) / (performance.now() - began))
    medians.push(quantile(ms, 0.5))
    slowest.push(quantile(ms, 0.99))
    const limit = await replay({ streams: streams.map((parts) => parts[round] ?? []) })
    all += limit.statements
    limits.push((callers * purchasesEach * 1_000) / limit.ms)
    count(refused, limit.failed)
  }
  const each = all / (rounds * callers * purchasesEach)
  return rowOf('purchase, all calls and jobs', { ours, limits, medians, slowest, each, refused })
}

type Columns = [number[], number[], number[], number[]]

interface Compared {
  ours: number[]
  limits: number[]
  medians: number[]
  slowest: number[]
  each: number
  refused: Record<string, number>
}

function rowOf(
  name: string,
  { ours, limits, medians, slowest, each, refused }: Compared,
): (string | number)[] {
  const [shop, limit] = [quantile(ours, 0.5), quantile(limits, 0.5)]
  return [
    name,
    shop.toFixed(1),
    limit.toFixed(1),
    (shop / limit).toFixed(2),
    each.toFixed(1),
    `${quantile(medians, 0.5).toFixed(0)} ms, ${quantile(slowest, 0.5).toFixed(0)} ms`,
    Object.entries(refused)
      .map(([reason, times]) => `${times} × ${reason}`)
      .join('; ') || 0,
  ]
}

function count(into: Record<string, number>, more: Record<string, number>): void {
  for (const [reason, times] of Object.entries(more)) into[reason] = (into[reason] ?? 0) + times
}

const sizeOf = (file: string) => statSync(file).size

function recorded(file: string, from: number): RecordedStatement[] {
  const lines = readFileSync(file).subarray(from).toString().trim().split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedStatement)
    .filter(({ text }) => !/^\s*(?:un)?listen\b/i.test(text))
}
