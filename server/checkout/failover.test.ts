/** The database goes away in the middle of starting to pay or of the sweep, and comes back: neither the buyer's order nor his hold is lost. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually, startPaying } from '../../tests/setup/buying.ts'
import { addProduct, customerWithCart, unitsOf } from '../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { endHolds } from '../../tests/setup/clock.ts'
import { type Db, openDb } from '../db/client.ts'
import { DatabaseUnavailable } from '../db/connection-errors.ts'
import { sql } from '../db/sql.ts'
import { sweepCheckouts } from './sweep-checkouts.ts'

let shop: TestShop
/** Of another database of the same server: it stays connected. */
let beside: Db
beforeAll(async () => {
  shop = await startTestShop()
  beside = openDb({ connection: { ...inject('database'), database: 'hariyali' }, max: 1 })
})
afterAll(async () => {
  await beside.close()
  await shop.stop()
})

test('a database that is away when the order of the provider is to be stored gets it later, and the buyer is not kept waiting for a minute', async () => {
  const [row] = await shop.db.query<{ name: string }>(sql`select current_database() as name`)
  const name = row?.name ?? ''
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { payments } = shop.running.shop
  const { createOrder } = payments
  const made: string[] = []
  const away = async (isAway: boolean) => {
    await beside.execute(`alter database ${name} allow_connections ${!isAway}`)
    if (isAway)
      await beside.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
  }
  payments.createOrder = async (wanted) => {
    const id = await createOrder(wanted)
    made.push(id)
    await away(true)
    return id
  }
  const refused = await startPaying(buyer)
  payments.createOrder = createOrder
  expect(refused.status).toBe(503)
  // Longer than the first try to store it again.
  await setTimeout(1_300)
  await away(false)
  const began = performance.now()
  const paying = await eventually(
    () => startPaying(buyer),
    ({ status }) => status === 200,
  )
  // The claim of the first request would be over after a minute.
  expect(performance.now() - began).toBeLessThan(30_000)
  // The order that was made, and no second one.
  expect(paying.body).toBe(made[0])
  expect(made).toHaveLength(1)
})

test('while the database does not answer, no hold is released: its payment may be being settled', async () => {
  const product = await addProduct(shop, { units: 3 })
  const buyer = await customerWithCart(shop, [product])
  await startPaying(buyer)
  const { payments } = shop.running.shop
  const { paymentsOf } = payments
  payments.paymentsOf = () => Promise.reject(new DatabaseUnavailable(new Error('it is away')))
  await endHolds(shop)
  await sweepCheckouts(shop.running.shop)
  expect(await unitsOf(shop, product.id)).toBe(2)
  payments.paymentsOf = paymentsOf
  await endHolds(shop)
  await sweepCheckouts(shop.running.shop)
  expect(await unitsOf(shop, product.id)).toBe(3)
})
