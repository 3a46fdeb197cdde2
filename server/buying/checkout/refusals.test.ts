/** api-rules §2, §3: a refused call changes nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  cartOf,
  create,
  eventually,
  pay,
  startPaying,
  verify,
  ordersOf,
} from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addProduct, customerWithCart, testAddress, unitsOf } from '../../../tests/setup/products.ts'
import { rawRequest } from '../../../tests/setup/raw-request.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { setUnits, setDeleted } from '../../../tests/setup/change-product.ts'
import { stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { sql } from '../../platform/db/sql.ts'

describe('refusals', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  const checkouts = async () =>
    ((await shop.db.execute('select count(*)::int as n from checkout')).rows as { n: number }[])[0]!.n

  test("a wrong amount in the URL: 409 'Prices have changed. Please review your cart.', nothing is held", async () => {
    const product = await addProduct(shop, { units: 7 })
    const buyer = await customerWithCart(shop, [product])
    const before = await checkouts()
    for (const amount of ['1', '14899', '14901', '149']) {
      expect(await buyer.get(`/private/order/payment/${amount}`)).toMatchObject({
        status: 409,
        body: { msg: 'Prices have changed. Please review your cart.' },
      })
    }
    for (const amount of ['0', '-14900', '149.5', 'NaN', '1e400']) {
      expect((await buyer.get(`/private/order/payment/${amount}`)).status).toBe(400)
    }
    expect(await checkouts()).toBe(before)
    expect(await unitsOf(shop, product.id)).toBe(7)
  })

  test('a forged signature is refused and nothing changes', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
    const forgeries = [
      '0'.repeat(64),
      answer.razorpay_signature.slice(0, 63),
      answer.razorpay_signature.toUpperCase(),
      `${answer.razorpay_signature}0`,
      'x',
    ]
    for (const razorpay_signature of forgeries) {
      expect(await verify(buyer, { ...answer, razorpay_signature })).toMatchObject({
        status: 400,
        body: { msg: 'Payment verification failed' },
      })
    }
    expect(await ordersOf(buyer)).toEqual([])
    expect(await cartOf(buyer)).toHaveLength(1)
    expect((await verify(buyer, answer)).status).toBe(200)
  })

  test("another buyer's provider order is not there, and an own signature does not open it", async () => {
    const product = await addProduct(shop)
    const [anne, bert] = [await customerWithCart(shop, [product]), await customerWithCart(shop, [product])]
    const annes = await pay(shop, (await startPaying(anne)).body, 'paid', { webhooks: 'none' })
    const berts = await pay(shop, (await startPaying(bert)).body, 'paid', { webhooks: 'none' })
    expect(await verify(bert, annes)).toMatchObject({ status: 404, body: { msg: 'Not found' } })
    expect((await verify(bert, { ...berts, razorpay_order_id: annes.razorpay_order_id })).status).toBe(404)
    expect((await verify(bert, { ...berts, razorpay_payment_id: annes.razorpay_payment_id })).status).toBe(
      400,
    )
    expect((await verify(bert, { ...annes, razorpay_order_id: berts.razorpay_order_id })).status).toBe(400)
    expect(await ordersOf(anne)).toEqual([])
    expect(await ordersOf(bert)).toEqual([])
  })

  test("another buyer's address is not there", async () => {
    const product = await addProduct(shop)
    const [anne, bert] = [await customerWithCart(shop, [product]), await customerWithCart(shop, [product])]
    const [address] = (await anne.get('/private/address/get')).body
    expect((await bert.get(`/private/order/payment/14900?addressId=${address.id}`)).status).toBe(404)
    const unknown = await bert.get(
      '/private/order/payment/14900?addressId=00000000-0000-7000-8000-000000000000',
    )
    expect(unknown.status).toBe(404)
  })

  test("another buyer's cart lines cannot be bought: the stored cart counts, not the list sent", async () => {
    const [cheap, dear] = [
      await addProduct(shop, { pricePaise: 1_000 }),
      await addProduct(shop, { pricePaise: 90_000 }),
    ]
    const anne = await customerWithCart(shop, [dear])
    const bert = await customerWithCart(shop, [cheap])
    const { body: orderId } = await startPaying(bert)
    await verify(bert, await pay(shop, orderId))
    const created = await create(bert, [
      ...(await cartOf(anne)),
      { productId: cheap.id, price: 0.01, quantity: 999 },
    ])
    expect(created.body).toMatchObject([{ amount: 10, quantity: 1 }])
    expect(await cartOf(anne)).toHaveLength(1)
  })

  test('order/create without a payment: 409 and no order', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    expect((await create(buyer, await cartOf(buyer))).status).toBe(409)
    const { body: orderId } = await startPaying(buyer)
    expect((await create(buyer, await cartOf(buyer))).status).toBe(409)
    await shop.kit(`/dev/payments/${orderId}`, { outcome: 'failed' }).catch(() => {})
    expect((await create(buyer, await cartOf(buyer))).status).toBe(409)
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('a bought cart does not pay for the next one', async () => {
    const [first, second] = [await addProduct(shop), await addProduct(shop)]
    const buyer = await customerWithCart(shop, [first])
    const items = await cartOf(buyer)
    await verify(buyer, await pay(shop, (await startPaying(buyer)).body))
    expect((await create(buyer, items)).status).toBe(200)
    await buyer.post('/private/cart/add', { id: second.id, quantity: 1 })
    expect((await create(buyer, await cartOf(buyer))).status).toBe(409)
    expect(await ordersOf(buyer)).toHaveLength(1)
    // A repeated call for the first checkout returns the same orders.
    expect((await create(buyer, items)).body).toHaveLength(1)
    // Also while the next one is being paid for, up to an hour later.
    const { body: next } = await startPaying(buyer)
    expect((await create(buyer, items)).body).toHaveLength(1)
    await shop.db.query(sql`update checkout set settled_at = settled_at - interval '61 minutes'`)
    expect((await create(buyer, items)).status).toBe(409)
    await pay(shop, next, 'paid', { webhooks: 'none' })
    expect((await create(buyer, [])).body).toMatchObject([{ product: { name: second.name } }])
  })

  test("without any address: 400 'Please select Delivery address'; an empty cart: 409", async () => {
    const buyer = await shop.customer()
    expect(await buyer.get('/private/order/payment/14900')).toMatchObject({
      status: 409,
      body: { msg: 'Your Cart is Empty' },
    })
    await buyer.post('/private/cart/add', { id: (await addProduct(shop)).id, quantity: 1 })
    expect(await startPaying(buyer)).toMatchObject({
      status: 400,
      body: { msg: 'Please select Delivery address' },
    })
    await buyer.post('/private/address/add', testAddress)
    expect((await startPaying(buyer)).status).toBe(200)
  })

  test("order/check answers the strings 'true' and 'false' and names the product", async () => {
    const product = await addProduct(shop, { units: 2, name: 'Checked Cup' })
    const buyer = await shop.customer()
    const check = async () => (await buyer.post('/private/order/check', await cartOf(buyer))).body
    expect(await check()).toEqual({ status: 'false', msg: 'Your Cart is Empty' })
    await buyer.post('/private/cart/add', { id: product.id, quantity: 1 })
    await buyer.post('/private/cart/edit', { id: product.id, quantity: 2 })
    expect(await check()).toEqual({ status: 'true', msg: 'All items are available' })
    await setUnits(shop, product.id, 1)
    expect(await check()).toEqual({
      status: 'false',
      msg: 'Only 1 of "Checked Cup" left. Please lower the quantity.',
    })
    await setUnits(shop, product.id, 0)
    expect(await check()).toEqual({
      status: 'false',
      msg: '"Checked Cup" is out of stock. Please remove it from your cart.',
    })
    await setUnits(shop, product.id, 9)
    await setDeleted(shop, product.id)
    expect(await check()).toEqual({
      status: 'false',
      msg: '"Checked Cup" is no longer available. Please remove it from your cart.',
    })
    expect((await startPaying(buyer)).body).toEqual({ msg: (await check()).msg })
  })

  test("a buyer's own unpaid hold never refuses their next purchase", async () => {
    const product = await addProduct(shop, { units: 2, name: 'Held Cup' })
    const buyer = await customerWithCart(shop, [product], 2)
    const first = await startPaying(buyer)
    expect(await unitsOf(shop, product.id)).toBe(0)
    expect((await buyer.post('/private/order/check', await cartOf(buyer))).body.status).toBe('true')
    expect((await buyer.get('/private/cart/get')).body[0].noOfUnits).toBe(2)
    expect((await buyer.post('/private/cart/edit', { id: product.id, quantity: 1 })).status).toBe(200)
    const second = await startPaying(buyer)
    expect(second.status).toBe(200)
    expect(second.body).not.toBe(first.body)
    expect(await unitsOf(shop, product.id)).toBe(1)
  })

  test('a replaced checkout that is paid after the newer one was bought is refunded', async () => {
    const product = await addProduct(shop, { units: 9, name: 'Twice Paid Cup' })
    const buyer = await customerWithCart(shop, [product], 2)
    const first = (await startPaying(buyer)).body
    await buyer.post('/private/cart/edit', { id: product.id, quantity: 1 })
    const second = (await startPaying(buyer)).body
    expect((await verify(buyer, await pay(shop, second))).status).toBe(200)
    expect((await verify(buyer, await pay(shop, first))).status).toBe(409)
    const orders = await ordersOf(buyer)
    expect(
      orders.map((o: any) => [o.status, o.quantity]).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['pending', 1],
      ['refunded', 2],
    ])
    expect(await unitsOf(shop, product.id)).toBe(8)
  })

  test('a webhook with a wrong signature, a changed body or no JSON is refused', async () => {
    const client = shop.client()
    const send = (body: string, signature: string) =>
      client.request('/webhooks/payment', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
      })
    for (const [body, signature] of [
      ['{"event":"order.paid"}', 'f'.repeat(64)],
      ['{}', ''],
      ['not json', 'zz'],
    ] as const) {
      expect((await send(body, signature)).status).toBe(400)
    }
  })

  test('changing calls are refused for another site, a page load, a picture or a prefetch; HEAD changes nothing', async () => {
    const product = await addProduct(shop)
    const buyer = await customerWithCart(shop, [product])
    const before = await checkouts()
    const url = `${shop.url}/api/v1/private/order/payment/14900`
    const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-dest': 'image' },
      { 'sec-purpose': 'prefetch' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      expect({ headers, status: (await rawRequest(url, 'GET', { cookie, ...headers })).status }).toEqual({
        headers,
        status: 403,
      })
    }
    expect((await rawRequest(url, 'HEAD', { cookie })).status).toBe(405)
    expect(await checkouts()).toBe(before)
    const fromOurPage = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      origin: shop.url,
    }
    const own = await rawRequest(url, 'GET', { cookie, ...fromOurPage })
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await rawRequest(url, 'GET', { cookie })).status).toBe(200)
  })

  test(
    'one account that verifies without end causes 60 calls to the provider a minute; nobody else is refused',
    nightly(
      'A shop of its own, and hundreds of calls. platform/http/call-limits.test.ts proves each time that declared limits refuse.',
    ),
    async () => {
      const strict = await startTestShop({ declaredLimits: true })
      const payingBuyer = async () => {
        const buyer = await customerWithCart(strict, [await addProduct(strict)])
        return { buyer, orderId: (await startPaying(buyer)).body }
      }
      const [asking, other] = [await payingBuyer(), await payingBuyer()]
      const paid = await payingBuyer()
      const answer = await pay(strict, paid.orderId)
      const plan = { fault: 'slow', ms: 0, times: 1_000 }
      const left = async (call: string): Promise<number> =>
        (await strict.kit('/sandbox/payments/faults', { ...plan, call })).find(
          (one: any) => one.call === call,
        ).times
      for (const call of ['orders.payments', 'payments.get']) expect(await left(call)).toBe(1_000)
      const asked = async (ask: () => Promise<{ status: number }>) => {
        const statuses: number[] = []
        for (let i = 0; i < 70; i += 1) statuses.push((await ask()).status)
        return statuses
      }
      const unpaid = await asked(() => create(asking.buyer, []))
      expect([...new Set(unpaid)]).toEqual([409, 429])
      const repeated = await asked(() => verify(paid.buyer, answer))
      expect([...new Set(repeated)]).toEqual([200, 429])
      for (const call of ['orders.payments', 'payments.get'])
        expect(await left(call)).toBeGreaterThanOrEqual(930)
      await stopPaymentFaults(strict)
      expect((await verify(other.buyer, await pay(strict, other.orderId))).status).toBe(200)
      // Payments of a refused caller are found by the sweep.
      await pay(strict, asking.orderId, 'paid-and-closed')
      await eventually(
        () => ordersOf(asking.buyer),
        (orders) => orders.length === 1,
      )
      expect(await brokenInvariants(strict.db)).toEqual([])
      await strict.stop()
    },
  )

  test('visitors get 401; sellers and administrators get 403', async () => {
    for (const path of ['/private/order/get/customer', '/private/order/payment/100']) {
      expect((await shop.client().get(path)).status).toBe(401)
    }
  })
})
