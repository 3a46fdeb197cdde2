/** Starts a complete shop for one test file: its own database and sandbox, and a real listener on loopback. */
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { seedDemoShop } from '../../demo/seed/shop.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { buildWeb, isWebBuilt } from '../../scripts/web-build.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { type Db, openDb } from '../../server/platform/db/client.ts'
import { type RunningServer, startServer } from '../../server/process/start-server.ts'
import { cheapHashes } from './cheap-hashes.ts'
import { createClient, type TestClient } from './client.ts'
import { freePort } from './free-port.ts'
import { signedIn } from './people.ts'
import { lastTry, pauseAfter } from './poll.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  at: string
  messageId: string
  attachments?: { name: string; type: string; base64: string }[]
}

export interface TestShop {
  url: string
  /** For setup and assertions; the shop uses another pool. */
  db: Db
  running: RunningServer
  client(): TestClient
  /** Mail to an address, newest first; waits until there are `count` messages, and throws if fewer come in half a minute. */
  mail(to: string, count?: number): Promise<Mail[]>
  /** Mail that has come to an address, newest first; waits for none. */
  mailSoFar(to: string): Promise<Mail[]>
  /** A customer who is logged in. */
  customer(name?: string): Promise<Customer>
  /** Starts another node with the same database and public URL; returns its own URL. It stops with the shop. */
  secondNode(env?: Record<string, string>): Promise<string>
  /** Calls a control route of the sandbox, e.g. `kit('/sandbox/payments/faults', {...})`. */
  kit(path: string, body?: unknown, method?: string): Promise<any>
  stop(): Promise<void>
}

export interface Customer extends TestClient {
  email: string
  password: string
}

export interface TestShopOptions {
  /** Serve the built pages; otherwise the API only. */
  pages?: boolean
  seed?: 'demo' | 'none'
  sweepSeconds?: number
  webhookDebounceSeconds?: number
  renameSeconds?: number
  env?: Record<string, string>
  /** A PostgreSQL of its own instead of the one of the test run. */
  server?: { host: string; port: number; user: string; template: string }
  /** Where the shop finds that server, which tests reach past any proxy, and a replica of it for public reads. */
  nodeReaches?: { primary: { host: string; port: number }; replica: { host: string; port: number } }
  /** Whether a courier is configured; without one, orders stay as they were placed. */
  courier?: boolean
  /** A reply of another shape than its schema becomes a 500. Off, replies are sent as in production. */
  checkReplies?: boolean
  /** Whether calls have the limits that they declare; off, since one account or address stands for many. */
  declaredLimits?: boolean
}

let customers = 0

export async function startTestShop({
  pages = false,
  seed = 'none',
  sweepSeconds = 3_600,
  webhookDebounceSeconds = 0,
  renameSeconds = 0,
  env = {},
  courier = false,
  checkReplies = true,
  declaredLimits = false,
  server = inject('database'),
  nodeReaches,
}: TestShopOptions = {}): Promise<TestShop> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template} strategy file_copy`)
  const dataDir = mkdtempSync(path.join(inject('folder'), 'shop-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({
    dataDir,
    shopUrl: url,
    webhookRetryMs: [200, 500, 1_000],
    courierStepMs: null,
  })
  const environment = {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl({ ...server, ...nodeReaches?.primary }, name),
    ...(nodeReaches && { DATABASE_READ_URL: databaseUrl({ ...server, ...nodeReaches.replica }, name) }),
    SEED: seed,
    LOG_LEVEL: 'error',
    // A high limit, so that races reach the database instead of being refused with 503.
    MAX_IN_FLIGHT: '1000',
    // Likewise: one account or address stands for many in tests.
    CALLS_PER_MINUTE: '99999',
    CALLS_PER_DAY: '99999',
    ...env,
  }
  if (!courier)
    await sandbox.fetch(
      new Request('http://kit/sandbox/courier/faults', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ call: '*', fault: 'lost-request', times: 1_000_000 }),
      }),
    )
  if (pages) await buildPages(admin)
  const startNode = (own: object = {}) => {
    const given = readConfig({ ...environment, ...own })
    return startServer(
      {
        ...given,
        sweepSeconds,
        webhookDebounceSeconds,
        renameSeconds,
        hashCost: cheapHashes,
        declaredLimits,
      },
      {
        sandbox,
        checkReplies,
        // As scripts/start.ts does: a real provider knows no demo parcel and no demo payment.
        seed: (shop) =>
          seedDemoShop(
            shop,
            given.courier ? undefined : sandbox.rememberParcels,
            given.payment ? undefined : sandbox.rememberOrders,
          ),
        ...(!pages && { buildDir: null }),
      },
    )
  }
  const running = await startNode()
  const others: RunningServer[] = []
  const db = openDb({ connection: { ...server, database: name }, max: 4 })
  const client = () => createClient(url)

  const shop: TestShop = {
    url,
    db,
    running,
    client,
    async mail(to, count = 1) {
      for (let tries = 0; ; tries += 1) {
        const mails = await shop.mailSoFar(to)
        if (mails.length >= count) return mails
        if (tries === lastTry) throw new Error(`${mails.length} of ${count} mails came to ${to}`)
        await pauseAfter(tries)
      }
    },
    async mailSoFar(to) {
      return (await client().get<Mail[]>(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)).body
    },
    async customer(label = 'customer') {
      customers += 1
      return signedIn(shop, `${label}-${customers}@buyers.hariyali.test`, client())
    },
    async secondNode(own = {}) {
      const other = await freePort()
      others.push(await startNode({ PORT: String(other), PUBLIC_URL: url, ...own }))
      return `http://127.0.0.1:${other}`
    },
    async kit(target, body, method = 'POST') {
      const response = await client().request(target, {
        method,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
    async stop() {
      for (const node of others) await node.stop()
      await running.stop()
      await sandbox.stop()
      await db.close()
      await admin.execute(`drop database ${name} with (force)`)
      await admin.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return shop
}

/** `host`: a name, or the folder of a socket. */
const databaseUrl = ({ host, port, user }: { host: string; port: number; user: string }, name: string) =>
  `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`

/** Builds the pages if needed; an advisory lock lets one test file build while the others wait. */
async function buildPages(admin: Db): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(1)')
    if (!isWebBuilt()) await buildWeb(new AbortController().signal)
  })
}
