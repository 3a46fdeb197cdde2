/** A dispute beside a refund or a settlement of the same money: each rupee goes back once. */
// @module-tag nightly: Mixtures, a race and kills. disputes.test.ts proves each time what a dispute holds and a lost one takes.
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { ageRefunds } from '../../../tests/setup/clock.ts'
import {
  balancesOf,
  disputesOf,
  moveDispute,
  notAsDescribed,
  raiseDispute,
  untilDispute,
  moneyOfOrder,
  refundsOfDisputed,
  refundTenRupees,
  sellThree,
} from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { paymentFault, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import { refundsAtProvider } from '../../../tests/setup/refunds.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, settle } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { importDispute } from '../../money/disputes/import-dispute.ts'
import { lockPayment } from '../../money/payments/queries.ts'
import { sweepRefunds } from '../../money/payments/sweep-refunds.ts'
import { sql } from '../../platform/db/sql.ts'
import { chargeBack } from './charge-back.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))
let runs = 21

/** A later day than that of the run before. */
const settleNext = () => settle(shop, dayAgo((runs -= 1)))

describe('a refund and a dispute of the same money', () => {
  /** An order whose part was refunded while the provider did not respond. */
  async function waiting() {
    await paymentFault(shop, 'refunds.create', 'error-500', { times: 10_000 })
    const { orderId, paymentId } = await sellThree(shop, seller)
    const given = await admin.post(`/public/admin/orders/${orderId}/refund-part`, {
      amount: 447,
      bears: 'shop',
      left: 447,
      note: 'goodwill',
    })
    expect(given.status).toBe(200)
    await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    await stopPaymentFaults(shop)
    return { orderId, paymentId }
  }

  test('decided before: the refund waits, is not sent by sweep or hand, and is covered by the bank if the dispute is lost', async () => {
    const { paymentId } = await waiting()
    await ageRefunds(shop, paymentId)
    await sweepRefunds(shop.running.shop)
    const [refund] = await shop.db.query<{ id: string }>(
      sql`select id from refund where payment_id = ${paymentId}`,
    )
    expect((await admin.post(`/public/admin/refunds/${refund!.id}/retry`)).status).toBe(409)
    expect(
      (await admin.post(`/public/admin/refunds/${refund!.id}/settled`, { note: 'by bank' })).status,
    ).toBe(409)
    expect(await refundsAtProvider(shop, paymentId)).toEqual([])
    await moveDispute(shop, paymentId, 'lost')
    await untilDispute(shop, paymentId, 'lost')
    expect(await refundsOfDisputed(shop, paymentId)).toEqual([
      { amount: 44_700, reason: 'goodwill', state: 'replaced' },
      { amount: 44_700, reason: 'charged-back', state: 'processed' },
    ])
    expect(await refundsAtProvider(shop, paymentId)).toEqual([])
    expect(await balancesOf(shop, paymentId)).toMatchObject({ claims: 44_700, seller_payable: -33_291 })
  })

  test('decided before, and the dispute is won: it is sent once', async () => {
    const { paymentId } = await waiting()
    await moveDispute(shop, paymentId, 'won')
    await untilDispute(shop, paymentId, 'won')
    await eventually(
      () => refundsOfDisputed(shop, paymentId),
      ([row]) => row?.state === 'processed',
    )
    expect(await refundsAtProvider(shop, paymentId)).toMatchObject([{ amount: 44_700 }])
  })

  test('made before: what the bank takes all the same is the loss of the shop, and an administrator is told', async () => {
    const { orderId, paymentId } = await sellThree(shop, seller)
    const given = { amount: 447, bears: 'shop', left: 447, note: 'goodwill' }
    await admin.post(`/public/admin/orders/${orderId}/refund-part`, given)
    await eventually(
      () => refundsOfDisputed(shop, paymentId),
      ([row]) => row?.state === 'processed',
    )
    const { id } = await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    await moveDispute(shop, paymentId, 'lost')
    expect(await untilDispute(shop, paymentId, 'lost')).toMatchObject([{ taken: 44_700, twice: 44_700 }])
    expect(await balancesOf(shop, paymentId)).toMatchObject({
      claims: 89_400,
      provider: -44_700,
      seller_payable: -33_291,
    })
    const { body } = await admin.get('/public/admin/money-exceptions')
    expect(body.filter((one: any) => one.id === id)).toMatchObject([
      { kind: 'dispute-paid-twice', amount: 447 },
    ])
  })

  test('of which a person has yet to say what a failed one was for: what the bank takes is counted all the same', async () => {
    const { paymentId } = await sellThree(shop, seller)
    const { id } = await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 5_000 })
    await eventually(
      () => refundsOfDisputed(shop, paymentId),
      ([row]) => row?.state === 'processed',
    )
    await shop.kit(`/sandbox/payments/failed-refunds/${id}`)
    await eventually(
      () => refundsOfDisputed(shop, paymentId),
      ([row]) => row?.state === 'failed',
    )
    await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    await moveDispute(shop, paymentId, 'lost')
    expect(await untilDispute(shop, paymentId, 'lost')).toMatchObject([{ taken: 44_700, twice: 0 }])
    expect(await refundsOfDisputed(shop, paymentId)).toMatchObject([
      { reason: 'at-provider', state: 'failed' },
      { reason: 'charged-back', state: 'processed', amount: 44_700 },
    ])
    const { body } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
    const answer = { answer: 'void', note: 'The bank has paid it.' }
    expect((await admin.post(`/public/admin/refunds/${body[0].id}/answer`, answer)).status).toBe(200)
  })

  test('at the same moment: one of them is decided first, and the other sees it', async () => {
    const { orderId, paymentId } = await sellThree(shop, seller)
    // The refund waits for the locks that the dispute has.
    const open = await raiseDispute(shop, paymentId, { webhooks: 'none' })
    const { shop: inner } = shop.running
    const reported = (await inner.payments.dispute(open.id))!
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = inner.db.transaction(async (tx) => {
      await lockPayment(tx, paymentId)
      held.resolve()
      await letGo.promise
    })
    await held.promise
    const imported = importDispute(inner, reported)
    await untilWaitingForLock(shop)
    const refund = refundTenRupees(admin, orderId)
    await untilWaitingForLock(shop, 2)
    letGo.resolve()
    await holder
    expect(await imported).toBe('new')
    expect((await refund).status).toBe(409)
    expect(await refundsOfDisputed(shop, paymentId)).toEqual([])
  })
})

describe('a dispute against a settlement', () => {
  test('at the same moment: the sale is settled or held, and a loss is a debt or no payout, to the paisa', async () => {
    const sales = []
    for (let n = 0; n < 4; n += 1) sales.push(await sellThree(shop, seller, 60))
    await Promise.all([
      ...sales.map(({ paymentId }) => raiseDispute(shop, paymentId, { reason_code: notAsDescribed })),
      settleNext(),
    ])
    for (const { paymentId } of sales) await untilDispute(shop, paymentId, 'open')
    expect(await brokenInvariants(shop.db)).toEqual([])
    await Promise.all(sales.map(({ paymentId }) => moveDispute(shop, paymentId, 'lost')))
    for (const { paymentId } of sales) await untilDispute(shop, paymentId, 'lost')
    await settleNext()
    const { body } = await seller.get('/private/earnings/statements')
    const paid = body.reduce(
      (sum: number, { payout }: { payout: number }) => sum + Math.round(payout * 100),
      0,
    )
    const carried = Math.round((body[0]?.carriedAfter ?? 0) * 100)
    // Of each sale the freight with its GST stays with the seller.
    expect(carried + paid).toBe(-4 * 5_900)
  })

  test('killed after the loss was stored: the next run counts it, and two at once count it once', async () => {
    const { paymentId, orderId } = await sellThree(shop, seller)
    const { shop: inner } = shop.running
    const open = await raiseDispute(shop, paymentId, { reason_code: notAsDescribed, webhooks: 'none' })
    await importDispute(inner, (await inner.payments.dispute(open.id))!)
    const send = inner.jobs.send
    inner.jobs.send = async (tx, name, ...rest) => {
      if (name !== 'charge-back') await send(tx, name, ...rest)
    }
    await moveDispute(shop, paymentId, 'lost', { webhooks: 'none' })
    await importDispute(inner, (await inner.payments.dispute(open.id))!)
    inner.jobs.send = send
    expect(await disputesOf(shop, paymentId)).toMatchObject([{ state: 'lost', counted: false, open: true }])
    expect(await balancesOf(shop, paymentId)).toMatchObject({ disputed: 44_700 })
    expect(await brokenInvariants(shop.db)).toEqual([])
    // Its money is still held, and nothing is refunded besides.
    expect((await refundTenRupees(admin, orderId)).status).toBe(409)
    const transaction = inner.db.transaction
    inner.db.transaction = (work, options) =>
      transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }, options)
    await expect(chargeBack(inner, open.id)).rejects.toThrow('killed')
    inner.db.transaction = transaction
    expect(await moneyOfOrder(shop, orderId)).toMatchObject({ refunded: 0 })
    await Promise.all([chargeBack(inner, open.id), chargeBack(inner, open.id)])
    expect(await disputesOf(shop, paymentId)).toMatchObject([{ counted: true, twice: 0 }])
    expect(await moneyOfOrder(shop, orderId)).toMatchObject({ refunded: 44_700, reversed: 44_700 })
  })
})
