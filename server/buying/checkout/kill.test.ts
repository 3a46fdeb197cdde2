/** No acknowledged data are lost when the app or the database is killed with -9 at a random moment. */
// @module-tag nightly: tests/faults/ kills servers and PostgreSQL at named points and compares what was acknowledged each time.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, testAddress, unitsOf } from '../../../tests/setup/products.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { signedIn } from '../../../tests/setup/people.ts'
import type { Mail, TestShop } from '../../../tests/setup/shop.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { type Db, openDb } from '../../platform/db/client.ts'
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts'

const script = fileURLToPath(new URL('../../../tests/setup/shop-process.ts', import.meta.url))
const stock = 1_000
const rounds = 4

let folder: string
let sandbox: Sandbox
let port: number
let app: ChildProcess
let appEnd: Promise<string>

beforeAll(async () => {
  folder = makeTempFolder('hariyali-kill-')
  port = await freePort()
  sandbox = await startSandbox({
    dataDir: folder,
    shopUrl: `http://127.0.0.1:${port}`,
    webhookRetryMs: [300, 300, 300, 300],
    courierStepMs: null,
  })
  await startApp()
})
afterAll(async () => {
  app.kill('SIGKILL')
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startApp(): Promise<void> {
  const { payment, courier, smtpUrl } = sandbox
  const task = { port, dataDir: folder, payment, courier, smtpUrl }
  app = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: { ...process.env, ...compiledScripts },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { stdout } = app
  appEnd = new Promise((resolve) => app.once('exit', (code, signal) => resolve(`${signal ?? code}`)))
  const ready = new Promise<void>((resolve) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (/^ready$/m.test(text)) resolve()
    })
  })
  await Promise.race([
    ready,
    appEnd.then((end) => {
      throw new Error(`the shop ended with ${end} before it was ready`)
    }),
  ])
}

const kit = async (target: string, body?: unknown) => {
  const response = await sandbox.fetch(
    new Request(`http://kit${target}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    }),
  )
  return (await response.json()) as any
}

/** What the setup of tests needs of a shop that runs in another process. */
const shopOutside = (db: Db) => {
  const url = `http://127.0.0.1:${port}`
  const mail = (to: string) =>
    eventually<Mail[]>(
      () => kit(`/dev/mailbox.json?to=${to}`),
      (mails) => mails.length > 0,
    )
  return { url, db, mail, client: () => createClient(url) } as TestShop
}

async function signUp(shop: TestShop, number: number): Promise<TestClient> {
  const client = await signedIn(shop, `kill-${number}@buyers.hariyali.test`, shop.client())
  await client.post('/private/address/add', testAddress)
  return client
}

/** Buys again and again; a call that fails because the shop was killed is retried from the start, as a person would. */
async function shopping(
  client: TestClient,
  product: { id: string; pricePaise: number },
  acknowledged: Set<string>,
  running: () => boolean,
): Promise<void> {
  while (running()) {
    try {
      await client.post('/private/cart/add', { id: product.id, quantity: 1 })
      const started = await client.get(`/private/order/payment/${product.pricePaise}`)
      if (started.status !== 200) continue
      const answer = await kit(`/dev/payments/${started.body}`, { outcome: 'paid' })
      await client.post('/private/order/payment/verify', answer)
      const created = await client.post('/private/order/create', {
        items: [{ productId: product.id, quantity: 1 }],
      })
      if (created.status === 200) for (const order of created.body) acknowledged.add(order.id)
    } catch {
      await sleep(50)
    }
  }
}

function databasePid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

test(
  'kill -9 of the app and of the database at random moments loses no acknowledged order',
  { timeout: 180_000 },
  async () => {
    const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres'), log: () => {} })
    const db = openDb({ connection: database.connection, ensure: () => database.ensure(), max: 2 })
    const shop = shopOutside(db)
    const product = await addProduct(shop, { units: stock })
    const clients: TestClient[] = []
    for (let i = 0; i < 4; i += 1) clients.push(await signUp(shop, i))

    const acknowledged = new Set<string>()
    let running = true
    const buyers = clients.map((client) => shopping(client, product, acknowledged, () => running))
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.size
      await eventually(
        async () => acknowledged.size,
        (size) => size > before,
      )
      await sleep(Math.random() * 300)
      // It runs on without its database, or ends here and nowhere else.
      expect(app.exitCode).toBeNull()
      if (round % 2 === 0) {
        app.kill('SIGKILL')
        await appEnd
        await startApp()
      } else {
        process.kill(databasePid(database.dataDir), 'SIGKILL')
      }
    }
    running = false
    await Promise.all(buyers)
    await database.ensure()

    const ledger = await kit('/sandbox/payments/ledger.json')
    const captured = ledger.payments.filter((p: { status: string }) =>
      ['captured', 'refunded'].includes(p.status),
    )
    // Nothing is killed from now on: the next sweeps find payments without a webhook. A sweep that fails at the database's last
    // restart is repeated.
    const known = await eventually(
      async () => {
        await db.execute(
          "update checkout set next_check_at = now() where state in ('open', 'expired', 'replaced') and provider_order_id is not null",
        )
        await sleep(1_500)
        return (await db.execute('select id from payment')).rows.length
      },
      (count) => count === captured.length,
    )
    expect(known).toBe(captured.length)
    expect(await brokenInvariants(db)).toEqual([])
    const rows = (await db.execute('select id from orders')).rows as { id: string }[]
    const stored = new Set(rows.map((row) => row.id))
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(rounds)

    // Each order has one parcel, in whatever step of its booking the shop was killed.
    await db.execute('update shipment set check_at = now() where check_at is not null')
    const unbooked = "select id from orders where awb_number is null and status <> 'refunded'"
    await eventually(
      async () => (await db.execute(unbooked)).rows.length,
      (count) => count === 0,
    )
    const { parcels, repeats } = await kit('/sandbox/courier/ledger.json')
    expect(parcels.map((parcel: { id: string }) => parcel.id).toSorted()).toEqual([...stored].toSorted())
    expect(repeats).toBe(0)
    const held = (await db.execute('select coalesce(sum(quantity), 0)::int as n from held_units')).rows as {
      n: number
    }[]
    expect((await unitsOf(shop, product.id)) + stored.size + held[0]!.n).toBe(stock)
    await db.close()
    await database.stop()
  },
)
