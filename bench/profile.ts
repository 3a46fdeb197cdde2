/** Where the processor time of a call goes: in the shop by what runs, in PostgreSQL by statement. */
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { cookieOf, load } from './load-calls.ts'
import { type Purchases, spentBy, withPurchases } from './purchase-rig.ts'
import type { RecordedProfile } from './record-profile.ts'
import { printTable } from './table.ts'

const seconds = 6
const callers = 16
/** What takes less of all time than this is shown under 'other'. */
const smallestShare = 0.02
const statementsShown = 12
/** Statements that take less of one are those of timers, and the settings of a transaction. */
const smallestMs = 0.004

interface Subject {
  name: string
  /** Answers how many there were. */
  run(forSeconds: number): Promise<number>
}

interface Measured {
  name: string
  /** Milliseconds of each by what ran. */
  ran: Map<string, number>
  statements: Statement[]
  database: number
  shop: number
}

interface Statement {
  text: string
  calls: number
  ms: number
}

export async function benchProfile(): Promise<void> {
  const folder = makeTempFolder('hariyali-bench-profile-')
  const file = path.join(folder, 'main.cpuprofile')
  const script = fileURLToPath(new URL('record-profile.ts', import.meta.url))
  await withPurchases(
    async (shop) => {
      await shop.restartShop(['--import', `${pathToFileURL(script).href}?to=${encodeURIComponent(file)}`])
      // The measurement's own statements do not count.
      await shop.client.query('set pg_stat_statements.track = none')
      // Warm code, and orders on the pages of one's own.
      await shop.buyFor(3)
      const measured: Measured[] = []
      for (const subject of subjectsOf(shop)) measured.push(await measure(shop, subject, file))
      printShop(measured)
      for (const one of measured) printDatabase(one)
    },
    { buyers: callers, pinned: true },
  )
  rmSync(folder, { recursive: true, force: true })
}

function subjectsOf({ url, people, ids, buyFor, untilJobsDone }: Purchases): Subject[] {
  const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']
  const cookies = people.map(cookieOf)
  const visitors = people.map(() => undefined)
  const calls = (
    name: string,
    { paths, own = false, bodies }: { paths: string[]; own?: boolean; bodies?: string[] },
  ): Subject => ({
    name,
    run: (forSeconds) => load({ url, paths, bodies, cookies: own ? cookies : visitors }, forSeconds),
  })
  const api = '/api/v1'
  return [
    calls('list', {
      paths: [1, 2, 3, 4, 5, 6].map((id) => `${api}/public/product/category/${id}?limit=24&made=1`),
    }),
    calls('product', { paths: ids.map((id) => `${api}/public/product/${id}?made=1`) }),
    calls('search', { paths: words.map((word) => `${api}/public/product/search/${word}?made=1`) }),
    calls('cart', { paths: [`${api}/private/cart/get`], own: true }),
    calls('add to cart', {
      paths: [`${api}/private/cart/add`],
      own: true,
      bodies: ids.map((id) => JSON.stringify({ id, quantity: 1 })),
    }),
    {
      name: 'purchase',
      async run(forSeconds) {
        const { ms } = await buyFor(forSeconds)
        await untilJobsDone()
        return ms.length
      },
    },
  ]
}

async function measure(shop: Purchases, { name, run }: Subject, file: string): Promise<Measured> {
  const { client, measured } = shop
  const toggle = () => process.kill(measured.shop[0] ?? 0, 'SIGUSR2')
  await run(2)
  rmSync(file, { force: true })
  await client.query('select pg_stat_statements_reset()')
  const before = spentBy(measured)
  toggle()
  const times = await run(seconds)
  toggle()
  const after = spentBy(measured)
  const { rows } = await client.query<Statement>(
    `select query as text, sum(calls)::float8 / $1 as calls, sum(total_exec_time + total_plan_time) / $1 as ms
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     group by query order by 3 desc`,
    [times],
  )
  const profile = await profileFrom(file)
  const each = (sum: number) => sum / times
  const ran = new Map([...byWhatRan(profile)].map(([what, ms]) => [what, each(ms)]))
  const [shopMs, database] = [each(after.shop - before.shop), each(after.database - before.database)]
  const main = [...ran.values()].reduce((sum, ms) => sum + ms, 0)
  ran.set('other threads: collecting memory, compiling, drawing PDF', Math.max(0, shopMs - main))
  return { name, ran, statements: rows, database, shop: shopMs }
}

async function profileFrom(file: string): Promise<RecordedProfile> {
  const end = Date.now() + 60_000
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as RecordedProfile
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(100)
    }
  }
}

/** Milliseconds of the main thread by what it did. */
function byWhatRan({ nodes, samples = [], timeDeltas = [] }: RecordedProfile): Map<string, number> {
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const sums = new Map<string, number>()
  samples.forEach((id, i) => {
    const what = whatRuns(frames.get(id))
    if (what) sums.set(what, (sums.get(what) ?? 0) + (timeDeltas[i] ?? 0) / 1_000)
  })
  return sums
}

function whatRuns(frame?: { functionName: string; url: string }): string | undefined {
  if (!frame || frame.functionName === '(idle)' || frame.functionName === '(root)') return undefined
  const { functionName, url } = frame
  if (functionName === '(garbage collector)') return 'collecting memory'
  if (functionName === '(program)') return 'outside of JavaScript'
  if (/^(?:writev|writeUtf8String|writeLatin1String|writeBuffer)$/.test(functionName) && !url)
    return 'writing to sockets'
  if (!url) return `native: ${functionName}`
  if (url.startsWith('node:')) return url.replace(/^node:(?:internal\/)?/, 'Node: ').replace(/\/.*/, '')
  const inPackage = url.lastIndexOf('/node_modules/')
  if (inPackage !== -1) {
    const [scope = '', name = ''] = url.slice(inPackage + '/node_modules/'.length).split('/')
    return `package ${scope.startsWith('@') ? `${scope}/${name}` : scope}`
  }
  return 'the shop'
}

/** A column each subject, a row each thing that takes more than a fiftieth of one. */
function printShop(measured: readonly Measured[]): void {
  const total = ({ ran }: Measured) => [...ran.values()].reduce((sum, ms) => sum + ms, 0)
  const share = (one: Measured, what: string) => (one.ran.get(what) ?? 0) / total(one)
  const all = [...new Set(measured.flatMap(({ ran }) => [...ran.keys()]))]
  const shown = all.filter((what) => measured.some((one) => share(one, what) >= smallestShare))
  const sum = (what: string) => measured.reduce((so, one) => so + share(one, what), 0)
  shown.sort((a, b) => sum(b) - sum(a))
  const percent = (of: number) => `${(of * 100).toFixed(0)} %`
  printTable(
    ["the shop's processor time", ...measured.map(({ name }) => name)],
    [
      ['milliseconds of one', ...measured.map(({ shop }) => shop.toFixed(3))],
      ...shown.map((what) => [what, ...measured.map((one) => percent(share(one, what)))]),
      [
        'all else',
        ...measured.map((one) => percent(1 - shown.reduce((so, what) => so + share(one, what), 0))),
      ],
    ],
  )
}

/** Short enough for a table, and still found in the code. */
function shortened(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  return `\`${text.length > 110 ? `${text.slice(0, 110)}…` : text}\``
}

function printDatabase({ name, statements, database }: Measured): void {
  const counting = statements.filter(({ ms }) => ms >= smallestMs)
  const [shown, rest] = [counting.slice(0, statementsShown), counting.slice(statementsShown)]
  const sum = (of: readonly Statement[], field: 'calls' | 'ms') => of.reduce((so, one) => so + one[field], 0)
  const inStatements = sum(statements, 'ms')
  printTable(
    [`PostgreSQL's processor time: ${name}`, 'statements of one', 'ms of one'],
    [
      ...shown.map(({ text, calls, ms }) => [shortened(text), calls.toFixed(1), ms.toFixed(3)]),
      ...(rest.length > 0
        ? [[`${rest.length} others`, sum(rest, 'calls').toFixed(1), sum(rest, 'ms').toFixed(3)]]
        : []),
      ['all statements: plan and execute', sum(statements, 'calls').toFixed(1), inStatements.toFixed(3)],
      ['processor time of the server', '', database.toFixed(3)],
    ],
  )
}
