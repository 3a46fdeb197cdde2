/** A shop whose buyers buy: shop, database, stand-ins and buyers are processes of their own. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { signUpBuyer } from './buyers.ts'
import { pinTo } from './pin.ts'
import { childrenOf, processorMs } from './processor-time.ts'
import type { ShopTask } from './shop-process.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export interface Purchases {
  /** The shop's address. */
  url: string
  database: EmbeddedDatabase
  /** A connection to the shop's database. */
  client: pg.Client
  measured: Measured
  /** Of the courier. */
  webhookToken: string
  /** The stand-ins' development calls. */
  kit: TestClient
  people: TestClient[]
  ids: string[]
  /** Everybody buys one thing after the other for so many seconds, and begins one at most each `everyMs`. */
  buyFor(forSeconds: number, everyMs?: number): Promise<Bought>
  /** Resolves when every job is done that these purchases have left. */
  untilJobsDone(): Promise<void>
  /** Ends the shop, does `meanwhile`, and starts it again, with these flags of Node in front of its own, and this replica. */
  restartShop(
    flags: readonly string[],
    meanwhile?: () => Promise<void>,
    replica?: EmbeddedDatabase,
  ): Promise<void>
}

export interface RigOptions {
  buyers?: number
  /** The shop on the first processor, everything else on the second one. */
  pinned?: boolean
}

/** Each one's processor time is its own. */
export async function withPurchases(
  work: (purchases: Purchases) => Promise<void>,
  { buyers = 8, pinned = false }: RigOptions = {},
): Promise<void> {
  const folder = makeTempFolder('hariyali-bench-purchase-')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // What it starts runs on the same processor.
  if (pinned) pinTo(1, [process.pid])
  const database = await startEmbeddedDatabase({
    dataDir: path.join(folder, 'postgres'),
    log: () => {},
    // Replayed statements come on as many connections as the shop had for each buyer.
    settings: { shared_preload_libraries: 'pg_stat_statements', max_connections: '400' },
  })
  const standIns = await startStandIns(path.join(folder, 'stand-ins'), url)
  mkdirSync(path.join(folder, 'shop'))
  const task = {
    port,
    dataDir: path.join(folder, 'shop'),
    databaseUrl: urlOf(database),
    providers: standIns.providers,
  }
  const measured: Measured = {
    shop: [],
    standIns: [standIns.child.pid ?? 0],
    buyers: [process.pid],
    database,
  }
  let shop: ChildProcess
  const start = async (flags: readonly string[] = [], replica?: EmbeddedDatabase) => {
    shop = await startShop({ ...task, ...(replica && { readUrl: urlOf(replica) }) }, flags)
    measured.shop = [shop.pid ?? 0]
    if (pinned) pinTo(0, measured.shop)
  }
  const stop = async () => {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  await start()
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    // Stock for every purchase of the run.
    await client.query('update product set units = 100000')
    const people = await Promise.all(
      Array.from({ length: buyers }, (_, i) => signUpBuyer(url, i, standIns.controlUrl)),
    )
    const ids = await productIds(people)
    await work({
      url,
      database,
      client,
      people,
      ids,
      measured,
      webhookToken: standIns.providers.courier?.webhookToken ?? '',
      kit: createClient(standIns.controlUrl),
      buyFor: (forSeconds, everyMs = 0) => buy(people, ids, standIns.controlUrl, { forSeconds, everyMs }),
      untilJobsDone: () => untilJobsDone(database),
      async restartShop(flags, meanwhile, replica) {
        await stop()
        await meanwhile?.()
        await start(flags, replica)
      },
    })
  } finally {
    await client.end()
    await stop()
    standIns.child.kill('SIGKILL')
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
    if (pinned) pinTo('any', [process.pid])
  }
}

function urlOf({ connection: { host, port, user, database } }: EmbeddedDatabase): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

export interface Measured {
  shop: number[]
  standIns: number[]
  buyers: number[]
  database: EmbeddedDatabase
}

/** Processor time of each so far, in milliseconds. */
export function spentBy({ shop, standIns, buyers: own, database }: Measured) {
  return {
    shop: processorMs(shop),
    database: spentByServer(database),
    standIns: processorMs(standIns),
    buyers: processorMs(own),
  }
}

/** Processor time of a database server so far, in milliseconds. */
export function spentByServer(database: EmbeddedDatabase): number {
  const postmaster = postmasterOf(database)
  return processorMs([postmaster, ...childrenOf(postmaster)])
}

export interface Bought {
  ms: number[]
  refused: number
}

/** Each buyer buys one thing after the other, and begins one at most each `everyMs`. */
export async function buy(
  people: readonly TestClient[],
  ids: readonly string[],
  controlUrl: string,
  { forSeconds, everyMs }: { forSeconds: number; everyMs: number },
): Promise<Bought> {
  const end = performance.now() + forSeconds * 1_000
  const done: Bought = { ms: [], refused: 0 }
  const kit = createClient(controlUrl)
  await Promise.all(
    people.map(async (client, number) => {
      for (let turn = number; performance.now() < end; turn += people.length) {
        const began = performance.now()
        if (await buyOne(client, kit, ids[turn % ids.length] ?? '')) done.ms.push(performance.now() - began)
        else done.refused += 1
        await sleep(Math.max(0, began + everyMs - performance.now()))
      }
    }),
  )
  return done
}

/** The calls that the pages make for one purchase. */
export async function buyOne(client: TestClient, kit: TestClient, id: string): Promise<boolean> {
  await client.post('/private/cart/add', { id, quantity: 1 })
  const { body: items } =
    await client.get<{ productId: string; price: number; quantity: number }[]>('/private/cart/get')
  const paise = items.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)
  await client.post(
    '/private/order/check',
    items.map(({ productId, quantity }) => ({ productId, quantity })),
  )
  const { status, body: orderId } = await client.get(`/private/order/payment/${paise}`)
  if (status !== 200) return false
  const paid = await kit.post(`/dev/payments/${orderId}`, { outcome: 'paid' })
  await client.post('/private/order/payment/verify', paid.body)
  const made = { items, addressId: null, razorpay_order_id: orderId }
  return (await client.post('/private/order/create', made)).status === 200
}

async function productIds([buyer]: readonly TestClient[]): Promise<string[]> {
  const found: string[] = []
  for (const word of ['bamboo', 'soap', 'cotton']) {
    const answer = await buyer?.get<{ id: string }[]>(`/public/product/search/${word}?limit=100`)
    found.push(...(answer?.body ?? []).map(({ id }) => id))
  }
  return found
}

export async function startShop(task: ShopTask, more: readonly string[] = []): Promise<ChildProcess> {
  // The same flags as in start.mjs.
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=70', ...more]
  const child = fork(script('./shop-process.ts'), [JSON.stringify(task)], {
    execArgv: flags,
    // The production build of React, as `npm start` takes it.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await started(child, once(child, 'message'))
  return child
}

/** Waits for a process to say that it is ready. Throws where it ends instead. */
async function started<T>(child: ChildProcess, ready: Promise<T>): Promise<T> {
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(
      `${child.spawnargs.find((arg) => arg.endsWith('.ts'))} ended with ${code ?? signal} before it was ready`,
    )
  })
  return Promise.race([ready, ended])
}

/** Payment provider, courier and mail server, in a process of their own. */
export async function startStandIns(folder: string, shopUrl: string) {
  const child = spawn(
    process.execPath,
    [script('../sandbox/main.ts'), `--data=${folder}`, `--shop=${shopUrl}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await started(child, once(createInterface({ input: child.stdout }), 'line'))) as [string]
  const { controlUrl, ...providers } = JSON.parse(line) as ShopTask['providers'] & { controlUrl: string }
  return { child, controlUrl, providers }
}

export function postmasterOf({ dataDir }: EmbeddedDatabase): number {
  return Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

/** With a connection of its own, because a measurement may have closed the others. Throws after ten minutes. */
async function untilJobsDone({ connection }: EmbeddedDatabase): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const until = Date.now() + 600_000; await hasJobs(client); await sleep(100))
      if (Date.now() > until) throw new Error('the jobs are not done after ten minutes')
  } finally {
    await client.end()
  }
}

/** Whether a job waits, is worked, or begins within the seconds for which webhooks are collected. */
async function hasJobs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select exists (select from pgboss.job
      where state in ('created', 'retry', 'active') and start_after < now() + interval '5 seconds') as found`)
  return rows[0].found
}
