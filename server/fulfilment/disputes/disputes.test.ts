/** Payments that a buyer's bank disputes: what an open one holds, and who bears a lost one by rule. */
import { beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, ordersOf } from '../../../tests/setup/buying.ts'
import {
  balancesOf,
  disputesOf,
  fraud,
  moveDispute,
  notAsDescribed,
  paymentOf,
  raiseDispute,
  untilDispute,
  moneyOfOrder,
  refundsOfDisputed,
  refundTenRupees,
  sellThree,
} from '../../../tests/setup/disputes.ts'
import { buyTogether } from '../../../tests/setup/hand-over.ts'
import { subjectsOf } from '../../../tests/setup/mail-subjects.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, dayAgo, delivered, settle } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { compareDisputes, importDispute, sweepDisputes } from '../../money/disputes/import-dispute.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))
let runs = 21

const disputed = (paymentId: string) => admin.get(`/public/admin/disputes?q=${paymentId}&show=all`)
/** A later day than that of the run before. */
const settleNext = () => settle(shop, dayAgo((runs -= 1)))
const owes = async () => (await seller.get('/private/earnings')).body

describe('a dispute', () => {
  test('is told at once, holds the money of its order, and lets nothing be refunded', async () => {
    const { orderId, paymentId } = await sellThree(shop, seller, 60)
    const { id } = await raiseDispute(shop, paymentId)
    await untilDispute(shop, paymentId, 'open')
    const { body } = await disputed(paymentId)
    expect(body).toMatchObject([
      { id, amount: 447, taken: 0, kind: 'not-received', state: 'open', needsAnswer: true, answer: null },
    ])
    expect(new Date(body[0].respondBy).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await eventually(
      () => subjectsOf(shop, admin.email),
      (subjects) => subjects.some((subject: string) => subject.startsWith('A payment is disputed: ₹447.00')),
    )
    await eventually(
      () => subjectsOf(shop, seller.email),
      (subjects) => subjects.some((subject: string) => subject.startsWith('A payment is disputed')),
    )
    await eventually(
      () => subjectsOf(shop, body[0].customerEmail),
      (subjects) => subjects.some((subject: string) => subject.startsWith('Your dispute of a payment')),
    )
    expect((await owes()).onHold).toBe(332.91)
    await settleNext()
    expect((await owes()).onHold).toBe(332.91)
    const refused = await refundTenRupees(admin, orderId)
    expect(refused.status).toBe(409)
    expect(refused.body.msg).toContain("The buyer's bank disputes this payment.")
    expect(await refundsOfDisputed(shop, paymentId)).toEqual([])

    await moveDispute(shop, paymentId, 'won')
    await untilDispute(shop, paymentId, 'won')
    expect((await owes()).due).toBe(332.91)
    expect((await refundTenRupees(admin, orderId)).status).toBe(200)
  })

  test(
    'for which the provider takes the money at once: it follows in the ledger, and comes back once when it is won',
    nightly(
      'One more moment of the same entry. A lost dispute is booked and a won one comes back in this file each time.',
    ),
    async () => {
      const { paymentId } = await sellThree(shop, seller)
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
      const { paymentId } = await sellThree(shop, seller)
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
      const { paymentId } = await sellThree(shop, seller)
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
      const { paymentId } = await sellThree(shop, seller)
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
      const { orderId, paymentId } = await sellThree(shop, seller, 60)
      await settleNext()
      await raiseDispute(shop, paymentId, { reason_code: notAsDescribed })
      await untilDispute(shop, paymentId, 'open')
      await moveDispute(shop, paymentId, 'lost', { webhooks: 'duplicate' })
      expect(await untilDispute(shop, paymentId, 'lost')).toMatchObject([
        { taken: 44_700, twice: 0, counted: true },
      ])
      expect(await moneyOfOrder(shop, orderId)).toMatchObject({ refunded: 44_700, reversed: 44_700 })
      expect(await refundsOfDisputed(shop, paymentId)).toEqual([
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
      const { paymentId } = await sellThree(shop, seller, 60)
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
      expect((await moneyOfOrder(shop, orderId)).status).toBe('refunded')
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
    const taken = await Promise.all(orderIds.map(async (id) => (await moneyOfOrder(shop, id)).refunded))
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
      expect(await moneyOfOrder(shop, orderIds[0]!)).toMatchObject({ status: 'pending', refunded: 0 })
      expect(await moneyOfOrder(shop, orderIds[1]!)).toMatchObject({ status: 'refunded', refunded: 20_000 })
    },
  )
})
