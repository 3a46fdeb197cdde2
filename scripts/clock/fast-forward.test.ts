// @module-tag nightly: A tool of the development kit: the clock of /dev/clock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentKinds, textVersions } from '../../contract/own-data.ts'
import { undertakingVersion } from '../../contract/seller.ts'
import { clockRoute } from './route.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { eventually } from '../../tests/setup/buying.ts'
import { addAdmin } from '../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../tests/setup/products.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { acceptedClaim } from '../../tests/setup/green-claims.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { delivered } from '../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import { recordConsents } from '../../server/people/consents/consents.ts'
import { readSellerMoney } from '../../server/money/settlements/earnings-queries.ts'
import { fastForward } from './fast-forward.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

test('after ten days a delivered order is due or settled, and every invariant holds', async () => {
  const seller = await addSeller(shop)
  const buyer = await customerWithCart(shop, [])
  const { orderId } = await sellOne(shop, seller, { pricePaise: 50_000, buyer })
  await delivered(shop, orderId)
  const money = async () => (await readSellerMoney(shop.db, [seller.id], dayOf(new Date())))[0]
  const before = await money()
  expect(before).toMatchObject({ duePaise: 0, inPaymentPaise: 0 })
  expect(before?.onHoldPaise).toBeGreaterThan(0)
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string }>(sql`select id from account where email = ${buyer.email}`)
    await recordConsents(tx, row?.id ?? '')
  })
  await seller.post('/private/profile/undertaking', { version: undertakingVersion })
  await fastForward(shop.running.shop, 10)
  const after = await money()
  expect(after?.onHoldPaise).toBe(0)
  // Due, or paid by the run of a Monday that has passed.
  expect((after?.duePaise ?? 0) + (after?.inPaymentPaise ?? 0)).toBe(before?.onHoldPaise)
  const [order] = await shop.db.query<{ days: number }>(
    sql`select extract(day from now() - created_at)::int as days from orders where id = ${orderId}`,
  )
  expect(order?.days).toBe(10)
  // Consents and undertakings name texts by their days.
  expect((await seller.get('/private/profile/undertaking')).body).toMatchObject({
    accepted: { version: undertakingVersion },
  })
  const { consents } = (await buyer.get('/private/own-data')).body
  expect(consents).toMatchObject(consentKinds.toSorted().map((kind) => ({ version: textVersions[kind] })))
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('a green claim whose last day has passed leaves the page in the cache', async () => {
  const seller = await addSeller(shop)
  const { id: productId } = await addProduct(shop, { seller })
  const admin = await addAdmin(shop, undefined, ['catalogue'])
  const id = await acceptedClaim(seller, admin, [productId], { expiresOn: addDays(dayOf(new Date()), 1) })
  const claims = async () => (await shop.client().get(`/public/product/${productId}`)).body.greenClaims
  await eventually(claims, (shown) => shown.length === 1)
  await fastForward(shop.running.shop, 3)
  await eventually(claims, (shown) => shown.length === 0)
  expect((await seller.get(`/private/green-claims/${id}`)).body.state).toBe('expired')
})

test('POST /dev/clock refuses other methods, wrong days, and a database that is not its own', async () => {
  const called: number[] = []
  const own = { ...shop.running.shop, config: { ...shop.running.shop.config, databaseUrl: undefined } }
  const route = clockRoute(own, { fastForward: (days) => called.push(days) })
  const post = (body: string) => new Request('http://shop/dev/clock', { method: 'POST', body })
  expect((await route(new Request('http://shop/dev/clock'))).status).toBe(405)
  for (const body of ['', '{}', '{"days":"3"}', '{"days":0}', '{"days":1.5}', '{"days":401}'])
    expect((await route(post(body))).status, body).toBe(400)
  expect((await clockRoute(shop.running.shop, { fastForward: () => {} })(post('{"days":1}'))).status).toBe(
    409,
  )
  expect(called).toEqual([])
  expect((await route(post('{"days":1}'))).status).toBe(200)
  expect(called).toEqual([1])
})
