/** Refunds that somebody makes in the provider's dashboard: they are matched with ours, and what is left is refunded once. */
// @module-tag nightly: Fifteen cases. unmatched-refunds.test.ts and rules.test.ts prove the matching each time.
import { describe, expect, test } from 'vitest'
import { eventually, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { untilOrdersAreFlagged } from '../../../tests/setup/invariants.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { makeCheckoutDue } from '../../../tests/setup/clock.ts'
import { paymentFault, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { applyRefundEvent } from './apply-refund-event.ts'
import {
  refundsOf,
  untilRefunds,
  areDone,
  refundsAtProvider,
  refundInDashboard,
  sweepRefundsOf,
  payInVain,
  hangingRefund,
  buyAndKeep,
  retryRefund,
  settleByHand,
} from '../../../tests/setup/refunds.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))

/** The attention texts of the orders of a payment, once the jobs that write them are done. */
const attentionOf = async (paymentId: string) => {
  await untilOrdersAreFlagged(shop.db)
  return shop.db
    .query<{ attention: string | null }>(sql`
      select o.needs_attention as attention from orders o join payment p on p.checkout_id = o.checkout_id
      where p.id = ${paymentId} order by o.id`)
    .then((rows) => rows.map(({ attention }) => attention))
}

describe("a refund made in the provider's dashboard", () => {
  test('is matched when its webhook comes, and not made a second time', async () => {
    const { paymentId, refundId } = await hangingRefund(shop)
    await refundInDashboard(shop, paymentId)
    expect(await untilRefunds(shop, paymentId, areDone)).toMatchObject([{ id: refundId, amount: 30_000 }])
    await stopPaymentFaults(shop)
    await sweepRefundsOf(shop, paymentId)
    expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    expect((await retryRefund(admin, refundId)).status).toBe(409)
  })

  test.each(['retry', 'sweep'])(
    'is adopted without any webhook by the %s, though our own call is refused because nothing is left',
    async (by) => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await hangingRefund(shop)
      await refundInDashboard(shop, paymentId)
      await stopPaymentFaults(shop)
      const answer = await (by === 'sweep' ? sweepRefundsOf(shop, paymentId) : retryRefund(admin, refundId))
      expect(answer?.status ?? 200).toBe(200)
      // The provider takes a moment to end it, and sends no webhook.
      await untilRefunds(shop, paymentId, ([row]) => row?.state !== 'scheduled')
      await eventually(
        () => refundsAtProvider(shop, paymentId),
        ([made]) => made?.status === 'processed',
      )
      await sweepRefundsOf(shop, paymentId)
      expect(await refundsOf(shop, paymentId)).toMatchObject([
        { id: refundId, state: 'processed', settled: null },
      ])
      expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    },
  )

  test('of a part makes our refund one of the rest, under a new key', async () => {
    const { paymentId, refundId } = await hangingRefund(shop, 30_000)
    await refundInDashboard(shop, paymentId, 12_000)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 3)
    await stopPaymentFaults(shop)
    await sweepRefundsOf(shop, paymentId)
    const rows = await untilRefunds(shop, paymentId, areDone)
    expect(rows.find(({ id }) => id === refundId)?.state).toBe('replaced')
    expect(rows.filter(({ state }) => state === 'processed').map((row) => [row.reason, row.amount])).toEqual(
      expect.arrayContaining([
        ['at-provider', 12_000],
        ['amount-differs', 18_000],
      ]),
    )
    expect(
      (await refundsAtProvider(shop, paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b),
    ).toEqual([12_000, 18_000])
    expect((await retryRefund(admin, refundId)).status).toBe(409)
    expect((await settleByHand(admin, refundId)).status).toBe(409)
  })

  test('of a part, and of another one: what is left is one refund, which says where the money of the others is', async () => {
    const { paymentId } = await hangingRefund(shop, 30_000)
    await refundInDashboard(shop, paymentId, 12_000)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 3)
    await refundInDashboard(shop, paymentId, 10_000)
    const rows = await untilRefunds(shop, paymentId, (all) => all.length === 5)
    const rest = rows.find(({ state }) => state === 'scheduled')
    expect(rest?.amount).toBe(8_000)
    const replaced = await shop.db.query<{ by: string }>(sql`
      select replaced_by as by from refund where payment_id = ${paymentId} and state = 'replaced'`)
    expect(replaced).toEqual([{ by: rest?.id }, { by: rest?.id }])
    await stopPaymentFaults(shop)
    await sweepRefundsOf(shop, paymentId)
    await untilRefunds(shop, paymentId, areDone)
    expect((await refundsAtProvider(shop, paymentId)).map(({ amount }) => amount)).toEqual([
      12_000, 10_000, 8_000,
    ])
  })

  test('of a part, without any webhook, is found by our next try, and the rest is sent at once', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const { paymentId, refundId } = await hangingRefund(shop, 30_000)
    await refundInDashboard(shop, paymentId, 12_000)
    await stopPaymentFaults(shop)
    // Refused where the job has found it already.
    await retryRefund(admin, refundId)
    await eventually(
      () => refundsAtProvider(shop, paymentId),
      (made) => made.length === 2,
    )
    expect((await refundsAtProvider(shop, paymentId)).map(({ amount }) => amount)).toEqual([12_000, 18_000])
  })

  test('of a part of a refund that failed leaves a failed one of the rest, to be paid by hand', async () => {
    await paymentFault(shop, 'refunds.process', 'error-500', { times: 100 })
    const { paymentId } = await payInVain(shop, 30_000)
    await untilRefunds(shop, paymentId, ([row]) => row?.state === 'failed')
    await stopPaymentFaults(shop)
    await refundInDashboard(shop, paymentId, 12_000)
    const rows = await untilRefunds(shop, paymentId, (all) => all.length === 3)
    const rest = rows.find(({ state }) => state === 'failed')
    expect(rest).toMatchObject({ amount: 18_000, reason: 'amount-differs' })
    expect(rows.filter(({ state }) => state === 'replaced')).toMatchObject([{ amount: 30_000 }])
    expect((await settleByHand(admin, rest!.id)).status).toBe(200)
  })

  test('is taken in while an order of another purchase is locked', async () => {
    await buyAndKeep(shop)
    const { paymentId } = await buyAndKeep(shop)
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    await refundInDashboard(shop, paymentId, 100)
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`
        select from orders where checkout_id <> (select checkout_id from payment where id = ${paymentId}) for update`)
      await applyRefundEvent(shop.running.shop, paymentId)
    })
    expect(await refundsOf(shop, paymentId)).toMatchObject([{ reason: 'at-provider', amount: 100 }])
  })

  test('of a part of a second payment leaves what My Orders says of it: all of it goes back, once', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
    await paymentFault(shop, 'refunds.create', 'error-500', { times: 10_000 })
    await pay(shop, orderId, 'paid-and-closed', { again: true })
    const [found] = await eventually(
      () =>
        shop.db.query<{ id: string }>(sql`
          select p.id from payment p join checkout c on c.id = p.checkout_id
          where c.provider_order_id = ${orderId} and p.outcome = 'refund'`),
      (payments) => payments.length === 1,
    )
    const second = found!.id
    await untilRefunds(shop, second, (rows) => rows.length === 1)
    await refundInDashboard(shop, second, 5_000)
    await untilRefunds(shop, second, (rows) => rows.length === 3)
    const orders = async () => (await buyer.get('/private/order/get/customer')).body
    expect(await orders()).toMatchObject([{ status: 'pending', paidTwiceRefund: 149 }])
    await stopPaymentFaults(shop)
    await sweepRefundsOf(shop, second)
    await untilRefunds(shop, second, areDone)
    expect(await orders()).toMatchObject([{ status: 'pending', paidTwiceRefund: 149 }])
  })

  test.each([
    ['in whole', undefined, 'The whole payment of this order was refunded at the payment provider.'],
    ['in part', 14_900, '₹149.00 of the payment of this order was refunded at the payment provider.'],
  ])('of orders that are kept, %s, asks for attention to each of them', async (_, amount, words) => {
    const { paymentId } = await buyAndKeep(shop, 2)
    await refundInDashboard(shop, paymentId, amount)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 1 && areDone(rows))
    expect(await attentionOf(paymentId)).toEqual([words, words])
    const { body } = await admin.get('/public/admin/all-orders?attention=yes&limit=50')
    expect(body.filter((order: any) => order.needsAttention === words).length).toBeGreaterThanOrEqual(2)
    const { body: refunds } = await admin.get(`/public/admin/refunds?show=all&q=${paymentId}`)
    expect(refunds).toMatchObject([
      { reason: 'at-provider', state: 'processed', amount: amount ? 149 : 298, late: false },
    ])
    // The same webhooks again, and the sweep, change nothing.
    await sweepRefundsOf(shop, paymentId)
    expect(await refundsOf(shop, paymentId)).toHaveLength(1)
    expect(await attentionOf(paymentId)).toEqual([words, words])
  })

  test('that is smaller than any of its orders flags none', async () => {
    const { paymentId } = await buyAndKeep(shop, 2)
    await refundInDashboard(shop, paymentId, 14_800)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 1 && areDone(rows))
    expect(await attentionOf(paymentId)).toEqual([null, null])
    // Together with the next one it is large enough.
    await refundInDashboard(shop, paymentId, 100)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 2 && areDone(rows))
    expect(await attentionOf(paymentId)).not.toContain(null)
  })

  test('of a part, whose webhook is lost, is found by the sweep of checkouts', async () => {
    const { paymentId, orderId } = await buyAndKeep(shop)
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    await refundInDashboard(shop, paymentId, 100)
    expect(await refundsOf(shop, paymentId)).toEqual([])
    for (const _ of [1, 2]) {
      await makeCheckoutDue(shop, orderId)
      await sweepCheckouts(shop.running.shop)
      expect(await refundsOf(shop, paymentId)).toMatchObject([{ reason: 'at-provider', amount: 100 }])
    }
  })

  test('of the whole payment at the moment of the purchase flags the orders, though its webhook came too early', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId, 'paid', { webhooks: 'none' })
    const paymentId = answer.razorpay_payment_id
    let verified: Promise<{ status: number }> | undefined
    // The purchase waits for a lock after the provider confirmed the payment.
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`
        select 1 from customer where account_id =
          (select customer_id from checkout where provider_order_id = ${orderId}) for update`)
      verified = verify(buyer, answer)
      await untilWaitingForLock(shop)
      await refundInDashboard(shop, paymentId)
      await eventually(
        async () =>
          (await shop.db.execute(
            `select 1 from pgboss.job where name = 'payment-webhook' and state = 'completed'
               and data ->> 'providerPaymentId' = '${paymentId}' and data ->> 'event' = 'refund.processed'`,
          )) as { rows: unknown[] },
        ({ rows }) => rows.length > 0,
      )
    })
    expect((await verified)?.status).toBe(200)
    expect(await refundsOf(shop, paymentId)).toEqual([])
    await makeCheckoutDue(shop, orderId)
    await sweepCheckouts(shop.running.shop)
    expect(await refundsOf(shop, paymentId)).toMatchObject([{ reason: 'at-provider', amount: 14_900 }])
    expect(await attentionOf(paymentId)).toEqual([expect.stringMatching(/^The whole payment of this order/)])
  })

  test('in twelve parts is added up whole', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const { paymentId } = await buyAndKeep(shop)
    for (let n = 0; n < 11; n += 1) await refundInDashboard(shop, paymentId, 1_000)
    await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
    await refundInDashboard(shop, paymentId)
    const rows = await untilRefunds(shop, paymentId, (found) => found.length === 12)
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(14_900)
    expect(await attentionOf(paymentId)).toEqual([expect.stringMatching(/^The whole payment of this order/)])
  })
})
