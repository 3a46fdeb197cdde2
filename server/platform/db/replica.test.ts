/** Public reads on a real streaming replica, also while it is late, stopped or missing. */
// @module-tag nightly: A streaming standby takes 40 s and is an option; without one the shop reads from its primary in all other tests.
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type FaultProxy, startProxy } from '../../../tests/faults/proxy.ts'
import { buy, eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { changeProduct } from '../../../tests/setup/change-product.ts'
import { customerWithCart, productId } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Server, type ServerWithStandby, startServerWithStandby } from '../../../tests/setup/standby.ts'
import { findProduct } from '../../catalogue/products/queries.ts'
import { findAccount } from '../../people/identity/queries.ts'
import { type Db, openDb, type Queryable } from './client.ts'
import { type Replica, replicaOf, withReplica } from './replica.ts'
import { sql } from './sql.ts'

let servers: ServerWithStandby
/** Before the replica, and before the primary for the shop alone. */
let proxy: FaultProxy
let toPrimary: FaultProxy
let shop: TestShop
let replica: Replica
let admin: Db
let soap: string
let kajal: string
beforeAll(async () => {
  servers = await startServerWithStandby()
  proxy = await startProxy({ path: `${servers.standby.host}/.s.PGSQL.${servers.standby.port}` })
  toPrimary = await startProxy({ path: `${servers.primary.host}/.s.PGSQL.${servers.primary.port}` })
  shop = await startTestShop({
    seed: 'demo',
    pages: true,
    server: servers.primary,
    nodeReaches: {
      primary: { host: '127.0.0.1', port: toPrimary.port },
      replica: { host: '127.0.0.1', port: proxy.port },
    },
  })
  const found = replicaOf(shop.running.shop.db)
  if (!found) throw new Error('the shop has no replica')
  replica = found
  admin = openDb({ connection: { ...servers.standby, database: 'hariyali' }, max: 1 })
  soap = await productId(shop, 'Khus Bath Soap, 125 g')
  kajal = await productId(shop, 'Almond Soot Kajal, 3 g')
}, 120_000)
afterAll(async () => {
  await admin.close()
  await shop.stop()
  await proxy.stop()
  await toPrimary.stop()
  await servers.stop()
})

const untilInUse = (wanted: boolean) =>
  eventually(
    async () => replica.inUse,
    (inUse) => inUse === wanted,
  )
/** On a busy machine the replica may be late by itself: then the result is inconclusive, and the check is repeated. */
async function whileInUse<T>(look: () => Promise<T>): Promise<{ found: T; stayed: boolean }> {
  for (let tries = 1; ; tries += 1) {
    await untilInUse(true)
    const found = await look()
    if (replica.inUse || tries === 3) return { found, stayed: replica.inUse }
    toPrimary.heal()
  }
}

const pauseReplay = () => admin.execute('select pg_wal_replay_pause()')
const resumeReplay = () => admin.execute('select pg_wal_replay_resume()')
const pageOf = async (id: string) => (await fetch(`${shop.url}/product/${id}`)).text()
const priceOf = async (id: string): Promise<number> =>
  (await (await fetch(`${shop.url}/api/v1/public/product/${id}`)).json()).price

/** Waits until page and reply show this price; an old page would stay for good. */
async function untilShown(id: string, rupees: number): Promise<void> {
  await eventually(
    async () => [await priceOf(id), (await pageOf(id)).includes(`₹${rupees}`)],
    ([price, isOnPage]) => price === rupees && isOnPage === true,
  )
}
/** The same after a change behind the shop's back. */
async function changeUntilShown(id: string, rupees: number): Promise<void> {
  await changeProduct(shop, id, { pricePaise: rupees * 100 })
  await untilShown(id, rupees)
}

/** What the primary ran of the catalogue for the shop. */
async function catalogueStatements(work: () => Promise<void>): Promise<string[]> {
  await sleep(300)
  servers.statementsOfPrimary()
  await work()
  await sleep(300)
  return servers
    .statementsOfPrimary()
    .filter((line) => /\b(from|join) (product|category|subcategory|search_word)\b/.test(line))
}

const sitemaps = ['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/products-1.xml']
/** One page or call for each public read but the sitemap's, which stays in memory for ten minutes. */
async function readPublic(more: readonly string[] = []): Promise<void> {
  const paths = [
    ...more,
    '/',
    `/product/${soap}`,
    '/products/category/1',
    '/products/category/1?sort=price-low&max=500',
    '/products/sub-category/1',
    '/search/bamboo',
    '/search/tothbrush',
    ...['category/all', 'category/sub/all', 'category/1/get', 'category/rows', `product/${soap}/others`].map(
      (call) => `/api/v1/public/${call}`,
    ),
    '/api/v1/public/product/suggest/bam',
    '/api/v1/public/product/search/bamboo/summary',
  ]
  for (const path of paths) expect([path, (await fetch(shop.url + path)).status]).toEqual([path, 200])
}

test('what is private or changes something cannot be read from a replica: the compiler refuses it', () => {
  const { reads } = shop.running.shop.db
  // @ts-expect-error -- Reads is no Queryable.
  const refused: Queryable = reads
  // @ts-expect-error -- An account that is suspended would go on for a second.
  const account = () => findAccount(reads, '')
  const product = () => findProduct(reads, soap)
  expect([refused, account, product]).toHaveLength(3)
})

test('a shop reads from its primary until the replica has been well for five seconds; then all public reads are its', async () => {
  // However long the shop and these reads take, the five seconds begin with the end of the cut.
  proxy.hurt('cut')
  await untilInUse(false)
  expect((await catalogueStatements(() => readPublic())).length).toBeGreaterThan(10)
  const wellSince = performance.now()
  proxy.heal()
  await untilInUse(true)
  expect(performance.now() - wellSince).toBeGreaterThanOrEqual(5_000)
  const { found, stayed } = await whileInUse(() => catalogueStatements(() => readPublic(sitemaps)))
  expect([found, stayed]).toEqual([[], true])
})

test('a change is seen, also one of a transaction that others overtook', async () => {
  await untilInUse(true)
  await changeUntilShown(kajal, 311)
  await changeUntilShown(kajal, 312)
  // A snapshot on a standby does not say that this transaction is under way.
  const { promise: held, resolve: commit } = Promise.withResolvers<void>()
  const late = shop.db.transaction(async (tx) => {
    await tx.query(sql`update product set price_paise = 31300, mrp_paise = null where id = ${soap}`)
    await held
  })
  await changeUntilShown(kajal, 314)
  await sleep(600)
  expect(await priceOf(soap)).not.toBe(313)
  commit()
  await late
  await untilShown(soap, 313)
})

test('with replay paused for longer than a second, pages are from the primary, and purchases were right all the time', async () => {
  await untilInUse(true)
  const customer = await customerWithCart(shop, [{ id: soap }], 2)
  const unitsOf = async () =>
    (await shop.db.query<{ units: number }>(sql`select units from product where id = ${soap}`))[0]?.units ?? 0
  const before = await unitsOf()
  await priceOf(kajal)
  await pauseReplay()
  const shown = changeUntilShown(kajal, 320)
  // The replica knows nothing of it, and reads leave it in the middle.
  expect((await buy(shop, customer)).status).toBe(200)
  expect(await unitsOf()).toBe(before - 2)
  expect(await ordersOf(customer)).toHaveLength(1)
  await shown
  expect(replica.inUse).toBe(false)
  expect((await catalogueStatements(() => readPublic())).length).toBeGreaterThan(10)
  await changeUntilShown(kajal, 321)

  // A page that is rendered from the replica again must not be older than the page before.
  await resumeReplay()
  await untilInUse(true)
  expect(await priceOf(kajal)).toBe(321)
  await changeUntilShown(kajal, 322)
})

test('no old page stays in memory, however changes, renders and a replay that halts meet', async () => {
  await untilInUse(true)
  let ended = false
  const visitors = Array.from({ length: 3 }, async () => {
    while (!ended) for (const id of [soap, kajal]) expect((await pageOf(id)).length).toBeGreaterThan(1_000)
  })
  const change = (rupees: number) =>
    Promise.all([soap, kajal].map((id) => changeProduct(shop, id, { pricePaise: rupees * 100 })))
  for (let rupees = 401; rupees < 409; rupees += 2) {
    await change(rupees)
    await sleep(Math.random() * 300)
    // Late, but not so late that reads go to the primary: pages are dropped and rendered while the change is on its way.
    await pauseReplay()
    await change(rupees + 1)
    await sleep(450)
    await resumeReplay()
  }
  await sleep(1_500)
  ended = true
  await Promise.all(visitors)
  for (const id of [soap, kajal]) await untilShown(id, 408)
})

let asked = 0
/** Asks for pages that are not in memory until the primary is in use, and returns how long the slowest took. */
async function visitUntilPrimary(): Promise<number> {
  let slowest = 0
  const end = performance.now() + 1_500
  while (replica.inUse || performance.now() < end) {
    const began = performance.now()
    const { status } = await fetch(`${shop.url}/products/category/1?max=${1_000 + (asked += 1)}`)
    expect(status).toBe(200)
    slowest = Math.max(slowest, performance.now() - began)
  }
  return slowest
}

test('nobody sees an error when the replica dies, and it is used again when it is back', async () => {
  await untilInUse(true)
  const visiting = Promise.all([visitUntilPrimary(), visitUntilPrimary()])
  await sleep(300)
  servers.killStandby()
  await visiting
  await servers.restartStandby()
  await untilInUse(true)
  await changeUntilShown(soap, 501)
  expect(await priceOf(soap)).toBe(501)
})

test('nobody waits for long for a replica that stops answering, nor for changes that are made meanwhile', async () => {
  await untilInUse(true)
  const visiting = Promise.all([visitUntilPrimary(), visitUntilPrimary()])
  await sleep(300)
  proxy.hurt('black-hole')
  // Far below the limits of statements and of the wait for a connection, also on a busy machine.
  expect(Math.max(...(await visiting))).toBeLessThan(8_000)
  await changeUntilShown(soap, 502)
  proxy.heal()
  await untilInUse(true)
  await changeUntilShown(soap, 503)
})

test('while the primary is away, people see the shop as the replica has it, and the node is not ready', async () => {
  const ready = async () => (await fetch(`${shop.url}/readyz`)).status
  const { found, stayed } = await whileInUse(async () => {
    toPrimary.hurt('cut')
    await eventually(ready, (status) => status === 503)
    const { status } = await fetch(`${shop.url}/products/category/1?max=999`)
    return status
  })
  toPrimary.heal()
  expect([found, stayed]).toEqual([200, true])
  await eventually(ready, (status) => status === 200)
  await changeUntilShown(soap, 601)
})

test('a server that is no standby, or that of another shop, is not read from', async () => {
  const log = pino({ level: 'silent' })
  // Not the template, which nobody could copy meanwhile: other tests use the same server.
  const open = ({ template: _, ...server }: Server, database = 'hariyali') =>
    openDb({ connection: { ...server, database }, max: 2 })
  /** Whether one of so many checks allows reads. */
  const isUsed = async (
    primary: Server,
    other: Server,
    checks: number,
    database?: string,
  ): Promise<boolean> => {
    const db = withReplica(open(primary), () => open(other, database), log, 0)
    let used = false
    for (let n = 0; n < checks && !used; n += 1) {
      // A busy machine does not answer each one in time.
      used =
        (await replicaOf(db)
          ?.check()
          .catch(() => false)) ?? false
      await sleep(100)
    }
    await db.close()
    return used
  }
  const { primary, standby } = servers
  expect(await isUsed(primary, standby, 200)).toBe(true)
  expect(await isUsed(primary, primary, 10)).toBe(false)
  expect(await isUsed(inject('database'), standby, 10)).toBe(false)
  // Of the same cluster, but not this shop.
  expect(await isUsed(primary, standby, 10, 'postgres')).toBe(false)
})
