/** Refunds of the shop: those that fail are shown, and the database accepts no more than was paid. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { paymentFault, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { importProviderRefunds } from './apply-refund-event.ts'
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

test(
  'refunds come in pages that reach every one, once, and say how many there are',
  nightly('Pages of one more list. lists.test.ts of the administration proves pages each time.'),
  async () => {
    const { paymentId } = await buyAndKeep(shop)
    await refundInDashboard(shop, paymentId, 100)
    await refundInDashboard(shop, paymentId, 200)
    await refundInDashboard(shop, paymentId, 300)
    await untilRefunds(shop, paymentId, (rows) => rows.length === 3)
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
    await paymentFault(shop, 'refunds.process', 'error-500', { times: 100 })
    const { paymentId, refundId } = await payInVain(shop)
    await untilRefunds(shop, paymentId, ([row]) => row?.state === 'failed')
    const { body } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
    expect(body).toMatchObject([{ id: refundId, state: 'failed', late: true }])
    await stopPaymentFaults(shop)
    // As in the run-book: it is made anew in the dashboard.
    await refundInDashboard(shop, paymentId)
    expect(await untilRefunds(shop, paymentId, areDone)).toMatchObject([{ id: refundId }])
    expect(await settleByHand(admin, refundId)).toMatchObject({
      status: 409,
      body: { msg: 'This refund was made already.' },
    })
  })

  test(
    'that failed without a webhook, after it was accepted, is found by the sweep',
    nightly('The same failure without a webhook. The one with it is proved above each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      await paymentFault(shop, 'refunds.process', 'error-500', { times: 100 })
      const { paymentId } = await payInVain(shop)
      await eventually(
        () => refundsAtProvider(shop, paymentId),
        (list) => list[0]?.status === 'failed',
      )
      await untilRefunds(shop, paymentId, ([row]) => row?.state === 'accepted')
      await sweepRefundsOf(shop, paymentId)
      expect(await refundsOf(shop, paymentId)).toMatchObject([{ state: 'failed' }])
    },
  )

  test(
    'that failed after it was made, and was made anew, is in the ledger as made, when both are told at once',
    nightly('Two facts in one moment. That a failed one is shown is proved above each time.'),
    async () => {
      await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
      const { paymentId, refundId } = await payInVain(shop)
      const [made] = await eventually(
        () => refundsAtProvider(shop, paymentId),
        (list) => list.length === 1,
      )
      await untilRefunds(shop, paymentId, ([row]) => row?.state === 'accepted')
      const told = (id: string, state: 'processed' | 'failed', receipt: string | null) =>
        ({ id, state, receipt, amountPaise: 30_000 }) as const
      const tell = (...refunds: ReturnType<typeof told>[]) =>
        importProviderRefunds(shop.running.shop, paymentId, refunds)
      await tell(told(made!.id, 'processed', refundId))
      await tell(told(`${made!.id}-again`, 'processed', null), told(made!.id, 'failed', refundId))
      expect(await refundsOf(shop, paymentId)).toMatchObject([
        { id: refundId, state: 'processed', amount: 30_000 },
      ])
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
      await paymentFault(shop, 'refunds.create', 'refuse-400', { times: 1 })
      const { paymentId, refundId } = await payInVain(shop)
      await eventually(
        () =>
          shop.db.query<{ state: string }>(sql`
          select state from pgboss.job where name = 'refund-payment' and data ->> 'refundId' = ${refundId}`),
        ([job]) => job?.state === 'retry',
      )
      // Its next try is some seconds away.
      await retryRefund(admin, refundId)
      await untilRefunds(shop, paymentId, areDone)
      expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    },
  )

  test(
    'that is sent by five workers at once moves the money once',
    nightly('Five workers. The race of refunds-by-hand.test.ts has workers, sweeps and webhooks each time.'),
    async () => {
      const { paymentId, refundId } = await hangingRefund(shop)
      await stopPaymentFaults(shop)
      await Promise.all([
        sweepRefundsOf(shop, paymentId),
        sweepRefunds(shop.running.shop),
        ...Array.from({ length: 5 }, () => retryRefund(admin, refundId)),
      ])
      await untilRefunds(shop, paymentId, areDone)
      expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    },
  )
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
    expect(await settleByHand(admin, failed)).toMatchObject({
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
