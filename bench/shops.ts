/** Starts the shop of each side as a process on one core; PostgreSQL, the stand-ins and the load have another one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { pinTo, processors } from './pin.ts'
import type { Side } from './sides.ts'

export interface BenchShop {
  side: Side
  url: string
  pid: number
  /** Where the stand-ins' pages answer: the mailbox, and paying. */
  controlUrl: string
  /** A connection to the shop's database. */
  client: pg.Client
}

/** A demo shop for each side, each with a database and stand-ins of its own, on one PostgreSQL server. */
export async function withShops(
  sides: readonly Side[],
  work: (shops: readonly BenchShop[]) => Promise<void>,
): Promise<void> {
  const folder = makeTempFolder('hariyali-bench-')
  // What this process starts runs on the same processor.
  pinTo(processors.others, [process.pid])
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres'), log: () => {} })
  const stops: (() => Promise<void>)[] = []
  const shops: BenchShop[] = []
  try {
    for (const side of sides) {
      const connection = await makeDatabase(database, `bench_${side.name}`)
      const port = await freePort()
      const standIns = await startStandIns(side, path.join(folder, `${side.name}-stand-ins`), port)
      stops.unshift(async () => void standIns.child.kill('SIGKILL'))
      const dataDir = path.join(folder, `${side.name}-shop`)
      mkdirSync(dataDir)
      const shop = await startShop(side.folder, {
        port,
        dataDir,
        databaseUrl: urlOf(connection),
        seed: 'demo',
        standIns: standIns.providers,
      })
      stops.unshift(() => stopProcess(shop))
      const client = new pg.Client(connection)
      await client.connect()
      stops.unshift(() => client.end())
      shops.push({
        side,
        url: `http://127.0.0.1:${port}`,
        pid: shop.pid ?? 0,
        controlUrl: standIns.controlUrl,
        client,
      })
    }
    await work(shops)
  } finally {
    for (const stop of stops) await stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
    pinTo('any', [process.pid])
  }
}

type Connection = EmbeddedDatabase['connection']

/** For the setting DATABASE_URL. */
export const urlOf = ({ host, port, user, database }: Connection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

async function makeDatabase({ connection }: EmbeddedDatabase, name: string): Promise<Connection> {
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return { ...connection, database: name }
}

interface StandIns {
  payment: unknown
  courier: unknown
  smtpUrl: string
}

/** The providers of a shop, in a process of their own. */
export async function startStandIns({ folder }: Pick<Side, 'folder'>, dataDir: string, shopPort: number) {
  const child = spawn(
    process.execPath,
    [path.join(folder, 'sandbox/main.ts'), `--data=${dataDir}`, `--shop=http://127.0.0.1:${shopPort}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await unlessEnded(child, once(createInterface({ input: child.stdout }), 'line'))) as [
    string,
  ]
  const { controlUrl, ...providers } = JSON.parse(line) as StandIns & { controlUrl: string }
  return { child, controlUrl, providers }
}

interface ShopTask {
  port: number
  dataDir: string
  databaseUrl: string
  seed: 'demo' | 'none'
  standIns: StandIns
}

/** One process, with the options of Node and the environment that the checkout's container has, on the shop's processor. */
export async function startShop(checkout: string, task: ShopTask): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('shop-process.ts', import.meta.url))
  const { options, environment } = containerOf(checkout)
  const child = spawn(
    'taskset',
    [
      '-c',
      String(processors.shop),
      process.execPath,
      ...options,
      script,
      checkout,
      JSON.stringify(task.standIns),
    ],
    {
      cwd: checkout,
      env: {
        ...process.env,
        ...environment,
        PORT: String(task.port),
        DATA_DIR: task.dataDir,
        DATABASE_URL: task.databaseUrl,
        SEED: task.seed,
        LOG_LEVEL: 'error',
        // Few accounts call for many.
        CALLS_PER_MINUTE: '99999',
        CALLS_PER_DAY: '99999',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await unlessEnded(child, once(child, 'message'))
  return child
}

/** The options of Node, and what the memory allocator reads, in a Dockerfile. */
function containerOf(checkout: string): { options: string[]; environment: Record<string, string> } {
  const text = readFileSync(path.join(checkout, 'Dockerfile'), 'utf8')
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]') as string[]
  const arenas = /\bMALLOC_ARENA_MAX=(\d+)/.exec(text)?.[1]
  return {
    options: command.filter((word) => word.startsWith('--')),
    environment: arenas === undefined ? {} : { MALLOC_ARENA_MAX: arenas },
  }
}

/** Throws where the process ends before it is ready. */
async function unlessEnded<T>(child: ChildProcess, ready: Promise<T>): Promise<T> {
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code ?? signal} before it was ready`)
  })
  return Promise.race([ready, ended])
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
