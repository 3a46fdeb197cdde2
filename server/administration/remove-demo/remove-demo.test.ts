/** What removing the demo shop deletes: orders, payments and products of others are not changed. */
// @module-tag nightly: It proves a command of operators, which the shop does not call, on a whole demo shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../../../contract/order.ts'
import * as catalogue from '../../../demo/catalogue/catalogue.ts'
import { buy, eventually, startPaying } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addShopsCoupon } from '../../../tests/setup/coupons.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { demoAccount } from '../../../tests/setup/people.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { dayAgo, settle } from '../../../tests/setup/settling.ts'
import { readAdminPaths } from '../paths.ts'
import { adviseOnData } from '../../process/config-advice.ts'
import { sql } from '../../platform/db/sql.ts'
import { markPayoutPaid } from '../../money/settlements/pay.ts'
import { findDemoAccounts } from '../../people/identity/demo-accounts.ts'
import { removeDemo } from './remove-demo.ts'

let shop: TestShop
let customer: Customer
beforeAll(async () => {
  shop = await startTestShop({ seed: 'demo' })
  customer = await shop.customer()
  await customer.post('/private/address/add', {
    street: '1 Own Street',
    city: 'Mumbai',
    state: 'Maharashtra',
    pinCode: '400001',
  })
})
afterAll(() => shop.stop())

const addToCart = async (client: TestClient, id: string) =>
  expect((await client.post('/private/cart/add', { id, quantity: 1 })).status).toBe(200)
const ordersOf = async (client: TestClient) => (await client.get<Order[]>('/private/order/get/customer')).body
const demoProducts = async () =>
  shop.db.query<{ id: string }>(sql`
    select p.id from product p join account a on a.id = p.seller_id
    where split_part(a.email, '@', 2) like '%hariyali.test' and p.units > 20 order by p.id limit 4`)
const count = async (table: string) =>
  ((await shop.db.execute(`select count(*) as n from ${table}`)).rows[0] as { n: number }).n

test('every account of the demo seed is recognised as one, and no other account', async () => {
  const found = await findDemoAccounts(shop.db)
  expect(found.map(({ email }) => email).toSorted()).toEqual(
    [
      'admin@hariyali.test',
      'buyer@hariyali.test',
      ...catalogue.demoSellers.map(({ email }) => email),
    ].toSorted(),
  )
})

test("removing the demo shop leaves others' orders, payments, goods and stock as they were", async () => {
  // Sellers of the demo shop were settled and paid, also the one whose goods a real customer buys.
  await settle(shop, dayAgo(1))
  const paid = await shop.db.query<{ id: string }>(sql`select id from payout`)
  for (const { id } of paid) await markPayoutPaid(shop.running.shop, id, `HDFC${id.slice(-12).toUpperCase()}`)
  const [bought] = await shop.db.query<{ id: string }>(sql`
    select p.id from product p where p.units > 20 and exists (select from payout o where o.seller_id = p.seller_id) order by p.id`)
  const [inCart, wished] = (await demoProducts()).filter(({ id }) => id !== bought?.id)
  const real = await addProduct(shop, { name: 'Real Soap', units: 50 })
  const [admin, seller, demoBuyer] = await Promise.all(
    (['admin', 'seller', 'buyer'] as const).map((name) => demoAccount(shop, name)),
  )
  await addShopsCoupon(admin!, 'DEMO10')
  await chargeForDelivery(admin!, { charge: 40, freeFrom: 1 })
  if (!bought || !inCart || !wished || !admin || !seller || !demoBuyer) throw new Error('no demo shop')

  await addToCart(customer, bought.id)
  expect((await buy(shop, customer)).status).toBe(200)
  await addToCart(customer, inCart.id)
  await addToCart(customer, real.id)
  expect((await customer.post(`/private/wishlist/add/${wished.id}`)).status).toBe(200)
  // The demo buyer's checkouts: paid with the stand-in, paid with real money in a shop with demo accounts, and unpaid.
  for (const key of ['rzp_test_00000000000000', 'rzp_live_00000000000000']) {
    await addToCart(demoBuyer, real.id)
    expect((await buy(shop, demoBuyer)).status).toBe(200)
    await shop.db.query(sql`
      update checkout set provider_key_id = ${key} where id = (select checkout_id from orders order by id desc limit 1)`)
  }
  const [paidForReal] = await shop.db.query<{ id: string }>(
    sql`select id from orders order by id desc limit 1`,
  )
  await addToCart(demoBuyer, real.id)
  expect((await startPaying(demoBuyer)).status).toBe(200)
  // Mail to both that waits for its next attempt.
  const mails = async () =>
    (await shop.mailSoFar('buyer@hariyali.test')).length + (await shop.mailSoFar(customer.email)).length
  await eventually(mails, (sent) => sent >= 3)
  await shop.db.execute(`update pgboss.job set state = 'failed' where name = 'send-mail'`)

  const before = await ordersOf(customer)
  const paths = await readAdminPaths(shop.db)
  const [dry, untouched] = [await removeDemo(shop.running.shop, { dryRun: true }), await count('orders')]
  expect(await count('orders')).toBe(untouched)
  expect(await removeDemo(shop.running.shop, { dryRun: false })).toEqual(dry)
  expect(await removeDemo(shop.running.shop, { dryRun: false })).toBeUndefined()

  for (const client of [admin, seller, demoBuyer]) expect((await client.get('/private/me')).status).toBe(401)
  for (const name of ['admin', 'seller', 'buyer']) {
    const login = { email: `${name}@hariyali.test`, password: 'green-demo' }
    expect((await shop.client().post('/auth/login', login)).status).toBe(400)
  }
  // The real customer's order is unchanged, except for the seller's e-mail.
  const after = await ordersOf(customer)
  const withoutSeller = (orders: readonly Order[]) => orders.map(({ sellerEmail: _, ...order }) => order)
  expect(after).toHaveLength(1)
  expect(withoutSeller(after)).toEqual(withoutSeller(before))
  expect(after[0]?.sellerEmail).toMatch(/@removed\.invalid$/)
  expect((await shop.client().get(`/public/product/${bought.id}`)).status).toBe(404)
  expect((await customer.get('/private/cart/get')).body).toMatchObject([{ productId: real.id }])
  expect((await customer.get('/private/wishlist/get')).body).toEqual([])
  // 50 less the two sold ones: the unpaid checkout returned its unit.
  expect((await shop.db.query(sql`select units from product where id = ${real.id}`))[0]).toEqual({
    units: 48,
  })
  expect((await shop.db.query(sql`select id from orders order by id desc limit 1`))[0]).toEqual(paidForReal)
  expect(await count('orders')).toBe(2)
  expect(await count('payment')).toBe(2)
  expect(await count(`account where role = 'CUSTOMER' and suspended_at is null`)).toBe(1)
  expect(await count(`pgboss.job where name = 'send-mail' and state = 'failed'`)).toBeGreaterThan(0)
  expect(dry?.counts['unsent mails']).toBeGreaterThan(1)
  expect(await shop.db.query(sql`select value from setting where name = 'admin-paths'`)).not.toEqual([
    { value: paths },
  ])
  expect(await brokenInvariants(shop.db)).toEqual([])
  // The ledger has the two purchases that stay, with what the provider charged for them, and nothing of the demo shop.
  const balances = await shop.db.query<{ account: string; paise: number }>(sql`
    select account, sum(amount_paise)::bigint as paise from posting group by account, seller_id
    having sum(amount_paise) <> 0 order by account`)
  expect(balances.map(({ account }) => account)).toEqual([
    'buyer',
    'input_gst',
    'provider',
    'provider_charges',
  ])
  expect(await count('settlement')).toBe(0)
  expect(await count('coupon')).toBe(0)
  expect(await count('delivery_charge')).toBe(0)
  expect(await shop.db.query(sql`select by_name from audit_entry where act = 'demo-removed'`)).toEqual([
    { by_name: 'remove-demo' },
  ])
})

test('what a stand-in took as payment is reported to the operator, what a live key took is not', async () => {
  expect((await adviseOnData(shop.db)).filter((line) => line.startsWith('Orders paid'))).toEqual([
    'Orders paid with test money, by a stand-in or a test key: 1. Nobody is to send anything for them; see All Orders, and Refunds.',
  ])
})
