/** The database or the provider fails while a payment is started or swept: nothing is lost, and the log names what waits. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually, startPaying } from '../../../tests/setup/buying.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { type Db, openDb } from '../../platform/db/client.ts'
import { DatabaseUnavailable } from '../../platform/db/connection-errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { sweepUnmatched } from './settle-unmatched.ts'
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

/** The shop with a log that is kept. */
function listenTo({ running }: TestShop): { told: object[]; listening: Shop } {
  const told: object[] = []
  const value = (about: object, line: string) => told.push({ ...about, line })
  const log = Object.create(running.shop.log, { error: { value }, warn: { value } })
  return { told, listening: { ...running.shop, log } }
}

test('the database is away when the order of the provider is to be stored: once the claim has ended the buyer gets this order, and nothing is held twice', async () => {
  const [row] = await shop.db.query<{ name: string }>(sql`select current_database() as name`)
  const name = row?.name ?? ''
  const product = await addProduct(shop, { units: 3 })
  const buyer = await customerWithCart(shop, [product])
  const { payments } = shop.running.shop
  const { createOrder } = payments
  const made: string[] = []
  payments.createOrder = async (wanted) => {
    const id = await createOrder(wanted)
    made.push(id)
    if (made.length === 1) {
      await beside.execute(`alter database ${name} allow_connections false`)
      await beside.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
    }
    return id
  }
  expect((await startPaying(buyer)).status).toBe(503)
  await beside.execute(`alter database ${name} allow_connections true`)
  const endClaim = () =>
    shop.db.query(sql`
      update checkout set provider_order_claimed_at = provider_order_claimed_at - interval '61 seconds'
      where provider_order_id is null and state = 'open' returning 1`)
  expect(
    await eventually(
      () => endClaim().catch(() => []),
      (claims) => claims.length > 0,
    ),
  ).toHaveLength(1)
  expect(await startPaying(buyer)).toMatchObject({ status: 200, body: made[0] })
  payments.createOrder = createOrder
  expect(made).toHaveLength(1)
  expect(await unitsOf(shop, product.id)).toBe(2)
})

test.each([
  [
    'the database does not answer: the hold stays, its payment may be being settled',
    new DatabaseUnavailable(new Error('away')),
    2,
    ['checkout not swept'],
  ],
  ['the provider does not answer: the hold ends', new ProviderUnavailable('away'), 3, []],
  ['anything else fails: the hold ends', new TypeError('ours'), 3, ['checkout not settled']],
])('a checkout is swept, and %s', async (_, error, units, lines) => {
  const product = await addProduct(shop, { units: 3 })
  const buyer = await customerWithCart(shop, [product])
  const { body: orderId } = await startPaying(buyer)
  const [checkout] = await shop.db.query<{ id: string }>(
    sql`select id from checkout where provider_order_id = ${orderId}`,
  )
  const endHold = () =>
    shop.db.query(sql`
      update checkout set hold_expires_at = now() - interval '1 second', next_check_at = now() where id = ${checkout?.id}`)
  const { payments } = shop.running.shop
  const { paymentsOf } = payments
  payments.paymentsOf = () => Promise.reject(error)
  await endHold()
  const { told, listening } = listenTo(shop)
  await sweepCheckouts(listening)
  expect(told).toEqual(lines.map((line) => ({ err: error, checkoutId: checkout?.id, line })))
  expect(await unitsOf(shop, product.id)).toBe(units)
  payments.paymentsOf = paymentsOf
  await endHold()
  await sweepCheckouts(shop.running.shop)
  expect(await unitsOf(shop, product.id)).toBe(3)
})

test('an unmatched payment whose order the provider does not tell is named in the log, and the others are looked up', async () => {
  await shop.db.query(sql`
    insert into unmatched_payment (id, provider_order_id, event) select uuidv7(), o, 'order.paid' from unnest(array['one', 'two']) as o`)
  const { payments } = shop.running.shop
  const { receiptOf } = payments
  const asked: string[] = []
  const error = new ProviderUnavailable('away')
  payments.receiptOf = (orderId) => {
    asked.push(orderId)
    return Promise.reject(error)
  }
  const { told, listening } = listenTo(shop)
  await sweepUnmatched(listening)
  payments.receiptOf = receiptOf
  expect(asked.toSorted()).toEqual(['one', 'two'])
  expect(told).toEqual(
    asked.map((providerOrderId) => ({
      err: error,
      providerOrderId,
      line: 'unmatched payment not settled yet',
    })),
  )
})
