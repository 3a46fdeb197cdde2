/** Refunds that an administrator has paid by bank: the same money goes back once. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { ageRefunds, makeCheckoutDue } from '../../../tests/setup/clock.ts'
import { paymentFault, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { applyRefundEvent } from './apply-refund-event.ts'
import { insertRefund } from './queries.ts'
import { sweepRefunds } from './sweep-refunds.ts'
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

/** Between two tries of the job, which would otherwise run at this moment. */
const settleQuietly = (paymentId: string, refundId: string) =>
  eventually(
    async () => {
      await ageRefunds(shop, paymentId)
      return settleByHand(admin, refundId)
    },
    ({ status }) => status === 200,
  )

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
      const other = await hangingRefund(shop)
      const { paymentId, refundId } = await hangingRefund(shop)
      await settleQuietly(paymentId, refundId)
      expect(await refundsOf(shop, other.paymentId)).toMatchObject([{ state: 'scheduled', settled: null }])
      await stopPaymentFaults(shop)
      await sweepRefundsOf(shop, paymentId)
      expect((await retryRefund(admin, refundId)).status).toBe(409)
      // The job of the refund itself was waiting for its next try.
      await eventually(
        () =>
          shop.db.query(sql`
          update pgboss.job set start_after = now() where name = 'refund-payment' and data ->> 'refundId' = ${refundId}
            and state in ('created', 'retry', 'active') returning 1`),
        (jobs) => jobs.length === 0,
      )
      expect(await refundsAtProvider(shop, paymentId)).toEqual([])
      expect(await refundsOf(shop, paymentId)).toMatchObject([{ state: 'processed', settled: 'by bank' }])
    },
  )

  test(
    'a UTR in the note has its form, and pays one refund only',
    nightly('Forms of a note. The race below has a refund by hand each time.'),
    async () => {
      await paymentFault(shop, 'refunds.process', 'error-500', { times: 100 })
      const [first, second] = [await payInVain(shop), await payInVain(shop)]
      for (const { paymentId } of [first, second])
        await untilRefunds(shop, paymentId, ([row]) => row?.state === 'failed')
      await stopPaymentFaults(shop)
      const note = 'Paid by NEFT, UTR no. HDFCN52026119912345.'
      expect(await settleByHand(admin, first.refundId, 'By NEFT, UTR: HDFC123')).toMatchObject({
        status: 400,
        body: { fields: { note: 'A UTR has 10 to 22 letters and digits.' } },
      })
      expect((await settleByHand(admin, first.refundId, note)).status).toBe(200)
      for (const again of [note, 'hdfcn52026119912345'])
        expect(await settleByHand(admin, second.refundId, again)).toMatchObject({
          status: 409,
          body: { msg: 'A UTR in this note was used for another payout or refund already.' },
        })
      expect((await refundsOf(shop, second.paymentId))[0]).toMatchObject({ state: 'failed', settled: null })
      expect((await settleByHand(admin, second.refundId, 'The UTR is not known yet.')).status).toBe(200)
    },
  )

  test(
    'the IFSC of a branch in the note is no UTR: the next refund may go to the same branch',
    nightly('One more form of a note. That a UTR pays one refund is proved above each time.'),
    async () => {
      await paymentFault(shop, 'refunds.process', 'error-500', { times: 100 })
      const both = [await payInVain(shop), await payInVain(shop)]
      for (const { paymentId } of both)
        await untilRefunds(shop, paymentId, ([row]) => row?.state === 'failed')
      await stopPaymentFaults(shop)
      expect(await settleByHand(admin, both[0]!.refundId, 'By NEFT, UTR HDFC0001234')).toMatchObject({
        status: 400,
        body: { fields: { note: 'This is the IFSC of a branch, and no UTR.' } },
      })
      for (const [n, { refundId }] of both.entries()) {
        const note = `NEFT to HDFC0001234, UTR N32612345678${n}`
        expect(await settleByHand(admin, refundId, note)).toMatchObject({ status: 200 })
      }
    },
  )

  test(
    'one that is not late is refused; so is every one while the provider is being asked or does not answer',
    nightly(
      'Each state in which a refund by hand is refused. The race below proves that money goes back once each time.',
    ),
    async () => {
      await paymentFault(shop, 'refunds.create', 'slow', { ms: 6_000 })
      const { paymentId, refundId } = await payInVain(shop)
      expect(await settleByHand(admin, refundId)).toMatchObject({
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
      expect((await settleByHand(admin, refundId)).body.msg).toContain(
        'is being asked for this refund at this moment',
      )
      await paymentFault(shop, 'payments.refunds', 'error-500')
      expect(await settleByHand(admin, refundId)).toMatchObject({
        status: 503,
        body: {
          msg: 'The payment provider does not say whether it made this refund. Please try again in a moment.',
        },
      })
      await untilRefunds(shop, paymentId, areDone)
      expect(await settleByHand(admin, refundId)).toMatchObject({
        status: 409,
        body: { msg: 'This refund was made already.' },
      })
      expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    },
  )

  test(
    'one that the provider made, though its answer was lost, is refused',
    nightly('A lost answer of the provider. The race below has lost answers each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await paymentFault(shop, 'refunds.create', 'lost-answer', { times: 1_000 })
      const { paymentId, refundId } = await payInVain(shop)
      await eventually(
        () => refundsAtProvider(shop, paymentId),
        (list) => list.length === 1,
      )
      await ageRefunds(shop, paymentId)
      expect((await settleByHand(admin, refundId)).status).toBe(409)
      expect(await refundsOf(shop, paymentId)).toMatchObject([{ id: refundId, settled: null }])
    },
  )

  test(
    'one that the provider has accepted is refused for the seven days that it may take',
    nightly(
      'One more state in which a payment by hand is refused. The one before it is proved above each time.',
    ),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await hangingRefund(shop)
      await stopPaymentFaults(shop)
      await sweepRefundsOf(shop, paymentId)
      const taken = (days: number) =>
        shop.db.query(sql`
        update refund set state = 'accepted', accepted_at = now() - ${days} * interval '1 day' where id = ${refundId}`)
      await taken(6)
      // No further event arrives: the response that says 'processed' is blocked.
      await paymentFault(shop, 'payments.refunds', 'refuse-400', { times: 1_000 })
      expect((await settleByHand(admin, refundId)).body.msg).toBe(
        'Only a refund that failed or hangs is settled by hand.',
      )
      await taken(8)
      expect((await settleByHand(admin, refundId)).status).toBe(200)
      expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
      // The provider makes it nevertheless: the shop has paid twice, and its ledger records that.
      expect(await paidTwice(refundId)).toEqual([])
      await stopPaymentFaults(shop)
      await eventually(
        () => refundsAtProvider(shop, paymentId),
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
      const { paymentId, refundId } = await hangingRefund(shop)
      await settleQuietly(paymentId, refundId)
      await refundInDashboard(shop, paymentId)
      await eventually(
        () =>
          shop.db.query(
            sql`select from refund where payment_id = ${paymentId} and provider_refund_id is not null`,
          ),
        (rows) => rows.length === 1,
      )
      expect(await refundsOf(shop, paymentId)).toMatchObject([
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
      const { paymentId, orderId } = await buyAndKeep(shop)
      const id = newId()
      const given = { id, paymentId, orderId: null, amountPaise: 5_000, state: 'failed' } as const
      await shop.db.transaction((tx) => insertRefund(tx, { ...given, reason: 'at-provider' }))
      expect((await settleByHand(admin, id)).status).toBe(200)
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await refundInDashboard(shop, paymentId, 4_000)
      await makeCheckoutDue(shop, orderId)
      await sweepCheckouts(shop.running.shop)
      expect((await refundsOf(shop, paymentId)).map(({ amount }) => amount)).toEqual([5_000, 4_000])
    },
  )

  // The two kinds of a round, and at night more of them.
  for (const [rounds, when] of [
    [2, {}],
    [6, nightly('More rounds of the same race. Each kind of round is run each time.')],
  ] as const)
    test(
      'in a race with tries, sweeps, webhooks and the dashboard the money goes back once',
      when,
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const { paymentId, refundId } = await hangingRefund(shop)
          await stopPaymentFaults(shop)
          const [settled] = await Promise.all([
            settleByHand(admin, refundId),
            settleByHand(admin, refundId),
            retryRefund(admin, refundId),
            sweepRefunds(shop.running.shop),
            ...(round % 2 ? [refundInDashboard(shop, paymentId).catch(() => null)] : []),
            retryRefund(admin, refundId),
          ])
          await untilRefunds(shop, paymentId, areDone)
          await sweepRefundsOf(shop, paymentId)
          const [row] = await refundsOf(shop, paymentId)
          const moved = await refundsAtProvider(shop, paymentId)
          // An administrator can still refund in the dashboard what was marked as paid by hand.
          const byDashboard = moved.some((one: any) => one.receipt === null)
          expect(moved.length).toBeLessThanOrEqual(1)
          expect(moved.length > 0).toBe(row!.settled === null || byDashboard)
          expect([200, 409]).toContain(settled.status)
          await paymentFault(shop, 'refunds.create', 'error-500', { times: 10_000 })
        }
      },
    )
})
