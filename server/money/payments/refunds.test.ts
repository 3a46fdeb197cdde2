/** Refunds by the shop, by somebody in the provider's dashboard and by the provider itself: each amount is refunded once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { brokenInvariants, untilOrdersAreFlagged } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { ageRefunds, endRateLimits, makeCheckoutDue } from '../../../tests/setup/clock.ts'
import {
  paymentLedger,
  paymentFault,
  stopPaymentFaults,
  resetPayments,
} from '../../../tests/setup/providers.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { applyRefundEvent, importProviderRefunds } from './apply-refund-event.ts'
import { insertRefund } from './queries.ts'
import { sweepRefunds } from './sweep-refunds.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
beforeEach(() => Promise.all([resetPayments(shop), endRateLimits(shop)]))
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

interface Row {
  id: string
  state: string
  amount: number
  reason: string
  settled: string | null
}
const rowsOf = (paymentId: string) =>
  shop.db.query<Row>(sql`
    select id, state, amount_paise as amount, reason, settled_note as settled from refund where payment_id = ${paymentId} order by id`)
const until = (paymentId: string, good: (rows: Row[]) => boolean) => eventually(() => rowsOf(paymentId), good)
const isDone = (rows: Row[]) => rows.every(({ state }) => state === 'processed' || state === 'replaced')
const atProvider = async (paymentId: string): Promise<{ id: string; amount: number; status: string }[]> =>
  (await paymentLedger(shop)).refunds.filter((one: any) => one.payment_id === paymentId)
const fault = (call: string, kind: string, more: object = {}) => paymentFault(shop, call, kind, more)
const inDashboard = (paymentId: string, amount?: number) =>
  shop.kit(`/sandbox/payments/refunds/${paymentId}`, amount === undefined ? {} : { amount })
const retry = (id: string) => admin.post(`/public/admin/refunds/${id}/retry`)
const settle = (id: string, note = 'by bank') => admin.post(`/public/admin/refunds/${id}/settled`, { note })
/** Between two tries of the job, which would otherwise run at this moment. */
const settleQuietly = (paymentId: string, refundId: string) =>
  eventually(
    async () => {
      await ageRefunds(shop, paymentId)
      return settle(refundId)
    },
    ({ status }) => status === 200,
  )
const sweep = async (paymentId: string): Promise<undefined> => {
  await ageRefunds(shop, paymentId)
  await sweepRefunds(shop.running.shop)
}

/** A payment of another amount than the order's: it is refunded whole, as soon as the provider accepts the refund. */
async function paidInVain(amount = 30_000): Promise<{ paymentId: string; refundId: string }> {
  const buyer = await customerWithCart(shop, [await addProduct(shop)])
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId, 'paid', { amount })
  expect((await verify(buyer, answer)).status).toBe(409)
  const [row] = await rowsOf(answer.razorpay_payment_id)
  return { paymentId: answer.razorpay_payment_id, refundId: row!.id }
}
/** The same, with a provider that accepts no refund until `stopPaymentFaults`. */
async function hanging(amount?: number) {
  await fault('refunds.create', 'error-500', { times: 10_000 })
  const made = await paidInVain(amount)
  await ageRefunds(shop, made.paymentId)
  return made
}
/** An order that was bought and is kept. */
async function sold(lines = 1) {
  const products = []
  for (let n = 0; n < lines; n += 1) products.push(await addProduct(shop))
  const buyer = await customerWithCart(shop, products)
  const { body: orderId } = await startPaying(buyer)
  const answer = await pay(shop, orderId)
  expect((await verify(buyer, answer)).status).toBe(200)
  return { paymentId: answer.razorpay_payment_id, orderId, buyer }
}
/** The attention texts of the orders of a payment, once the jobs that write them are done. */
const attentionOf = async (paymentId: string) => {
  await untilOrdersAreFlagged(shop.db)
  return shop.db
    .query<{ attention: string | null }>(sql`
      select o.needs_attention as attention from orders o join payment p on p.checkout_id = o.checkout_id
      where p.id = ${paymentId} order by o.id`)
    .then((rows) => rows.map(({ attention }) => attention))
}

describe(
  "a refund made in the provider's dashboard",
  nightly('Fifteen cases. unmatched-refunds.test.ts and rules.test.ts prove the matching each time.'),
  () => {
    test('is matched when its webhook comes, and not made a second time', async () => {
      const { paymentId, refundId } = await hanging()
      await inDashboard(paymentId)
      expect(await until(paymentId, isDone)).toMatchObject([{ id: refundId, amount: 30_000 }])
      await stopPaymentFaults(shop)
      await sweep(paymentId)
      expect(await atProvider(paymentId)).toHaveLength(1)
      expect((await retry(refundId)).status).toBe(409)
    })

    test.each(['retry', 'sweep'])(
      'is adopted without any webhook by the %s, though our own call is refused because nothing is left',
      async (by) => {
        await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
        const { paymentId, refundId } = await hanging()
        await inDashboard(paymentId)
        await stopPaymentFaults(shop)
        const answer = await (by === 'sweep' ? sweep(paymentId) : retry(refundId))
        expect(answer?.status ?? 200).toBe(200)
        // The provider takes a moment to end it, and sends no webhook.
        await until(paymentId, ([row]) => row?.state !== 'scheduled')
        await eventually(
          () => atProvider(paymentId),
          ([made]) => made?.status === 'processed',
        )
        await sweep(paymentId)
        expect(await rowsOf(paymentId)).toMatchObject([{ id: refundId, state: 'processed', settled: null }])
        expect(await atProvider(paymentId)).toHaveLength(1)
      },
    )

    test('of a part makes our refund one of the rest, under a new key', async () => {
      const { paymentId, refundId } = await hanging(30_000)
      await inDashboard(paymentId, 12_000)
      await until(paymentId, (rows) => rows.length === 3)
      await stopPaymentFaults(shop)
      await sweep(paymentId)
      const rows = await until(paymentId, isDone)
      expect(rows.find(({ id }) => id === refundId)?.state).toBe('replaced')
      expect(
        rows.filter(({ state }) => state === 'processed').map((row) => [row.reason, row.amount]),
      ).toEqual(
        expect.arrayContaining([
          ['at-provider', 12_000],
          ['amount-differs', 18_000],
        ]),
      )
      expect((await atProvider(paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
        12_000, 18_000,
      ])
      expect((await retry(refundId)).status).toBe(409)
      expect((await settle(refundId)).status).toBe(409)
    })

    test('of a part, and of another one: what is left is one refund, which says where the money of the others is', async () => {
      const { paymentId } = await hanging(30_000)
      await inDashboard(paymentId, 12_000)
      await until(paymentId, (rows) => rows.length === 3)
      await inDashboard(paymentId, 10_000)
      const rows = await until(paymentId, (all) => all.length === 5)
      const rest = rows.find(({ state }) => state === 'scheduled')
      expect(rest?.amount).toBe(8_000)
      const replaced = await shop.db.query<{ by: string }>(sql`
      select replaced_by as by from refund where payment_id = ${paymentId} and state = 'replaced'`)
      expect(replaced).toEqual([{ by: rest?.id }, { by: rest?.id }])
      await stopPaymentFaults(shop)
      await sweep(paymentId)
      await until(paymentId, isDone)
      expect((await atProvider(paymentId)).map(({ amount }) => amount)).toEqual([12_000, 10_000, 8_000])
    })

    test('of a part, without any webhook, is found by our next try, and the rest is sent at once', async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await hanging(30_000)
      await inDashboard(paymentId, 12_000)
      await stopPaymentFaults(shop)
      // Refused where the job has found it already.
      await retry(refundId)
      await eventually(
        () => atProvider(paymentId),
        (made) => made.length === 2,
      )
      expect((await atProvider(paymentId)).map(({ amount }) => amount)).toEqual([12_000, 18_000])
    })

    test('of a part of a refund that failed leaves a failed one of the rest, to be paid by hand', async () => {
      await fault('refunds.process', 'error-500', { times: 100 })
      const { paymentId } = await paidInVain(30_000)
      await until(paymentId, ([row]) => row?.state === 'failed')
      await stopPaymentFaults(shop)
      await inDashboard(paymentId, 12_000)
      const rows = await until(paymentId, (all) => all.length === 3)
      const rest = rows.find(({ state }) => state === 'failed')
      expect(rest).toMatchObject({ amount: 18_000, reason: 'amount-differs' })
      expect(rows.filter(({ state }) => state === 'replaced')).toMatchObject([{ amount: 30_000 }])
      expect((await settle(rest!.id)).status).toBe(200)
    })

    test('is taken in while an order of another purchase is locked', async () => {
      await sold()
      const { paymentId } = await sold()
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await inDashboard(paymentId, 100)
      await shop.db.transaction(async (tx) => {
        await tx.query(sql`
        select from orders where checkout_id <> (select checkout_id from payment where id = ${paymentId}) for update`)
        await applyRefundEvent(shop.running.shop, paymentId)
      })
      expect(await rowsOf(paymentId)).toMatchObject([{ reason: 'at-provider', amount: 100 }])
    })

    test('of a part of a second payment leaves what My Orders says of it: all of it goes back, once', async () => {
      const buyer = await customerWithCart(shop, [await addProduct(shop)])
      const { body: orderId } = await startPaying(buyer)
      expect((await verify(buyer, await pay(shop, orderId))).status).toBe(200)
      await fault('refunds.create', 'error-500', { times: 10_000 })
      await pay(shop, orderId, 'paid-and-closed', { again: true })
      const [found] = await eventually(
        () =>
          shop.db.query<{ id: string }>(sql`
          select p.id from payment p join checkout c on c.id = p.checkout_id
          where c.provider_order_id = ${orderId} and p.outcome = 'refund'`),
        (payments) => payments.length === 1,
      )
      const second = found!.id
      await until(second, (rows) => rows.length === 1)
      await inDashboard(second, 5_000)
      await until(second, (rows) => rows.length === 3)
      const orders = async () => (await buyer.get('/private/order/get/customer')).body
      expect(await orders()).toMatchObject([{ status: 'pending', paidTwiceRefund: 149 }])
      await stopPaymentFaults(shop)
      await sweep(second)
      await until(second, isDone)
      expect(await orders()).toMatchObject([{ status: 'pending', paidTwiceRefund: 149 }])
    })

    test.each([
      ['in whole', undefined, 'The whole payment of this order was refunded at the payment provider.'],
      ['in part', 14_900, '₹149.00 of the payment of this order was refunded at the payment provider.'],
    ])('of orders that are kept, %s, asks for attention to each of them', async (_, amount, words) => {
      const { paymentId } = await sold(2)
      await inDashboard(paymentId, amount)
      await until(paymentId, (rows) => rows.length === 1 && isDone(rows))
      expect(await attentionOf(paymentId)).toEqual([words, words])
      const { body } = await admin.get('/public/admin/all-orders?attention=yes&limit=50')
      expect(body.filter((order: any) => order.needsAttention === words).length).toBeGreaterThanOrEqual(2)
      const { body: refunds } = await admin.get(`/public/admin/refunds?show=all&q=${paymentId}`)
      expect(refunds).toMatchObject([
        { reason: 'at-provider', state: 'processed', amount: amount ? 149 : 298, late: false },
      ])
      // The same webhooks again, and the sweep, change nothing.
      await sweep(paymentId)
      expect(await rowsOf(paymentId)).toHaveLength(1)
      expect(await attentionOf(paymentId)).toEqual([words, words])
    })

    test('that is smaller than any of its orders flags none', async () => {
      const { paymentId } = await sold(2)
      await inDashboard(paymentId, 14_800)
      await until(paymentId, (rows) => rows.length === 1 && isDone(rows))
      expect(await attentionOf(paymentId)).toEqual([null, null])
      // Together with the next one it is large enough.
      await inDashboard(paymentId, 100)
      await until(paymentId, (rows) => rows.length === 2 && isDone(rows))
      expect(await attentionOf(paymentId)).not.toContain(null)
    })

    test('of a part, whose webhook is lost, is found by the sweep of checkouts', async () => {
      const { paymentId, orderId } = await sold()
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await inDashboard(paymentId, 100)
      expect(await rowsOf(paymentId)).toEqual([])
      for (const _ of [1, 2]) {
        await makeCheckoutDue(shop, orderId)
        await sweepCheckouts(shop.running.shop)
        expect(await rowsOf(paymentId)).toMatchObject([{ reason: 'at-provider', amount: 100 }])
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
        await inDashboard(paymentId)
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
      expect(await rowsOf(paymentId)).toEqual([])
      await makeCheckoutDue(shop, orderId)
      await sweepCheckouts(shop.running.shop)
      expect(await rowsOf(paymentId)).toMatchObject([{ reason: 'at-provider', amount: 14_900 }])
      expect(await attentionOf(paymentId)).toEqual([
        expect.stringMatching(/^The whole payment of this order/),
      ])
    })

    test('in twelve parts is added up whole', async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId } = await sold()
      for (let n = 0; n < 11; n += 1) await inDashboard(paymentId, 1_000)
      await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
      await inDashboard(paymentId)
      const rows = await until(paymentId, (found) => found.length === 12)
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(14_900)
      expect(await attentionOf(paymentId)).toEqual([
        expect.stringMatching(/^The whole payment of this order/),
      ])
    })
  },
)

test(
  'refunds come in pages that reach every one, once, and say how many there are',
  nightly('Pages of one more list. lists.test.ts of the administration proves pages each time.'),
  async () => {
    const { paymentId } = await sold()
    await inDashboard(paymentId, 100)
    await inDashboard(paymentId, 200)
    await inDashboard(paymentId, 300)
    await until(paymentId, (rows) => rows.length === 3)
    const seen: number[] = []
    for (let path: string | undefined = `/public/admin/refunds?show=all&limit=2&q=${paymentId}`; path;) {
      const page: Answer = await admin.get(path)
      seen.push(...page.body.map((refund: any) => refund.amount))
      expect(page.headers.get('x-total-count')).toBe('3')
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  },
)

describe('a refund of ours', () => {
  test('that the provider accepted and then gave up fails, and is shown to the administrator', async () => {
    await fault('refunds.process', 'error-500', { times: 100 })
    const { paymentId, refundId } = await paidInVain()
    await until(paymentId, ([row]) => row?.state === 'failed')
    const { body } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
    expect(body).toMatchObject([{ id: refundId, state: 'failed', late: true }])
    await stopPaymentFaults(shop)
    // As in the run-book: it is made anew in the dashboard.
    await inDashboard(paymentId)
    expect(await until(paymentId, isDone)).toMatchObject([{ id: refundId }])
    expect(await settle(refundId)).toMatchObject({
      status: 409,
      body: { msg: 'This refund was made already.' },
    })
  })

  test(
    'that failed without a webhook, after it was accepted, is found by the sweep',
    nightly('The same failure without a webhook. The one with it is proved above each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await fault('refunds.process', 'error-500', { times: 100 })
      const { paymentId } = await paidInVain()
      await eventually(
        () => atProvider(paymentId),
        (list) => list[0]?.status === 'failed',
      )
      await until(paymentId, ([row]) => row?.state === 'accepted')
      await sweep(paymentId)
      expect(await rowsOf(paymentId)).toMatchObject([{ state: 'failed' }])
    },
  )

  test(
    'that failed after it was made, and was made anew, is in the ledger as made, when both are told at once',
    nightly('Two facts in one moment. That a failed one is shown is proved above each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await paidInVain()
      const [made] = await eventually(
        () => atProvider(paymentId),
        (list) => list.length === 1,
      )
      await until(paymentId, ([row]) => row?.state === 'accepted')
      const told = (id: string, state: 'processed' | 'failed', receipt: string | null) =>
        ({ id, state, receipt, amountPaise: 30_000 }) as const
      const tell = (...refunds: ReturnType<typeof told>[]) =>
        importProviderRefunds(shop.running.shop, paymentId, refunds)
      await tell(told(made!.id, 'processed', refundId))
      await tell(told(`${made!.id}-again`, 'processed', null), told(made!.id, 'failed', refundId))
      expect(await rowsOf(paymentId)).toMatchObject([{ id: refundId, state: 'processed', amount: 30_000 }])
      const balances = await shop.db.query<{ account: string; paise: number }>(sql`
      select p.account, sum(p.amount_paise)::bigint as paise from journal_entry e join posting p on p.entry_id = e.id
      where e.refund_id = ${refundId} group by p.account having sum(p.amount_paise) <> 0 order by p.account`)
      expect(balances).toEqual([
        { account: 'buyer', paise: 30_000 },
        { account: 'provider', paise: -30_000 },
      ])
    },
  )

  test(
    'that the provider refuses, as while it has too little of our money, waits in the queue for another try',
    nightly('One more answer of the provider. A refund that fails for good is proved above each time.'),
    async () => {
      await fault('refunds.create', 'refuse-400', { times: 1 })
      const { paymentId, refundId } = await paidInVain()
      await eventually(
        () =>
          shop.db.query<{ state: string }>(sql`
          select state from pgboss.job where name = 'refund-payment' and data ->> 'refundId' = ${refundId}`),
        ([job]) => job?.state === 'retry',
      )
      // Its next try is some seconds away.
      await retry(refundId)
      await until(paymentId, isDone)
      expect(await atProvider(paymentId)).toHaveLength(1)
    },
  )

  test(
    'that is sent by five workers at once moves the money once',
    nightly('Five workers. The race at the end of this file has workers, sweeps and webhooks each time.'),
    async () => {
      const { paymentId, refundId } = await hanging()
      await stopPaymentFaults(shop)
      await Promise.all([
        sweep(paymentId),
        sweepRefunds(shop.running.shop),
        ...Array.from({ length: 5 }, () => retry(refundId)),
      ])
      await until(paymentId, isDone)
      expect(await atProvider(paymentId)).toHaveLength(1)
    },
  )
})

describe('settled by hand', () => {
  const paidTwice = (refundId: string) =>
    shop.db.query<{ account: string; paise: number }>(sql`
      select p.account, p.amount_paise as paise from journal_entry e join posting p on p.entry_id = e.id
      where e.refund_id = ${refundId} and e.kind = 'refund-paid-twice' order by e.id, p.line_no`)
  const twice = [
    { account: 'claims', paise: 30_000 },
    { account: 'provider', paise: -30_000 },
  ]

  test(
    'a refund that hangs is not sent any more, neither by the job nor by the sweep; another one waits as before',
    nightly(
      'A refund that hangs, and its neighbours. The race below has tries, sweeps and a refund by hand each time.',
    ),
    async () => {
      const other = await hanging()
      const { paymentId, refundId } = await hanging()
      await settleQuietly(paymentId, refundId)
      expect(await rowsOf(other.paymentId)).toMatchObject([{ state: 'scheduled', settled: null }])
      await stopPaymentFaults(shop)
      await sweep(paymentId)
      expect((await retry(refundId)).status).toBe(409)
      // The job of the refund itself was waiting for its next try.
      await eventually(
        () =>
          shop.db.query(sql`
          update pgboss.job set start_after = now() where name = 'refund-payment' and data ->> 'refundId' = ${refundId}
            and state in ('created', 'retry', 'active') returning 1`),
        (jobs) => jobs.length === 0,
      )
      expect(await atProvider(paymentId)).toEqual([])
      expect(await rowsOf(paymentId)).toMatchObject([{ state: 'processed', settled: 'by bank' }])
    },
  )

  test(
    'a UTR in the note has its form, and pays one refund only',
    nightly('Forms of a note. The race below has a refund by hand each time.'),
    async () => {
      await fault('refunds.process', 'error-500', { times: 100 })
      const [first, second] = [await paidInVain(), await paidInVain()]
      for (const { paymentId } of [first, second]) await until(paymentId, ([row]) => row?.state === 'failed')
      await stopPaymentFaults(shop)
      const note = 'Paid by NEFT, UTR no. HDFCN52026119912345.'
      expect(await settle(first.refundId, 'By NEFT, UTR: HDFC123')).toMatchObject({
        status: 400,
        body: { fields: { note: 'A UTR has 10 to 22 letters and digits.' } },
      })
      expect((await settle(first.refundId, note)).status).toBe(200)
      for (const again of [note, 'hdfcn52026119912345'])
        expect(await settle(second.refundId, again)).toMatchObject({
          status: 409,
          body: { msg: 'A UTR in this note was used for another payout or refund already.' },
        })
      expect((await rowsOf(second.paymentId))[0]).toMatchObject({ state: 'failed', settled: null })
      expect((await settle(second.refundId, 'The UTR is not known yet.')).status).toBe(200)
    },
  )

  test(
    'the IFSC of a branch in the note is no UTR: the next refund may go to the same branch',
    nightly('One more form of a note. That a UTR pays one refund is proved above each time.'),
    async () => {
      await fault('refunds.process', 'error-500', { times: 100 })
      const both = [await paidInVain(), await paidInVain()]
      for (const { paymentId } of both) await until(paymentId, ([row]) => row?.state === 'failed')
      await stopPaymentFaults(shop)
      expect(await settle(both[0]!.refundId, 'By NEFT, UTR HDFC0001234')).toMatchObject({
        status: 400,
        body: { fields: { note: 'This is the IFSC of a branch, and no UTR.' } },
      })
      for (const [n, { refundId }] of both.entries()) {
        const note = `NEFT to HDFC0001234, UTR N32612345678${n}`
        expect(await settle(refundId, note)).toMatchObject({ status: 200 })
      }
    },
  )

  test(
    'one that is not late is refused; so is every one while the provider is being asked or does not answer',
    nightly(
      'Each state in which a refund by hand is refused. The race below proves that money goes back once each time.',
    ),
    async () => {
      await fault('refunds.create', 'slow', { ms: 6_000 })
      const { paymentId, refundId } = await paidInVain()
      expect(await settle(refundId)).toMatchObject({
        status: 409,
        body: { msg: 'Only a refund that failed or hangs is settled by hand.' },
      })
      await eventually(
        () => shop.db.query(sql`select from refund where id = ${refundId} and asked_at is not null`),
        (rows) => rows.length === 1,
      )
      await shop.db.query(
        sql`update refund set created_at = now() - interval '2 hours' where id = ${refundId}`,
      )
      expect((await settle(refundId)).body.msg).toContain('is being asked for this refund at this moment')
      await fault('payments.refunds', 'error-500')
      expect(await settle(refundId)).toMatchObject({
        status: 503,
        body: {
          msg: 'The payment provider does not say whether it made this refund. Please try again in a moment.',
        },
      })
      await until(paymentId, isDone)
      expect(await settle(refundId)).toMatchObject({
        status: 409,
        body: { msg: 'This refund was made already.' },
      })
      expect(await atProvider(paymentId)).toHaveLength(1)
    },
  )

  test(
    'one that the provider made, though its answer was lost, is refused',
    nightly('A lost answer of the provider. The race below has lost answers each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await fault('refunds.create', 'lost-answer', { times: 1_000 })
      const { paymentId, refundId } = await paidInVain()
      await eventually(
        () => atProvider(paymentId),
        (list) => list.length === 1,
      )
      await ageRefunds(shop, paymentId)
      expect((await settle(refundId)).status).toBe(409)
      expect(await rowsOf(paymentId)).toMatchObject([{ id: refundId, settled: null }])
    },
  )

  test(
    'one that the provider has accepted is refused for the seven days that it may take',
    nightly(
      'One more state in which a payment by hand is refused. The one before it is proved above each time.',
    ),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await hanging()
      await stopPaymentFaults(shop)
      await sweep(paymentId)
      const taken = (days: number) =>
        shop.db.query(sql`
        update refund set state = 'accepted', accepted_at = now() - ${days} * interval '1 day' where id = ${refundId}`)
      await taken(6)
      // No further event arrives: the response that says 'processed' is blocked.
      await fault('payments.refunds', 'refuse-400', { times: 1_000 })
      expect((await settle(refundId)).body.msg).toBe('Only a refund that failed or hangs is settled by hand.')
      await taken(8)
      expect((await settle(refundId)).status).toBe(200)
      expect(await atProvider(paymentId)).toHaveLength(1)
      // The provider makes it nevertheless: the shop has paid twice, and its ledger records that.
      expect(await paidTwice(refundId)).toEqual([])
      await stopPaymentFaults(shop)
      await eventually(
        () => atProvider(paymentId),
        ([made]) => made?.status === 'processed',
      )
      for (const _ of [1, 2]) await applyRefundEvent(shop.running.shop, paymentId)
      expect(await paidTwice(refundId)).toEqual(twice)
    },
  )

  test(
    'and then made at the provider as well, in that order or the other, it is one refund',
    nightly('The same two in either order. The race below has both each time.'),
    async () => {
      const { paymentId, refundId } = await hanging()
      await settleQuietly(paymentId, refundId)
      await inDashboard(paymentId)
      await eventually(
        () =>
          shop.db.query(
            sql`select from refund where payment_id = ${paymentId} and provider_refund_id is not null`,
          ),
        (rows) => rows.length === 1,
      )
      expect(await rowsOf(paymentId)).toMatchObject([
        { id: refundId, state: 'processed', settled: 'by bank' },
      ])
      // Its webhooks arrive one after the other: the first one says that the refund is under way.
      await eventually(
        () => paidTwice(refundId),
        (postings) => postings.length > 0,
      )
      expect(await paidTwice(refundId)).toEqual(twice)
    },
  )

  test(
    'is not what the provider refunds: a part whose webhook is lost is found by the sweep of checkouts',
    nightly(
      'A part and its sweep. unmatched-refunds.test.ts proves refunds that the shop did not ask for each time.',
    ),
    async () => {
      const { paymentId, orderId } = await sold()
      const id = newId()
      const given = { id, paymentId, orderId: null, amountPaise: 5_000, state: 'failed' } as const
      await shop.db.transaction((tx) => insertRefund(tx, { ...given, reason: 'at-provider' }))
      expect((await settle(id)).status).toBe(200)
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await inDashboard(paymentId, 4_000)
      await makeCheckoutDue(shop, orderId)
      await sweepCheckouts(shop.running.shop)
      expect((await rowsOf(paymentId)).map(({ amount }) => amount)).toEqual([5_000, 4_000])
    },
  )

  test('in a race with tries, sweeps, webhooks and the dashboard the money goes back once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { paymentId, refundId } = await hanging()
      await stopPaymentFaults(shop)
      const [settled] = await Promise.all([
        settle(refundId),
        settle(refundId),
        retry(refundId),
        sweepRefunds(shop.running.shop),
        ...(round % 2 ? [inDashboard(paymentId).catch(() => null)] : []),
        retry(refundId),
      ])
      await until(paymentId, isDone)
      await sweep(paymentId)
      const [row] = await rowsOf(paymentId)
      const moved = await atProvider(paymentId)
      // An administrator can still refund in the dashboard what was marked as paid by hand.
      const byDashboard = moved.some((one: any) => one.receipt === null)
      expect(moved.length).toBeLessThanOrEqual(1)
      expect(moved.length > 0).toBe(row!.settled === null || byDashboard)
      expect([200, 409]).toContain(settled.status)
      await fault('refunds.create', 'error-500', { times: 10_000 })
    }
  })
})

describe('the database', () => {
  test('of many refunds of one payment at once accepts no more than was paid', async () => {
    const { orderId } = await sellOne(shop, await addSeller(shop))
    const [payment] = await shop.db.query<{ id: string }>(sql`
      select p.id from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${orderId}`)
    const give = (state: 'processed' | 'failed' = 'processed') => {
      const refund = { paymentId: payment!.id, orderId: null, amountPaise: 5_000, state }
      const id = newId()
      return shop.db.transaction(async (tx) => {
        await insertRefund(tx, { ...refund, id, reason: 'at-provider', providerRefundId: `rfnd_${id}` })
        return id
      })
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => give()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.constraint] : []))).toEqual(
      Array.from({ length: 10 }, () => 'refunds_fit_payment'),
    )
    // Nor by increasing one of them, or by reviving one that had failed.
    const failed = await give('failed')
    expect(await settle(failed)).toMatchObject({
      status: 409,
      body: { msg: 'Other refunds have paid this money already.' },
    })
    await expect(
      shop.db.query(sql`update refund set state = 'scheduled' where id = ${failed}`),
    ).rejects.toMatchObject({ constraint: 'refunds_fit_payment' })
    await expect(
      shop.db.query(
        sql`update refund set amount_paise = 10000 where payment_id = ${payment!.id} and state = 'processed'`,
      ),
    ).rejects.toMatchObject({ constraint: 'refunds_fit_payment' })
    await shop.db.query(sql`
      update orders set needs_attention = 'test' where id = ${orderId}`)
  })
})
