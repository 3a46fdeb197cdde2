/** api-rules §6: how long one buyer may hold goods without paying, and how often they may try. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { cartOf, pay, startPaying, verify, addSecondAddress } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { holdNextCall, paymentLedger } from '../../../tests/setup/providers.ts'
import { ageCheckouts, makeCheckoutDue } from '../../../tests/setup/clock.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { takeDueCheckouts } from './queries.ts'
import { sweepCheckouts } from './sweep-checkouts.ts'

describe('holds without a payment', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  /** Moves all times of checkouts back by so much. */
  const minutesPass = async (minutes: number) => {
    await ageCheckouts(shop, minutes)
    await sweepCheckouts(shop.running.shop)
  }

  test(
    'renewed every 14 minutes, a hold lasts 30 minutes in all; then the products are on sale and the buyer waits',
    nightly('Many renewals. The next tests prove that 30 minutes are not begun anew each time.'),
    async () => {
      const product = await addProduct(shop, { units: 1 })
      const hoarder = await customerWithCart(shop, [product])
      const cup = await addProduct(shop, { units: 5 })
      const bystander = await customerWithCart(shop, [cup])
      // What the buyer held more than an hour earlier does not count.
      expect((await startPaying(hoarder)).status).toBe(200)
      await minutesPass(80)
      expect((await startPaying(bystander)).status).toBe(200)
      for (const at of [0, 14, 28]) {
        expect({ at, status: (await startPaying(hoarder)).status }).toEqual({ at, status: 200 })
        await minutesPass(at === 28 ? 2 : 14)
      }
      expect(await unitsOf(shop, product.id)).toBe(1)
      // Nobody else's hold was renewed.
      expect(await unitsOf(shop, cup.id)).toBe(5)
      const refused = await startPaying(hoarder)
      expect(refused).toMatchObject({ status: 429, body: { msg: expect.stringContaining('30 minutes') } })
      // Until the first of the 30 minutes is an hour old.
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(29 * 60)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60)
      const other = await customerWithCart(shop, [product])
      expect((await startPaying(other)).status).toBe(200)
      await minutesPass(31)
      expect((await startPaying(hoarder)).status).toBe(200)
    },
  )

  test('another address, another quantity or a pause does not restart the 30 minutes', async () => {
    const [lamp, cup] = [await addProduct(shop, { units: 2 }), await addProduct(shop, { units: 5 })]
    const hoarder = await customerWithCart(shop, [lamp])
    const [one, two] = await addSecondAddress(hoarder)
    const ask = (id: string | undefined, paise: number) =>
      hoarder.get(`/private/order/payment/${paise}?addressId=${id}`)
    expect((await ask(one, 14_900)).status).toBe(200)
    await minutesPass(14)
    expect((await ask(two, 14_900)).status).toBe(200)
    await minutesPass(14)
    await hoarder.post('/private/cart/add', { id: cup.id, quantity: 1 })
    expect((await ask(one, 29_800)).status).toBe(200)
    await minutesPass(3)
    const refused = await ask(two, 29_800)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(29 * 60)
    expect([await unitsOf(shop, lamp.id), await unitsOf(shop, cup.id)]).toEqual([2, 5])
    // Goods that were held for less time are not refused.
    const [line] = (await hoarder.get('/private/cart/get')).body as { cartItemId: string }[]
    await hoarder.delete(`/private/cart/remove/${line!.cartItemId}`)
    expect((await ask(one, 14_900)).status).toBe(200)
  })

  test('a buyer who tries again after a while is not refused: 15 minutes at a time', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    expect((await startPaying(buyer)).status).toBe(200)
    await minutesPass(40)
    expect((await startPaying(buyer)).status).toBe(200)
    await minutesPass(40)
    expect((await startPaying(buyer)).status).toBe(200)
  })

  /**
   * Replaced checkouts of this buyer, or of another one in the same network, without products and without an order of the
   * provider.
   */
  const copies = (
    providerOrderId: string,
    count: number,
    email: string,
    createdAt: Sql,
    nextCheckAt = sql`null`,
  ) =>
    shop.db.query(sql`
      insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name,
        pin_code, created_at, hold_expires_at, hold_ended_at, next_check_at, network_hash)
      select uuidv7(), a.id, 'replaced', total_paise, fingerprint, address_id, street, city, state_name,
        pin_code, ${createdAt}, now(), now(), ${nextCheckAt}, network_hash
      from checkout c, account a, generate_series(1, ${count}) as number
      where c.provider_order_id = ${providerOrderId} and a.email = ${email}`)
  const forget = () =>
    shop.db.query(sql`
      delete from checkout c where not exists (select from checkout_line l where l.checkout_id = c.id)`)

  test('60 unpaid checkouts of a buyer in an hour and 1,000 of a network in ten minutes are too many, paid ones are not', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const other = await customerWithCart(shop, [await addProduct(shop)])
    const first = await startPaying(buyer)
    expect(first.status).toBe(200)
    const unpaid = (count: number, minutes: number, email: string) =>
      copies(first.body, count, email, sql`now() - ${minutes} * interval '1 minute'`)
    const [home, office] = await addSecondAddress(buyer)
    const start = async (id: string) => {
      const { status, headers } = await buyer.get(`/private/order/payment/14900?addressId=${id}`)
      return [status, headers.get('retry-after')]
    }
    await unpaid(58, 59, buyer.email)
    await unpaid(100, 61, buyer.email)
    expect(await start(office)).toEqual([200, null])
    expect(await start(home)).toEqual([429, '900'])
    await forget()
    const [counted] = await shop.db.query<{ count: number }>(sql`
      select count(*) as count from checkout where state <> 'completed' and created_at > now() - interval '10 minutes'
        and network_hash = (select network_hash from checkout where provider_order_id = ${first.body})`)
    await unpaid(999 - (counted?.count ?? 0), 9, other.email)
    await unpaid(100, 11, other.email)
    expect(await start(home)).toEqual([200, null])
    expect(await start(office)).toEqual([429, '120'])
    await forget()
    expect(await start(office)).toEqual([200, null])
  })

  test(
    '200 requests with two alternating addresses make 10 orders at the provider in a minute',
    nightly('200 requests. sequences.test.ts asks for payment without end each time.'),
    async () => {
      const buyer = await customerWithCart(shop, [await addProduct(shop)])
      const addresses = await addSecondAddress(buyer)
      const paise = (await cartOf(buyer)).reduce((sum, l) => sum + Math.round(l.price * 100) * l.quantity, 0)
      const orders = async () => (await paymentLedger(shop)).orders.length
      const before = await orders()
      const statuses = new Map<number, number>()
      const waits = new Set<string | null>()
      for (let i = 0; i < 200; i += 1) {
        const { status, headers } = await buyer.get(
          `/private/order/payment/${paise}?addressId=${addresses[i % 2]}`,
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        waits.add(headers.get('retry-after'))
      }
      expect((await orders()) - before).toBe(10)
      expect([...waits]).toEqual([null, '60'])
      expect(statuses).toEqual(
        new Map([
          [200, 10 + 95],
          [429, 95],
        ]),
      )
    },
  )

  test('the sweep checks all checkouts that are due, and those first that wait longest', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    await makeCheckoutDue(shop, orderId)
    await copies(orderId, 70, buyer.email, sql`now()`, sql`now() - number * interval '1 hour'`)
    const due = () =>
      shop.db.query<{ id: string }>(
        sql`select id from checkout where next_check_at <= now() order by next_check_at`,
      )
    const longest = (await due()).slice(0, 2).map(({ id }) => id)
    const taken = await takeDueCheckouts(shop.db, 2)
    expect(taken.map(({ id }) => id).toSorted()).toEqual(longest.toSorted())
    await sweepCheckouts(shop.running.shop)
    expect(await due()).toEqual([])
    await forget()
    // While its hold lasts a checkout is checked each minute, because the webhook may be lost.
    const [open] = await shop.db.query<{ seconds: number }>(sql`
      select extract(epoch from next_check_at - now())::float8 as seconds from checkout where provider_order_id = ${orderId}`)
    expect(open?.seconds).toBeGreaterThan(50)
    expect(open?.seconds).toBeLessThanOrEqual(60)
  })

  test('a hold that is renewed while the sweep checks it keeps the products for the whole time', async () => {
    const product = await addProduct(shop, { units: 1 })
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    // The other tests' checkouts are not checked in this round.
    await shop.db.query(
      sql`update checkout set next_check_at = now() + interval '1 hour' where state <> 'open'`,
    )
    const check = holdNextCall(shop, 'paymentsOf', (id) => id === orderId)
    const swept = minutesPass(16)
    await check.asked
    expect(await startPaying(buyer)).toMatchObject({ status: 200, body: orderId })
    check.letGo()
    await swept
    expect(await unitsOf(shop, product.id)).toBe(0)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
  })
})
