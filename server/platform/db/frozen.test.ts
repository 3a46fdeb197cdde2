/** A database that does not answer one kind of work: the others go on, and nobody is told of an error of the shop. */
// @module-tag nightly: A database that hangs for seconds. failover.test.ts proves calls whose database is away each time.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startPaying } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { manyCustomersWithCart } from '../../../tests/setup/crowd.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { browserAt } from '../../../tests/setup/people.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from './sql.ts'

let shop: TestShop
let visitor: Customer
/** Logs in again and again: an account keeps few sessions. */
let returning: Customer
beforeAll(async () => {
  shop = await startTestShop({ env: { MAX_IN_FLIGHT: '64', TRUST_PROXY: 'true' } })
  visitor = await shop.customer('visitor')
  returning = await shop.customer('returning')
})
afterAll(() => shop.stop())

const list = '/public/category/all'
/** Statements of the shop that wait for a lock, by process id. */
const stuck = async () => {
  const { rows } = await shop.db.execute(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.map((row) => (row as { pid: number }).pid)
}
/** How a refusal for want of the database looks. */
const isPassing = ({ status, headers }: Answer) => status === 503 && Number(headers.get('retry-after')) >= 1

test(
  'a product row that stays locked while forty pay keeps nobody from browsing and logging in',
  { timeout: 240_000 },
  async () => {
    const product = await addProduct(shop)
    const buyers = await manyCustomersWithCart(shop, 40, product)
    const { email, password } = returning
    const seen: Record<string, number[]> = {
      list: [],
      product: [],
      search: [],
      ready: [],
      health: [],
      login: [],
    }
    let paid: Promise<Answer[]> = Promise.resolve([])
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from product where id = ${product.id} for update`)
      paid = Promise.all(buyers.map((buyer) => buyer.get(`/private/order/payment/${product.pricePaise}`)))
      await eventually(stuck, (pids) => pids.length > 0)
      // Longer than a wait for a lock, a try again and a wait for a connection together.
      for (const end = Date.now() + 25_000; Date.now() < end; await sleep(500)) {
        seen.list?.push((await visitor.get(`${list}?made=${Date.now()}`)).status)
        seen.product?.push((await visitor.get(`/public/product/${product.id}`)).status)
        seen.search?.push((await visitor.get(`/public/product/search/bamboo${Date.now()}`)).status)
        seen.ready?.push((await visitor.get('/readyz')).status)
        seen.health?.push((await visitor.get('/healthz')).status)
        // Each from another network: right passwords are limited, too.
        seen.login?.push((await browserAt(shop).post('/auth/login', { email, password })).status)
      }
    })
    for (const [what, statuses] of Object.entries(seen))
      expect([what, statuses.filter((status) => status !== 200)]).toEqual([what, []])
    const answers = await paid
    expect(
      answers.filter((answer) => answer.status !== 200 && !isPassing(answer)).map((a) => a.status),
    ).toEqual([])
    // A buyer who was told to try again gets the order.
    const again = await Promise.all(
      buyers.filter((_, i) => answers[i]?.status === 503).map((buyer) => startPaying(buyer)),
    )
    expect(again.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  },
)

/** Runs `during` while a call of the visitor waits for the table of addresses; returns how that call ended. */
async function whileWaiting(during: (call: Promise<Answer>) => Promise<unknown>): Promise<Answer> {
  let waiting: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.execute('lock table address in access exclusive mode')
    waiting = visitor.get('/private/address/get')
    await eventually(stuck, (pids) => pids.length > 0)
    await during(waiting)
  })
  return waiting!
}

test('a call whose lock does not come is told to come again', async () => {
  const before = Date.now()
  const answer = await whileWaiting((call) => call)
  expect(Date.now() - before).toBeLessThan(30_000)
  expect([answer.status, isPassing(answer)]).toEqual([503, true])
  expect((await visitor.get('/private/address/get')).status).toBe(200)
})

test('a call whose statement was cancelled for its time is told to come again', async () => {
  const answer = await whileWaiting(async () => {
    await shop.db.execute('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [await stuck()])
    await eventually(stuck, (pids) => pids.length === 0)
  })
  expect([answer.status, isPassing(answer)]).toEqual([503, true])
})

test('a session that the server ends costs its call a try, and no other call anything', async () => {
  const answer = await whileWaiting(async () => {
    await shop.db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and not exists (select from pg_locks l where l.pid = pg_stat_activity.pid and l.mode = 'AccessExclusiveLock' and granted)`,
    )
    await eventually(stuck, (pids) => pids.length === 0)
  })
  expect([answer.status, isPassing(answer)]).toEqual([503, true])
  const after = await Promise.all(Array.from({ length: 30 }, () => visitor.get('/private/address/get')))
  expect(after.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await visitor.get('/private/address/get')).status).toBe(200)
})
