import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, ordersOf } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { ageDelivery } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { tellOfOrder } from '../../../tests/setup/parcels.ts'
import {
  ask,
  asked,
  decideReturn,
  moveReplacement,
  replacing,
  sellDelivered,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { remindOfClaims } from './remind-of-claims.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const words = 'Nobody rang, and the guard has nothing.'
const claimIt = (buyer: TestClient, id: string) => buyer.post(`/private/order/${id}/not-received`, { words })
const pageOf = async (buyer: TestClient, id: string) => {
  const { number } = (await ordersOf(buyer)).find((order) => order.id === id)
  return (await buyer.get(`/private/order/page/${number}`)).body
}
async function claimed(more: object = {}): Promise<Sale & { claim: any }> {
  const sale = await sellDelivered(shop, seller, more)
  expect((await claimIt(sale.buyer, sale.orderId)).status).toBe(200)
  const claim = (await admin.get('/public/admin/not-received')).body.find(
    ({ order }: any) => order.id === sale.orderId,
  )
  return { ...sale, claim }
}
const decide = (id: string, decision: string) =>
  admin.post(`/public/admin/not-received/${id}/decide`, { decision, note: 'The courier has no signature.' })
const moneyOf = async (orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select o.status, o.refunded_paise as refunded, o.amount_paise as amount,
        (select count(*) from refund r where r.order_id = o.id) as refunds,
        (select coalesce(bool_or(u.held), false) from unsettled_entry u where u.order_id = o.id) as held,
        (select coalesce(sum(v.compensation_paise), 0) from order_reversal v where v.order_id = o.id) as compensation
      from orders o where o.id = ${orderId}`)
  )[0]

test('a claim holds the seller’s money, is shown with its proof, and its refund compensates the seller', async () => {
  const buyer = await customerWithCart(shop, [])
  const { orderId, claim } = await claimed({ buyer })
  expect(await moneyOf(orderId)).toMatchObject({ held: true, refunds: 0 })
  expect(claim).toMatchObject({
    state: 'open',
    words,
    late: false,
    customer: { claims: 1, orders: 1 },
    delivered: { place: 'Jaipur', proofUrl: expect.stringContaining('/dev/tracking/') },
  })
  expect(await pageOf(buyer, orderId)).toMatchObject({ claimable: false, claim: { state: 'open' } })
  await untilMailed(shop, buyer.email, 'We look for your parcel')
  await untilMailed(shop, seller.email, 'A buyer misses a parcel')
  expect(await decide(claim.id, 'refund')).toMatchObject({ status: 200 })
  const money = await moneyOf(orderId)
  expect(money).toMatchObject({ status: 'refunded', refunds: 1, refunded: money.amount, held: false })
  expect(money.compensation).toBeGreaterThan(0)
  await untilMailed(shop, buyer.email, 'Your order is refunded')
  const page = await pageOf(buyer, orderId)
  expect(page.claim).toMatchObject({ state: 'refunded', reason: 'The courier has no signature.' })
  expect(page.steps.map(({ title }: any) => title)).toEqual(
    expect.arrayContaining([
      'You told us that the parcel did not come',
      'Our team found that the parcel did not come',
    ]),
  )
  expect((await auditOf(admin, { act: 'not-received-decided' }))[0]).toMatchObject({ to: { id: orderId } })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('a denied claim ends with its reason, the money goes on, and there is no second one', async () => {
  const { buyer, orderId, claim } = await claimed()
  expect((await decide(claim.id, 'deny')).status).toBe(200)
  expect(await moneyOf(orderId)).toMatchObject({ status: 'completed', refunds: 0, held: false })
  expect((await pageOf(buyer, orderId)).claim).toMatchObject({ state: 'denied' })
  expect((await decide(claim.id, 'refund')).status).toBe(409)
  expect((await claimIt(buyer, orderId)).status).toBe(409)
})

test(
  'the parcel of an open claim goes back: its seller has the goods, and is not compensated',
  nightly('One more end of a claim. Refunded and denied ones are proved above each time.'),
  async () => {
    const { orderId, claim } = await claimed()
    await tellOfOrder(shop, orderId, { code: 10, at: new Date(Date.now() + 60_000) })
    expect((await decide(claim.id, 'refund')).status).toBe(200)
    expect(await moneyOf(orderId)).toMatchObject({ status: 'refunded', refunds: 1, compensation: 0 })
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)

test(
  'a claim ends with an order that is refunded otherwise, and nothing of it waits',
  nightly('One more end of a claim. Refunded and denied ones are proved above each time.'),
  async () => {
    const { buyer, orderId, claim } = await claimed()
    await tellOfOrder(shop, orderId, { code: 10, at: new Date(Date.now() + 60_000) })
    const note = { note: 'It came back to the seller.' }
    expect((await admin.post(`/public/admin/orders/${orderId}/refund`, note)).status).toBe(200)
    expect((await pageOf(buyer, orderId)).claim).toMatchObject({ state: 'refunded' })
    expect((await decide(claim.id, 'deny')).status).toBe(409)
    expect(await moneyOf(orderId)).toMatchObject({ status: 'refunded', refunds: 1, held: false })
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)

test(
  'what has come after all is no claim any more',
  nightly('One more end of a claim. Refunded and denied ones are proved above each time.'),
  async () => {
    const { buyer, orderId } = await claimed()
    expect((await ask(buyer, orderId)).status).toBe(409)
    expect((await buyer.post(`/private/order/${orderId}/not-received/withdraw`)).status).toBe(200)
    expect(await moneyOf(orderId)).toMatchObject({ held: false })
    expect((await ask(buyer, orderId)).status).toBe(200)
  },
)

test(
  'the time for returns does not run while a claim is open, and the seller is paid as much later',
  nightly('Clocks of weeks. What a claim holds, and its end, are proved above each time.'),
  async () => {
    const reopened = async (openDays: number) => {
      const sale = await claimed()
      await ageDelivery(shop, sale.orderId, 9)
      await shop.db.query(sql`
      update delivery_claim set created_at = now() - ${openDays} * interval '1 day' where order_id = ${sale.orderId}`)
      expect((await sale.buyer.post(`/private/order/${sale.orderId}/not-received/withdraw`)).status).toBe(200)
      return sale
    }
    const due = async (orderId: string) =>
      (
        await shop.db.query<{ days: number }>(sql`
        select u.due_on - (o.delivery_date at time zone 'Asia/Kolkata')::date as days
        from unsettled_entry u join orders o on o.id = u.order_id where u.order_id = ${orderId}`)
      )[0]?.days
    const short = await reopened(1)
    expect((await ask(short.buyer, short.orderId)).status).toBe(409)
    const long = await reopened(4)
    expect(await due(long.orderId)).toBe((await due(short.orderId))! + 3)
    expect((await ask(long.buyer, long.orderId)).status).toBe(200)
    // A claim of a delivery that was none holds nothing of the time after the next one.
    const again = await reopened(4)
    for (const [code, minutes] of [
      [10, 1],
      [7, 2],
    ] as const)
      await tellOfOrder(shop, again.orderId, { code, at: new Date(Date.now() + minutes * 60_000) })
    expect(await due(again.orderId)).toBe(await due((await sellDelivered(shop, seller)).orderId))
  },
)

test(
  'administrators are reminded once of a claim whose five days are over, by mail and in the list',
  nightly('A reminder after days. dispatch.test.ts and complaints.test.ts remind administrators each time.'),
  async () => {
    const { orderId, claim } = await claimed()
    const { orderId: fresh } = await claimed()
    await shop.db.query(sql`
    update delivery_claim set decide_by = now() - interval '1 hour' where order_id = ${orderId}`)
    const attention = async (id: string) =>
      (await shop.db.query<any>(sql`select needs_attention from orders where id = ${id}`))[0].needs_attention
    await Promise.all([remindOfClaims(shop.running.shop), remindOfClaims(shop.running.shop)])
    await remindOfClaims(shop.running.shop)
    expect(await attention(orderId)).toContain('The buyer waits for more than 5 days')
    expect(await attention(fresh)).toContain('ask the courier, and decide')
    const mails = await untilMailed(shop, admin.email, 'A missed parcel waits for your decision')
    expect(mails.filter((subject) => subject.startsWith('A missed parcel waits'))).toHaveLength(1)
    expect((await decide(claim.id, 'deny')).status).toBe(200)
    expect(await attention(orderId)).toBeNull()
  },
)

test('is refused before the delivery, after seven days, during a return, and for another customer', async () => {
  const late = await sellDelivered(shop, seller)
  await ageDelivery(shop, late.orderId, 8)
  expect((await claimIt(late.buyer, late.orderId)).status).toBe(409)
  const returned = await sellDelivered(shop, seller)
  await ask(returned.buyer, returned.orderId)
  expect((await claimIt(returned.buyer, returned.orderId)).status).toBe(409)
  // Who has sent pieces back, or asked to and was refused, has had the parcel; also with a replacement.
  const refused = await sellDelivered(shop, seller)
  const refusedReturn = await asked(refused.buyer, refused.orderId)
  await seller.post(`/private/returns/${refusedReturn}/dispute`, { note: 'It was worn for weeks.' })
  await decideReturn(admin, refusedReturn, 'reject')
  expect((await claimIt(refused.buyer, refused.orderId)).status).toBe(409)
  const exchanged = await sellDelivered(shop, seller, { units: 2 })
  const exchange = await replacing(shop, seller, exchanged)
  await moveReplacement(shop, exchange, 'Delivered')
  await untilReturn(shop, exchange, 'exchanged')
  expect((await claimIt(exchanged.buyer, exchanged.orderId)).status).toBe(409)
  const stranger = await customerWithCart(shop, [{ id: returned.productId }])
  const [waiting] = (await buy(shop, stranger)).body
  expect((await claimIt(stranger, waiting.id)).status).toBe(409)
  expect((await claimIt(stranger, returned.orderId)).status).toBe(404)
})

test('two claims, and two decisions, at once: one succeeds and the money goes once', async () => {
  const { buyer, orderId } = await sellDelivered(shop, seller)
  const both = await Promise.all([claimIt(buyer, orderId), claimIt(buyer, orderId)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [claim] = (await admin.get('/public/admin/not-received')).body
  const decisions = await Promise.all([
    decide(claim.id, 'refund'),
    decide(claim.id, 'deny'),
    decide(claim.id, 'refund'),
  ])
  expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await moneyOf(orderId)).refunds).toBeLessThan(2)
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test(
  'a claim beside a settlement: the order is paid or held, and not both',
  nightly('A race in rounds. That a claim holds the money is proved above each time.'),
  async () => {
    // The time for returns is over, that for claims is not.
    await shop.db.query(sql`update return_policy set return_days = 1 where category_id is null`)
    const { buyer, orderId } = await sellDelivered(shop, seller)
    await ageDelivery(shop, orderId, 4)
    const [answer] = await Promise.all([claimIt(buyer, orderId), settle(shop, dayAgo(1))])
    expect(answer.status).toBe(200)
    const [row] = await shop.db.query<{ paid: boolean; held: boolean }>(sql`
    select exists (select from settlement_line l where l.order_id = ${orderId}) as paid,
      exists (select from unsettled_entry u where u.order_id = ${orderId} and u.held) as held`)
    expect(row?.held).toBe(!row?.paid)
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)
