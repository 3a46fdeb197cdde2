/** api-rules §3.5: whatever the order of arrival, a buyer is charged once for the same goods and told of each refund. */
// @module-tag nightly: Every order of arrival. settle.test.ts and race.test.ts prove that a buyer is charged once each time.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buy,
  cartOf,
  eventually,
  pay,
  startPaying,
  verify,
  ordersOf,
  addSecondAddress,
  untilHoldsEnd,
} from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeCheckoutsDue } from '../../../tests/setup/clock.ts'
import { holdNextCall, paymentLedger, resetPayments } from '../../../tests/setup/providers.ts'
import { sql } from '../../platform/db/sql.ts'

describe('a buyer is charged once for the same goods', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop({ sweepSeconds: 1 })
  })
  beforeEach(() => resetPayments(shop))
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())

  const statuses = async (buyer: Customer) =>
    (await ordersOf(buyer)).map((order) => order.status as string).toSorted()
  const payByAddress = async (buyer: Customer, addressId: string): Promise<string> => {
    const paise = (await cartOf(buyer)).reduce((sum, l) => sum + Math.round(l.price * 100) * l.quantity, 0)
    const answer = await buyer.get<string>(`/private/order/payment/${paise}?addressId=${addressId}`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  /** Every payment of the buyer that the provider keeps: captured and not refunded. */
  const keptPayments = async (orderIds: readonly string[]) => {
    const { payments, refunds } = await paymentLedger(shop)
    return payments.filter(
      (payment) =>
        orderIds.includes(payment.order_id) &&
        payment.captured &&
        !refunds.some((refund) => refund.payment_id === payment.id),
    )
  }
  const refundMails = async (buyer: Customer, count: number) => {
    const mails = await eventually(
      () => shop.mailSoFar(buyer.email),
      (list) => list.filter((m) => m.subject.includes('refunded')).length >= count,
    )
    return mails.filter((m) => m.subject.includes('refunded'))
  }

  test('address 1, address 2, address 1 again: the last one is paid, then the first one; the first payment goes back', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const [one, two] = await addSecondAddress(buyer)
    const a = await payByAddress(buyer, one)
    const b = await payByAddress(buyer, two)
    const c = await payByAddress(buyer, one)
    expect((await verify(buyer, await pay(shop, c))).status).toBe(200)
    expect((await verify(buyer, await pay(shop, a))).status).toBe(409)
    expect(await statuses(buyer)).toEqual(['pending', 'refunded'])
    await eventually(
      () => keptPayments([a, b, c]),
      (kept) => kept.length === 1 && kept[0]!.order_id === c,
    )
    expect(await refundMails(buyer, 1)).toHaveLength(1)
    expect(await unitsOf(shop, product.id)).toBe(8)
  })

  test('a payment that failed and that the bank confirms late, after the cart was bought again, is refunded', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const { body: first } = await startPaying(buyer)
    await pay(shop, first, 'failed')
    await untilHoldsEnd(shop, product.id, 9)
    expect((await buy(shop, buyer)).status).toBe(200)
    await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
    await pay(shop, first, 'paid-and-closed', { late: true })
    await eventually(
      () => statuses(buyer),
      (list) => list.length === 2,
    )
    expect(await statuses(buyer)).toEqual(['pending', 'refunded'])
    await eventually(
      () => keptPayments([first]),
      (kept) => kept.length === 0,
    )
    expect(await refundMails(buyer, 1)).toHaveLength(1)
    expect(await unitsOf(shop, product.id)).toBe(8)
  })

  test('a replaced checkout is paid first and the newer one afterwards: the second payment is refunded', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const [one, two] = await addSecondAddress(buyer)
    const a = await payByAddress(buyer, one)
    const b = await payByAddress(buyer, two)
    expect((await verify(buyer, await pay(shop, a))).status).toBe(200)
    expect(await unitsOf(shop, product.id)).toBe(8)
    expect((await verify(buyer, await pay(shop, b))).status).toBe(409)
    expect(await statuses(buyer)).toEqual(['pending', 'refunded'])
    await eventually(
      () => keptPayments([a, b]),
      (kept) => kept.length === 1 && kept[0]!.order_id === a,
    )
    expect(await unitsOf(shop, product.id)).toBe(8)
  })

  test('a checkout whose hold has ended is paid while another cart is open: that one keeps its hold', async () => {
    const [lamp, cup] = [await addProduct(shop, { units: 2 }), await addProduct(shop, { units: 5 })]
    const buyer = await customerWithCart(shop, [lamp])
    const a = (await startPaying(buyer)).body
    await untilHoldsEnd(shop, lamp.id, 2)
    const [line] = (await buyer.get('/private/cart/get')).body as { cartItemId: string }[]
    await buyer.delete(`/private/cart/remove/${line!.cartItemId}`)
    await buyer.post('/private/cart/add', { id: cup.id, quantity: 1 })
    const b = (await startPaying(buyer)).body
    expect((await verify(buyer, await pay(shop, a))).status).toBe(200)
    expect([await unitsOf(shop, lamp.id), await unitsOf(shop, cup.id)]).toEqual([1, 4])
    expect((await startPaying(buyer)).body).toBe(b)
    expect((await verify(buyer, await pay(shop, b))).status).toBe(200)
    expect(await statuses(buyer)).toEqual(['pending', 'pending'])
  })

  test('a replaced checkout is paid: a newer one that holds the last piece of one of its products gives up its hold', async () => {
    const product = await addProduct(shop, { units: 1 })
    const buyer = await customerWithCart(shop, [await addProduct(shop), product])
    const { body: a } = await startPaying(buyer)
    const lines: { cartItemId: string; productId: string }[] = (await buyer.get('/private/cart/get')).body
    await buyer.delete(`/private/cart/remove/${lines.find((l) => l.productId !== product.id)?.cartItemId}`)
    await buyer.post('/private/cart/add', { id: (await addProduct(shop)).id, quantity: 1 })
    const { body: b } = await startPaying(buyer)
    const [paid, late] = [await verify(buyer, await pay(shop, a)), await verify(buyer, await pay(shop, b))]
    expect([paid.status, late.status]).toEqual([200, 409])
    expect(await statuses(buyer)).toEqual(['pending', 'pending', 'refunded', 'refunded'])
    expect(await unitsOf(shop, product.id)).toBe(0)
  })

  test('three checkouts with some products in common, all captured at the same instant: one is bought, two are refunded', async () => {
    const [soap, comb] = [await addProduct(shop, { units: 9 }), await addProduct(shop, { units: 9 })]
    const buyer = await customerWithCart(shop, [soap])
    const a = (await startPaying(buyer)).body
    await buyer.post('/private/cart/add', { id: comb.id, quantity: 1 })
    const b = (await startPaying(buyer)).body
    await buyer.post('/private/cart/edit', { id: soap.id, quantity: 2 })
    const c = (await startPaying(buyer)).body
    const ids = [a, b, c]
    const answers = await Promise.all(ids.map((id) => pay(shop, id, 'paid', { webhooks: 'none' })))
    const verified = await Promise.all(answers.map((answer) => verify(buyer, answer)))
    expect(verified.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    await eventually(
      () => keptPayments(ids),
      (kept) => kept.length === 1,
    )
    const [winner] = await keptPayments(ids)
    expect(await refundMails(buyer, 2)).toHaveLength(2)
    const sold = winner!.order_id === c ? [2, 1] : winner!.order_id === b ? [1, 1] : [1, 0]
    expect([await unitsOf(shop, soap.id), await unitsOf(shop, comb.id)]).toEqual([9 - sold[0]!, 9 - sold[1]!])
  })

  test('products that were removed from the cart and added again are the same products', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const [line] = (await buyer.get('/private/cart/get')).body as { cartItemId: string; productId: string }[]
    const a = (await startPaying(buyer)).body
    await buyer.delete(`/private/cart/remove/${line!.cartItemId}`)
    await buyer.post('/private/cart/add', { id: line!.productId, quantity: 1 })
    await buyer.post('/private/cart/edit', { id: line!.productId, quantity: 3 })
    const b = (await startPaying(buyer)).body
    expect((await verify(buyer, await pay(shop, b))).status).toBe(200)
    expect((await verify(buyer, await pay(shop, a))).status).toBe(409)
    expect(await statuses(buyer)).toEqual(['pending', 'refunded'])
  })

  test('buying the same goods again after the first purchase is complete is a second purchase', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    expect((await buy(shop, buyer)).status).toBe(200)
    await buyer.post('/private/cart/add', { id: product.id, quantity: 1 })
    expect((await buy(shop, buyer)).status).toBe(200)
    expect(await statuses(buyer)).toEqual(['pending', 'pending'])
    expect(await unitsOf(shop, product.id)).toBe(7)
  })

  test('two tabs start to pay at once while the provider is slow: both get the one order that the shop stored', async () => {
    await shop.kit('/sandbox/payments/faults', { call: 'orders.create', fault: 'slow', ms: 800, times: 2 })
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const before = (await paymentLedger(shop)).orders.length
    const [first, second] = await Promise.all([startPaying(buyer), startPaying(buyer)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toBe(first.body)
    expect((await paymentLedger(shop)).orders.length - before).toBe(1)
    expect((await verify(buyer, await pay(shop, second.body))).status).toBe(200)
  })

  test('a captured payment of a second order with our receipt is settled and leaves the list of unmatched payments', async () => {
    const product = await addProduct(shop, { units: 9 })
    const buyer = await customerWithCart(shop, [product])
    const { body: first } = await startPaying(buyer)
    const { receipt } = (await paymentLedger(shop)).orders.find((order) => order.id === first)!
    const { payment } = shop.running.shop.config
    const authorization = `Basic ${Buffer.from(`${payment!.keyId}:${payment!.keySecret}`).toString('base64')}`
    const made = await fetch(`${payment!.apiUrl}/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 14_900, currency: 'INR', receipt }),
    })
    const second = ((await made.json()) as { id: string }).id
    await pay(shop, second, 'paid-and-closed')
    await eventually(
      () => statuses(buyer),
      (list) => list.length === 1 && list[0] === 'pending',
    )
    await pay(shop, first, 'paid-and-closed')
    await eventually(
      () => keptPayments([first, second]),
      (kept) => kept.length === 1 && kept[0]!.order_id === second,
    )
    const unmatched = () =>
      shop.db.query<{ of: string; open: boolean }>(sql`
        select provider_order_id as of, resolved_at is null as open from unmatched_payment order by 1 desc`)
    expect((await unmatched()).filter(({ open }) => open)).toEqual([])
    // A payment that the webhook did not find is found by the timer; one of an unknown order stays.
    await pay(shop, second, 'paid-and-closed', { again: true, webhooks: 'none' })
    await shop.db.query(sql`
      insert into unmatched_payment (id, provider_order_id, event)
      select uuidv7(), o, 'order.paid' from unnest(array['order_of_nobody', ${second}]) as o`)
    await eventually(unmatched, (rows) => rows.some(({ of, open }) => of === second && !open))
    expect(await unmatched()).toContainEqual({ of: 'order_of_nobody', open: true })
    await eventually(
      () => keptPayments([first, second]),
      (kept) => kept.length === 1,
    )
  })

  test('the provider answers after the checkout was replaced: the sweep checks the checkout all the same', async () => {
    const first = holdNextCall(shop, 'createOrder')
    const buyer = await customerWithCart(shop, [await addProduct(shop, { units: 9 })])
    const [one, two] = await addSecondAddress(buyer)
    const start = () => buyer.get<string>(`/private/order/payment/14900?addressId=${one}`)
    const tabs = [start(), start()]
    await first.asked
    await payByAddress(buyer, two).finally(first.letGo)
    for (const late of tabs)
      expect(await late).toMatchObject({
        status: 409,
        body: { msg: 'This cart is being paid for in another window.' },
      })
    const { rows } = await shop.db.execute(
      `select state from checkout where provider_order_id is not null and next_check_at is null
         and state in ('open', 'expired', 'replaced')`,
    )
    expect(rows).toEqual([])
  })

  test('the database refuses a checkout with an order at the provider, no final state and no next check', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    await expect(
      shop.db.execute('update checkout set next_check_at = null where provider_order_id = $1', [orderId]),
    ).rejects.toThrow(/checkout_has_next_look/)
  })

  test('paid twice on one order: the buyer is told once for each payment, by e-mail and in My Orders', async () => {
    const product = await addProduct(shop)
    const buyer = await customerWithCart(shop, [product])
    const { body: orderId } = await startPaying(buyer)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
    await pay(shop, orderId, 'paid-and-closed', { again: true, webhooks: 'duplicate' })
    expect(await refundMails(buyer, 1)).toHaveLength(1)
    await pay(shop, orderId, 'paid-and-closed', { again: true, webhooks: 'duplicate' })
    const mails = await refundMails(buyer, 2)
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text).toContain('Your order was paid twice. We are refunding ₹149.00 in full.')
    expect(mails[0]!.text).toContain(`${product.name} × 1: ₹149.00`)
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', paidTwiceRefund: 298 }])
  })

  test('paid twice, and the webhook of the second payment is lost: it is refunded all the same, also long after the first', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
    for (const kept of [1, 2]) {
      await pay(shop, orderId, 'paid-and-closed', { again: true })
      expect(await keptPayments([orderId])).toHaveLength(2)
      await makeCheckoutsDue(shop)
      await eventually(
        () => keptPayments([orderId]),
        (payments) => payments.length === 1,
      )
      expect(await refundMails(buyer, kept)).toHaveLength(kept)
      await shop.db.execute("update checkout set created_at = created_at - interval '3 days'")
    }
  })
})
