/** Disputes that the shop cannot place, or that were over: a person hears of each, and none stops the others. */
// @module-tag nightly: Disputes that belong to no known order. disputes.test.ts proves what a dispute holds and takes each time.
import { beforeEach, expect, test } from 'vitest'
import { eventually, pay } from '../../../tests/setup/buying.ts'
import {
  balancesOf,
  disputesOf,
  moveDispute,
  notAsDescribed,
  paymentOf,
  raiseDispute,
  untilDispute,
} from '../../../tests/setup/disputes.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, sellThreePieces } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { compareDisputes, sweepDisputes } from '../../money/disputes/import-dispute.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { goneCodes } from '../shipments/courier-rules.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

const exceptionsOf = async (id: string) =>
  (await admin.get('/public/admin/money-exceptions')).body.filter((one: any) => one.id === id)
const mailsTo = async (email: string, subject: string) =>
  (await shop.client().get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body.filter((mail: any) =>
    mail.subject.startsWith(subject),
  )
async function sold() {
  const orderId = await sellThreePieces(shop, seller, 1)
  return { orderId, paymentId: await paymentOf(shop, orderId) }
}
/** A payment that was made outside of the shop. */
async function strangerPays() {
  const order = await shop.running.shop.payments.createOrder({ receipt: newId(), amountPaise: 500_00 })
  return (await pay(shop, order)).razorpay_payment_id
}

test('a dispute of a payment that the shop does not know is mailed once to each administrator and an exception until it is over', async () => {
  const paymentId = await strangerPays()
  const { id } = await raiseDispute(shop, paymentId, { webhooks: 'none' })
  for (let nights = 0; nights < 2; nights += 1) await compareDisputes(shop.running.shop, new Date())
  expect(await exceptionsOf(id)).toMatchObject([
    { kind: 'dispute-unplaced', amount: 500, text: expect.stringContaining(paymentId) },
  ])
  await eventually(
    () => mailsTo(admin.email, 'A dispute without its order'),
    (mails) => mails.length === 1,
  )
  await moveDispute(shop, paymentId, 'won', { webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  expect(await exceptionsOf(id)).toEqual([])
})

test('its webhook alone is enough', async () => {
  const { id } = await raiseDispute(shop, await strangerPays())
  const rows = await eventually(
    () => exceptionsOf(id),
    ({ length }) => length > 0,
  )
  expect(rows).toMatchObject([{ kind: 'dispute-unplaced' }])
})

test('one that the shop cannot read is an exception, and stops neither the timers nor the others', async () => {
  const [first, second, third] = [await sold(), await sold(), await sold()]
  const { id } = await raiseDispute(shop, first.paymentId, { currency: 'USD', webhooks: 'none' })
  await raiseDispute(shop, second.paymentId, { webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  await untilDispute(shop, second.paymentId, 'open')
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'dispute-unplaced' }])
  // Also where it is asked for by its id.
  await shop.db.query(sql`update unplaced_dispute set asked_at = now() - interval '2 hours'`)
  await sweepDisputes(shop.running.shop)
  // The one that has waited longest is asked for first, and gets no answer.
  await raiseDispute(shop, third.paymentId, { webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  await shop.db.query(
    sql`update dispute set asked_at = now() - interval '3 hours' where payment_id = ${second.paymentId}`,
  )
  await shop.db.query(
    sql`update dispute set asked_at = now() - interval '2 hours' where payment_id = ${third.paymentId}`,
  )
  await moveDispute(shop, third.paymentId, 'won', { webhooks: 'none' })
  const { payments } = shop.running.shop
  const asked = payments.dispute
  const failing = (await disputesOf(shop, second.paymentId))[0]?.id
  payments.dispute = async (one) => {
    if (one === failing) throw new ProviderUnavailable('GET /disputes: no answer')
    return asked(one)
  }
  // The timer counts as late, because one is left.
  await expect(sweepDisputes(shop.running.shop)).rejects.toThrow('no answer')
  payments.dispute = asked
  await untilDispute(shop, third.paymentId, 'won')
})

test('one that is open again after it was won holds the money again, is told again, and can be lost', async () => {
  const { paymentId } = await sold()
  const { id } = await raiseDispute(shop, paymentId, { reason_code: notAsDescribed })
  await untilDispute(shop, paymentId, 'open')
  await moveDispute(shop, paymentId, 'won')
  await untilDispute(shop, paymentId, 'won')
  await moveDispute(shop, paymentId, 'pre_arbitration', { webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  expect(await disputesOf(shop, paymentId)).toMatchObject([{ id, state: 'open', open: true, taken: 447_00 }])
  expect((await balancesOf(shop, paymentId))['disputed']).toBe(447_00)
  const { body } = await admin.get(`/public/admin/disputes?q=${id}&show=open`)
  expect(body).toMatchObject([{ id, phase: 'pre_arbitration', needsAnswer: true, answer: null }])
  await eventually(
    () => mailsTo(admin.email, 'A payment is disputed'),
    (mails) =>
      mails.length >= 2 && new Set(mails.map(({ messageId }: any) => messageId)).size === mails.length,
  )
  await moveDispute(shop, paymentId, 'lost')
  await untilDispute(shop, paymentId, 'lost')
  expect(await disputesOf(shop, paymentId)).toMatchObject([{ counted: true, twice: 0 }])
})

test('one that is open again after it was lost and counted is an exception', async () => {
  const { paymentId } = await sold()
  const { id } = await raiseDispute(shop, paymentId, { reason_code: notAsDescribed })
  await untilDispute(shop, paymentId, 'open')
  await moveDispute(shop, paymentId, 'lost')
  await untilDispute(shop, paymentId, 'lost')
  await moveDispute(shop, paymentId, 'pre_arbitration', { webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  expect(await disputesOf(shop, paymentId)).toMatchObject([{ state: 'lost', counted: true }])
  expect(await exceptionsOf(id)).toMatchObject([
    { kind: 'dispute-changed', text: expect.stringContaining('open') },
  ])
})

test('a parcel that the courier lost is borne by the shop, whatever the reason of the dispute: the seller is paid', async () => {
  const orderId = await sellThreePieces(shop, seller, null)
  const paymentId = await paymentOf(shop, orderId)
  await courierSays(shop, orderId, 'shipped')
  await courierSays(shop, orderId, 'lost')
  const { id } = await raiseDispute(shop, paymentId)
  await untilDispute(shop, paymentId, 'open')
  expect((await admin.get(`/public/admin/disputes/${id}`)).body.orders).toMatchObject([{ bears: 'shop' }])
  await moveDispute(shop, paymentId, 'lost')
  await untilDispute(shop, paymentId, 'lost')
  const worth = async () => {
    const { due, onHold } = (await seller.get('/private/earnings')).body
    return due + onHold
  }
  expect(await worth()).toBeCloseTo(332.91)
  // The order is ended as ever, and the seller has the same.
  expect((await admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'lost' })).status).toBe(200)
  expect(await worth()).toBeCloseTo(332.91)
})

test('the database has the codes of lost goods that the server has', async () => {
  const rows = await shop.db.query<{ code: number }>(
    sql`select code from generate_series(0, 200) code where is_gone(code) order by code`,
  )
  expect(rows.map(({ code }) => code)).toEqual([...goneCodes].toSorted((a, b) => a - b))
})
