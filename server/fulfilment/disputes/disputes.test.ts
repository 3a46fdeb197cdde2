/** Payments that a buyer's bank disputes: each rupee goes back once, and who bears it is decided by rule. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import { ageRefunds, endRateLimits } from '../../../tests/setup/clock.ts'
import {
  balancesOf,
  disputesOf,
  fraud,
  moveDispute,
  notAsDescribed,
  paymentOf,
  raiseDispute,
  untilDispute,
} from '../../../tests/setup/disputes.ts'
import { buyTogether } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import {
  paymentFault,
  paymentLedger,
  resetPayments,
  stopPaymentFaults,
} from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, dayAgo, delivered, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { compareDisputes, importDispute, sweepDisputes } from '../../money/disputes/import-dispute.ts'
import { lockPayment } from '../../money/payments/queries.ts'
import { sweepRefunds } from '../../money/payments/sweep-refunds.ts'
import { sql } from '../../platform/db/sql.ts'
import { readWaitingWork } from '../../administration/gauge-queries.ts'
import { chargeBack } from './charge-back.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
beforeEach(async () => {
  await Promise.all([resetPayments(shop), endRateLimits(shop)])
  seller = await addSeller(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const subjectsTo = async (email: string) =>
  (await shop.client().get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body.map(
    ({ subject }: { subject: string }) => subject,
  )
const disputed = (paymentId: string) => admin.get(`/public/admin/disputes?q=${paymentId}&show=all`)
const orderOf = async (orderId: string) => {
  const [row] = await shop.db.query<{ status: string; refunded: number; reversed: number }>(sql`
    select status, refunded_paise as refunded, reversed_paise as reversed from orders where id = ${orderId}`)
  return row!
}
const refundsOf = (paymentId: string) =>
  shop.db.query<{ amount: number; reason: string; state: string }>(sql`
    select amount_paise as amount, reason, state from refund where payment_id = ${paymentId} order by id`)
const atProvider = async (paymentId: string) =>
  (await paymentLedger(shop)).refunds.filter((one) => one.payment_id === paymentId)
const refundOrderOf = (orderId: string) =>
  admin.post(`/public/admin/orders/${orderId}/refund-part`, {
    amount: 10,
    bears: 'shop',
    left: 447,
    note: 'goodwill',
  })

let runs = 21
/** A later day than that of the run before. */
const settleNext = () => settle(shop, dayAgo((runs -= 1)))

/** Three pieces of ₹149.00 of which the seller gets ₹332.91, delivered so many days ago; null: not handed over. */
async function sold(days: number | null = 1) {
  const orderId = await sellThreePieces(shop, seller, days)
  return { orderId, paymentId: await paymentOf(shop, orderId) }
}
const owes = async () => (await seller.get('/private/earnings')).body

describe('a dispute', () => {
  test('is told at once, holds the money of its order, and lets nothing be refunded', async () => {
    const { orderId, paymentId } = await sold(60)
    const { id } = await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    const { body } = await disputed(paymentId)
    expect(body).toMatchObject([
      { id, amount: 447, taken: 0, kind: 'not-received', state: 'open', needsAnswer: true, answer: null },
    ])
    expect(new Date(body[0].respondBy).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await eventually(
      () => subjectsTo(admin.email),
      (subjects) => subjects.some((subject: string) => subject.startsWith('A payment is disputed: ₹447.00')),
    )
    await eventually(
      () => subjectsTo(seller.email),
      (subjects) => subjects.some((subject: string) => subject.startsWith('A payment is disputed')),
    )
    await eventually(
      () => subjectsTo(body[0].customerEmail),
      (subjects) => subjects.some((subject: string) => subject.startsWith('Your dispute of a payment')),
    )
    expect((await owes()).onHold).toBe(332.91)
    await settleNext()
    expect((await owes()).onHold).toBe(332.91)
    const refused = await refundOrderOf(orderId)
    expect(refused.status).toBe(409)
    expect(refused.body.msg).toContain("The buyer's bank disputes this payment.")
    expect(await refundsOf(paymentId)).toEqual([])

    await moveDispute(shop, paymentId, 'won')
    await untilDispute(shop, paymentId, 'won')
    expect((await owes()).due).toBe(332.91)
    expect((await refundOrderOf(orderId)).status).toBe(200)
  })

  test(
    'for which the provider takes the money at once: it follows in the ledger, and comes back once when it is won',
    nightly(
      'One more moment of the same entry. A lost dispute is booked and a won one comes back in this file each time.',
    ),
    async () => {
      const { paymentId } = await sold()
      await raiseDispute(shop, paymentId, { deducted: true, webhooks: 'duplicate' })
      await untilDispute(shop, paymentId, 'open')
      expect(await balancesOf(shop, paymentId)).toMatchObject({ disputed: 44_700, seller_payable: -33_291 })
      expect((await balancesOf(shop, paymentId)).provider).toBeUndefined()
      await moveDispute(shop, paymentId, 'won', { webhooks: 'duplicate' })
      await untilDispute(shop, paymentId, 'won')
      const after = await balancesOf(shop, paymentId)
      expect(after).toMatchObject({ provider: 44_700, seller_payable: -33_291 })
      expect(after.disputed).toBeUndefined()
    },
  )

  test(
    'that is closed ends as one that is won',
    nightly('The same end by one more name. A dispute that is won is proved in this file each time.'),
    async () => {
      const { paymentId } = await sold()
      await raiseDispute(shop, paymentId, { phase: 'fraud', deducted: true })
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'closed')
      expect(await untilDispute(shop, paymentId, 'closed')).toMatchObject([{ taken: 0, twice: 0 }])
      expect(await balancesOf(shop, paymentId)).toMatchObject({ provider: 44_700 })
    },
  )

  test(
    'whose webhooks are all lost is found by the timers',
    nightly('The same dispute without webhooks. The one with them is proved above each time.'),
    async () => {
      const { paymentId } = await sold()
      const { id } = await raiseDispute(shop, paymentId, { webhooks: 'none' })
      expect(await disputesOf(shop, paymentId)).toEqual([])
      await compareDisputes(shop.running.shop, new Date())
      expect(await disputesOf(shop, paymentId)).toMatchObject([{ id, state: 'open' }])
      await moveDispute(shop, paymentId, 'lost', { webhooks: 'none' })
      await shop.db.query(sql`update dispute set asked_at = now() - interval '2 hours' where id = ${id}`)
      await sweepDisputes(shop.running.shop)
      await untilDispute(shop, paymentId, 'lost')
    },
  )

  test(
    'whose events come late and in the wrong order stays at its end',
    nightly('One more order of the same events. A dispute and its loss are proved in this file each time.'),
    async () => {
      const { paymentId } = await sold()
      const open = await raiseDispute(shop, paymentId, { webhooks: 'held' })
      await moveDispute(shop, paymentId, 'under_review', { webhooks: 'none' })
      await moveDispute(shop, paymentId, 'won')
      await untilDispute(shop, paymentId, 'won')
      await shop.kit('/sandbox/payments/webhooks/release', {})
      // An answer of the provider that was on its way since before the end.
      const { shop: inner } = shop.running
      const known = (await inner.payments.dispute(open.id))!
      expect(await importDispute(inner, { ...known, state: 'open', takenPaise: 44_700 })).toBe('same')
      expect(await disputesOf(shop, paymentId)).toMatchObject([{ state: 'won', taken: 0 }])
    },
  )
})

describe('a lost dispute', () => {
  test(
    'takes the sale back from a seller who bears it; after the settlement as a debt that the next one carries',
    nightly(
      'One more bearer, and the next settlement. A loss that is spread over orders is proved below each time.',
    ),
    async () => {
      const { orderId, paymentId } = await sold(60)
      await settleNext()
      await raiseDispute(shop, paymentId, { reason_code: notAsDescribed })
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost', { webhooks: 'duplicate' })
      expect(await untilDispute(shop, paymentId, 'lost')).toMatchObject([
        { taken: 44_700, twice: 0, counted: true },
      ])
      expect(await orderOf(orderId)).toMatchObject({ refunded: 44_700, reversed: 44_700 })
      expect(await refundsOf(paymentId)).toEqual([
        { amount: 44_700, reason: 'charged-back', state: 'processed' },
      ])
      const balances = await balancesOf(shop, paymentId)
      // The shop keeps the freight of the parcel with its GST, as after a return.
      expect(balances).toEqual({ seller_payable: 5_900, shipping: -5_000, gst_on_fees: -900 })
      await settleNext()
      const [statement] = (await seller.get('/private/earnings/statements')).body
      expect(statement).toMatchObject({ payout: 0, carriedAfter: -391.91 })
    },
  )

  test(
    'for fraud is borne by the shop, and the seller is paid',
    nightly('One more bearer of the same loss. The seller bears it in the test above each time.'),
    async () => {
      const { paymentId } = await sold(60)
      await raiseDispute(shop, paymentId, { reason_code: fraud, phase: 'fraud' })
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost')
      await untilDispute(shop, paymentId, 'lost')
      const balances = await balancesOf(shop, paymentId)
      expect(balances).toMatchObject({ seller_payable: -33_291, claims: 44_700 })
      expect(balances.disputed ?? balances.provider ?? balances.buyer).toBeUndefined()
      expect((await owes()).due).toBe(332.91)
    },
  )

  test.each([
    ['with proof of delivery by the shop', true, { claims: 44_700, seller_payable: -33_291 }],
    ['without one by the seller', false, { seller_payable: 5_900 }],
  ])(
    'of goods that are said not to have come is borne %s',
    nightly(
      'One more reason of a dispute, with and without proof. A loss that is spread over orders is proved each time.',
    ),
    async (_, isDelivered, expected) => {
      const { orderId } = await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })
      const paymentId = await paymentOf(shop, orderId)
      if (isDelivered) await delivered(shop, orderId, 1)
      else await courierSays(shop, orderId, 'shipped')
      await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost')
      await untilDispute(shop, paymentId, 'lost')
      expect(await balancesOf(shop, paymentId)).toMatchObject(expected)
    },
  )

  test(
    'of an order that no courier has cancels it: the pieces return to the stock',
    nightly('A dispute before the hand-over. goods-not-sent.test.ts cancels such an order each time.'),
    async () => {
      const { orderId, productId, buyer } = await sellOne(shop, seller, { units: 5, quantity: 2 })
      const paymentId = await paymentOf(shop, orderId)
      await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      const cancelled = await buyer.post(`/private/order/cancel/${orderId}`, {})
      expect(cancelled.status).toBe(409)
      expect(cancelled.body.msg).toContain('bank disputes this payment')
      await moveDispute(shop, paymentId, 'lost')
      await untilDispute(shop, paymentId, 'lost')
      expect((await orderOf(orderId)).status).toBe('refunded')
      expect(await unitsOf(shop, productId)).toBe(5)
      expect(await balancesOf(shop, paymentId)).toEqual({})
      expect((await ordersOf(buyer)).find((order) => order.id === orderId).status).toBe('refunded')
    },
  )

  test('of a part is spread over the orders of the payment to the paisa, and a second one takes the rest', async () => {
    const { orderIds } = await buyTogether(shop, [
      { seller, pricePaise: 10_001 },
      { seller, pricePaise: 20_000 },
      { seller, pricePaise: 33_333 },
    ])
    const paymentId = await paymentOf(shop, orderIds[0]!)
    await raiseDispute(shop, paymentId, { amount: 10_000, reason_code: fraud })
    await untilDispute(shop, paymentId, 'open')
    await moveDispute(shop, paymentId, 'lost')
    await untilDispute(shop, paymentId, 'lost')
    const taken = await Promise.all(orderIds.map(async (id) => (await orderOf(id)).refunded))
    expect(taken.reduce((sum, paise) => sum + paise, 0)).toBe(10_000)
    // In proportion to the prices: 1579.10, 3157.86 and 5263.05. Whole paise of each, and one more of the first.
    for (const [index, least] of [1_579, 3_157, 5_263].entries())
      expect([least, least + 1]).toContain(taken[index])
    await raiseDispute(shop, paymentId, { reason_code: fraud })
    await eventually(
      () => disputesOf(shop, paymentId),
      (rows) => rows.length === 2,
    )
    await moveDispute(shop, paymentId, 'lost')
    const [, second] = await untilDispute(shop, paymentId, 'lost')
    // The bank has taken 100.00 more than was paid.
    expect(second).toMatchObject({ taken: 63_334, twice: 10_000 })
    expect(await balancesOf(shop, paymentId)).toEqual({ claims: 10_000, provider: -10_000 })
  })

  test(
    'whose amount is the price of one order is about that order alone',
    nightly('One more amount. A dispute of a part that is spread over the orders is proved above each time.'),
    async () => {
      const { orderIds } = await buyTogether(shop, [
        { seller, pricePaise: 10_000 },
        { seller, pricePaise: 20_000 },
      ])
      const paymentId = await paymentOf(shop, orderIds[0]!)
      await raiseDispute(shop, paymentId, { amount: 20_000 })
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost')
      await untilDispute(shop, paymentId, 'lost')
      expect(await orderOf(orderIds[0]!)).toMatchObject({ status: 'pending', refunded: 0 })
      expect(await orderOf(orderIds[1]!)).toMatchObject({ status: 'refunded', refunded: 20_000 })
    },
  )
})

describe(
  'a refund and a dispute of the same money',
  nightly('Five mixtures. The groups before prove each time what a dispute holds and a lost one takes.'),
  () => {
    /** An order whose part was refunded while the provider did not respond. */
    async function waiting() {
      await paymentFault(shop, 'refunds.create', 'error-500', { times: 10_000 })
      const { orderId, paymentId } = await sold()
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
      expect(await atProvider(paymentId)).toEqual([])
      await moveDispute(shop, paymentId, 'lost')
      await untilDispute(shop, paymentId, 'lost')
      expect(await refundsOf(paymentId)).toEqual([
        { amount: 44_700, reason: 'goodwill', state: 'replaced' },
        { amount: 44_700, reason: 'charged-back', state: 'processed' },
      ])
      expect(await atProvider(paymentId)).toEqual([])
      expect(await balancesOf(shop, paymentId)).toMatchObject({ claims: 44_700, seller_payable: -33_291 })
    })

    test('decided before, and the dispute is won: it is sent once', async () => {
      const { paymentId } = await waiting()
      await moveDispute(shop, paymentId, 'won')
      await untilDispute(shop, paymentId, 'won')
      await eventually(
        () => refundsOf(paymentId),
        ([row]) => row?.state === 'processed',
      )
      expect(await atProvider(paymentId)).toMatchObject([{ amount: 44_700 }])
    })

    test('made before: what the bank takes all the same is the loss of the shop, and an administrator is told', async () => {
      const { orderId, paymentId } = await sold()
      const given = { amount: 447, bears: 'shop', left: 447, note: 'goodwill' }
      await admin.post(`/public/admin/orders/${orderId}/refund-part`, given)
      await eventually(
        () => refundsOf(paymentId),
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
      const { paymentId } = await sold()
      const { id } = await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 5_000 })
      await eventually(
        () => refundsOf(paymentId),
        ([row]) => row?.state === 'processed',
      )
      await shop.kit(`/sandbox/payments/failed-refunds/${id}`)
      await eventually(
        () => refundsOf(paymentId),
        ([row]) => row?.state === 'failed',
      )
      await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost')
      expect(await untilDispute(shop, paymentId, 'lost')).toMatchObject([{ taken: 44_700, twice: 0 }])
      expect(await refundsOf(paymentId)).toMatchObject([
        { reason: 'at-provider', state: 'failed' },
        { reason: 'charged-back', state: 'processed', amount: 44_700 },
      ])
      const { body } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
      const answer = { answer: 'void', note: 'The bank has paid it.' }
      expect((await admin.post(`/public/admin/refunds/${body[0].id}/answer`, answer)).status).toBe(200)
    })

    test('at the same moment: one of them is decided first, and the other sees it', async () => {
      const { orderId, paymentId } = await sold()
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
      const refund = refundOrderOf(orderId)
      await untilWaitingForLock(shop, 2)
      letGo.resolve()
      await holder
      expect(await imported).toBe('new')
      expect((await refund).status).toBe(409)
      expect(await refundsOf(paymentId)).toEqual([])
    })
  },
)

describe(
  'a dispute against a settlement',
  nightly('A race and kills. The groups before prove each time what a dispute holds and a lost one takes.'),
  () => {
    test('at the same moment: the sale is settled or held, and a loss is a debt or no payout, to the paisa', async () => {
      const sales = []
      for (let n = 0; n < 4; n += 1) sales.push(await sold(60))
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
      const { paymentId, orderId } = await sold()
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
      expect((await refundOrderOf(orderId)).status).toBe(409)
      const transaction = inner.db.transaction
      inner.db.transaction = (work, options) =>
        transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }, options)
      await expect(chargeBack(inner, open.id)).rejects.toThrow('killed')
      inner.db.transaction = transaction
      expect(await orderOf(orderId)).toMatchObject({ refunded: 0 })
      await Promise.all([chargeBack(inner, open.id), chargeBack(inner, open.id)])
      expect(await disputesOf(shop, paymentId)).toMatchObject([{ counted: true, twice: 0 }])
      expect(await orderOf(orderId)).toMatchObject({ refunded: 44_700, reversed: 44_700 })
    })
  },
)

describe('an administrator answers', () => {
  const contest = (id: string, evidence: string[], who = admin) =>
    who.post(`/public/admin/disputes/${id}/contest`, { words: 'It was delivered to the buyer.', evidence })

  test('by contesting with invoice, tracking and history: the bank examines them', async () => {
    const { orderId, paymentId } = await sold()
    const { id } = await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    const { body } = await admin.get(`/public/admin/disputes/${id}`)
    expect(body).toMatchObject({
      evidence: ['invoice', 'delivery', 'history'],
      orders: [{ id: orderId, share: 447, bears: 'shop' }],
    })
    const sheet = await admin.request(`/public/admin/disputes/${id}/evidence/delivery`, {})
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await contest(id, ['refunds'])).status).toBe(409)
    expect((await contest(id, [])).status).toBe(400)
    expect((await contest(id, ['invoice', 'delivery', 'history'])).status).toBe(200)
    expect(await disputesOf(shop, paymentId)).toMatchObject([{ state: 'under-review' }])
    const { disputes, documents } = (await paymentLedger(shop)) as any
    expect(disputes.find((one: any) => one.id === id)).toMatchObject({
      status: 'under_review',
      evidence: {
        amount: 44_700,
        summary: 'It was delivered to the buyer.',
        billing_proof: [expect.any(String)],
        shipping_proof: [expect.any(String)],
        customer_communication: [expect.any(String)],
        refund_confirmation: null,
      },
    })
    expect(documents.length).toBeGreaterThanOrEqual(3)
    expect((await auditOf(admin, { act: 'dispute-contested' }))[0]).toMatchObject({ to: { id } })
    expect((await contest(id, ['invoice'])).status).toBe(409)
    // The bank asks again.
    await moveDispute(shop, paymentId, 'action_required')
    await untilDispute(shop, paymentId, 'action-required')
    await shop.db.query(sql`update dispute set answered_at = now() - interval '2 minutes' where id = ${id}`)
    expect((await contest(id, ['invoice'])).status).toBe(200)
  })

  test(
    'by accepting: the money is lost, once, also of two at the same moment',
    nightly('The other answer. Contesting, and a loss, are proved beside it each time.'),
    async () => {
      const { orderId, paymentId } = await sold()
      const { id } = await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      const accept = () => admin.post(`/public/admin/disputes/${id}/accept`)
      const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      await untilDispute(shop, paymentId, 'lost')
      expect(await orderOf(orderId)).toMatchObject({ refunded: 44_700 })
    },
  )

  test(
    'while the provider does not respond, or refuses: nothing is lost, and the answer can be sent again',
    nightly('Many answers of a provider that fails. Contesting and accepting are proved above each time.'),
    async () => {
      const { paymentId } = await sold()
      const { id } = await raiseDispute(shop, paymentId)
      await untilDispute(shop, paymentId, 'open')
      await paymentFault(shop, 'documents.create', 'error-500')
      expect((await contest(id, ['history'])).status).toBe(503)
      await paymentFault(shop, 'disputes.contest', 'refuse-400')
      expect((await contest(id, ['history'])).status).toBe(409)
      await paymentFault(shop, 'disputes.contest', 'lost-answer')
      expect((await contest(id, ['history'])).status).toBe(503)
      // The provider had it: its webhook says so.
      await untilDispute(shop, paymentId, 'under-review')
    },
  )

  test(
    'too late: it is counted before its time, and an exception afterwards',
    nightly('One more answer of the provider. An answer that is refused is proved beside it each time.'),
    async () => {
      const { paymentId } = await sold()
      const { id } = await raiseDispute(shop, paymentId, { respond_in: 3_600 })
      await untilDispute(shop, paymentId, 'open')
      const { disputesDueSoon } = await readWaitingWork(shop.db)
      expect(disputesDueSoon).toBeGreaterThan(0)
      await shop.db.query(sql`update dispute set respond_by = now() - interval '1 minute' where id = ${id}`)
      const { body } = await admin.get('/public/admin/money-exceptions')
      expect(body.filter((one: any) => one.id === id)).toMatchObject([
        { kind: 'dispute-missed', amount: 447 },
      ])
    },
  )
})
