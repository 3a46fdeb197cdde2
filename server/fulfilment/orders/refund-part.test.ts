/** An administrator refunds any part of any order; they decide who bears it, and the ledger says so. */
import { beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { ageConfirmedLogin } from '../../../tests/setup/clock.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import {
  moveParcel,
  parcelOf,
  sellBooked,
  tellOfOrder,
  untilBookedAnew,
} from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin, auditOf } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin } = made))
beforeEach(async () => {
  seller = await addSeller(shop)
})

const refund = (orderId: string, body: object, by: Admin = admin) =>
  by.post(`/public/admin/orders/${orderId}/refund-part`, { note: 'A scratched cup.', ...body })
const listed = async (orderId: string) => (await admin.get(`/public/admin/all-orders?q=${orderId}`)).body[0]
const refundsOf = async (orderId: string) =>
  (
    await shop.db.query<{ paise: number; reason: string }>(sql`
      select amount_paise as paise, reason from refund where order_id = ${orderId} order by id`)
  ).map(({ paise, reason }) => [paise, reason])
/** What the shop owes the seller of this order, in paise. */
const owed = async (orderId: string) =>
  -(
    await shop.db.query<{ paise: number }>(sql`
      select coalesce(sum(l.amount_paise), 0) as paise from journal_entry e join posting l on l.entry_id = e.id
      where e.order_id = ${orderId} and l.account = 'seller_payable'`)
  )[0]!.paise
const told = async (email: string) =>
  (await shop.mailSoFar(email)).filter(({ subject }) => subject.startsWith('A refund for'))
async function sellDelivered(quantity: number) {
  const sale = await sellBooked(shop, seller, { quantity, units: quantity, pricePaise: 10_000 })
  for (const status of ['Shipped', 'Delivered']) await moveParcel(shop, sale.orderId, { status })
  return sale
}

test('an amount of a delivered order, borne by the seller: the sale is reversed, with the fees for it; both are told', async () => {
  const { orderId, buyer, productId } = await sellDelivered(2)
  const before = await owed(orderId)
  expect((await listed(orderId)).partRefund).toEqual({ units: 2, amount: 200, sold: true })
  expect(await refund(orderId, { amount: 49.5, bears: 'seller', left: 200 })).toMatchObject({
    status: 200,
    body: { msg: '₹49.50 goes back to the customer.' },
  })
  expect(await refundsOf(orderId)).toEqual([[4_950, 'goodwill']])
  const taken = before - (await owed(orderId))
  expect(taken).toBeGreaterThan(4_000)
  expect(taken).toBeLessThan(4_950)
  expect(await listed(orderId)).toMatchObject({
    status: 'completed',
    partRefund: { units: 2, amount: 150.5, sold: true },
  })
  expect(await unitsOf(shop, productId)).toBe(0)
  for (const { email } of [buyer, seller])
    expect(
      (
        await eventually(
          () => told(email),
          (mails) => mails.length > 0,
        )
      )[0]!.text,
    ).toMatch(email === buyer.email ? /refunding ₹49\.50 for your order\./ : /^(?!.*Your stock).*₹49\.50/s)
  expect((await auditOf(admin, { act: 'order-part-refunded' }))[0]).toMatchObject({
    to: { kind: 'order', id: orderId },
    note: '₹49.50, the seller bears it: A scratched cup.',
  })
})

test(
  'a piece of a delivered order, borne by the shop: the seller keeps the earnings, and is not told',
  nightly('The other bearer of the same refund. The seller bears it above each time.'),
  async () => {
    const { orderId } = await sellDelivered(3)
    const before = await owed(orderId)
    expect((await refund(orderId, { units: 1, bears: 'shop', left: 300 })).status).toBe(200)
    expect(await refundsOf(orderId)).toEqual([[10_000, 'goodwill']])
    expect(await owed(orderId)).toBe(before)
    expect((await refund(orderId, { units: 2, bears: 'seller', left: 200 })).status).toBe(200)
    expect(await refundsOf(orderId)).toEqual([
      [10_000, 'goodwill'],
      [20_000, 'returned'],
    ])
    // The seller keeps the compensation, and has paid for the parcel.
    expect(await owed(orderId)).toBeLessThan(before)
    expect(await listed(orderId)).toMatchObject({ status: 'completed', partRefund: null })
    const mails = await eventually(
      () => told(seller.email),
      (all) => all.length > 0,
    )
    expect(mails.map(({ text }) => /₹[\d.]+/.exec(text)?.[0])).toEqual(['₹200.00'])
  },
)

test(
  'pieces of a parcel that is not handed over: the rest is booked anew, the stock waits for the seller',
  nightly('One more kind of part. refund-order.test.ts refunds what was not handed over each time.'),
  async () => {
    const sale = await sellBooked(shop, seller, { quantity: 3, units: 5, pricePaise: 10_000 })
    const { orderId, productId } = sale
    expect((await refund(orderId, { units: 1, bears: 'seller', left: 300 })).status).toBe(200)
    expect(await untilBookedAnew(shop, orderId)).not.toMatchObject({ awb: sale.row.awb })
    const parcels = async () => (await courierLedger(shop)).parcels.filter(({ id }) => id.startsWith(orderId))
    await eventually(parcels, ([first]) => first.cancelled)
    expect((await parcels())[1].form.order_items[0].units).toBe(2)
    expect(await unitsOf(shop, productId)).toBe(2)
    expect(await listed(orderId)).toMatchObject({
      statusNote: '1 of 3 pieces was cancelled.',
      cancellation: { cancelledUnits: 1, cancelledAmount: 100, leftAmount: 200 },
    })
    expect((await refund(orderId, { units: 2, bears: 'seller', left: 200 })).status).toBe(200)
    expect(await parcelOf(shop, orderId)).toMatchObject({ status: 'refunded', checkAt: null })
    await eventually(parcels, (all) => all.every((one) => one.cancelled))
    const untilTold = (email: string, words: string) =>
      eventually(
        () => told(email),
        (mails) => mails.some(({ text }) => text.includes(words)),
      )
    for (const words of ['₹100.00 for 1 piece of your order', '₹200.00 for 2 pieces of your order'])
      await untilTold(sale.buyer.email, words)
    for (const words of [
      'has cancelled 1 piece of an order. Please send 2 pieces only',
      'Please do not hand over its parcel any more.',
    ])
      await untilTold(seller.email, words)
    for (const { text } of await told(seller.email)) expect(text).toContain('Your stock is unchanged')
  },
)

test('pieces of a parcel that the courier cancelled: no parcel has them any more, and nothing else is sent', async () => {
  const { orderId } = await sellBooked(shop, seller, { quantity: 3, units: 3, pricePaise: 10_000 })
  await tellOfOrder(shop, orderId, { code: 8 })
  for (const [units, left, status] of [
    [1, 300, 'cancelled'],
    [2, 200, 'refunded'],
  ]) {
    expect((await refund(orderId, { units, bears: 'seller', left })).status).toBe(200)
    expect((await parcelOf(shop, orderId)).status).toBe(status)
    expect(await brokenInvariants(shop.db)).toEqual([])
  }
  expect((await courierLedger(shop)).parcels.filter(({ id }) => id.startsWith(orderId))).toHaveLength(1)
})

test('refused in plain words, with nothing changed: too much, nothing, half a paisa, a bearer who cannot, no order', async () => {
  const { orderId } = await sellDelivered(2)
  const waiting = (await sellBooked(shop, seller, { quantity: 2, pricePaise: 10_000 })).orderId
  const said = async (id: string, body: object) => {
    const { status, body: answer } = await refund(id, { bears: 'shop', left: 200, ...body })
    return [status, Object.values(answer.fields ?? {})[0] ?? answer.msg]
  }
  expect(await said(orderId, { amount: 200.01 })).toEqual([
    409,
    'Only ₹200.00 of this order are left to refund.',
  ])
  expect(await said(orderId, { units: 3 })).toEqual([409, 'Only 2 of this order can still be refunded.'])
  expect(await said(orderId, { amount: 0 })).toEqual([400, 'Please enter at least ₹1.'])
  expect(await said(orderId, { amount: 1.005 })).toEqual([
    400,
    'Please enter an amount in rupees, with at most two decimals.',
  ])
  expect(await said(orderId, { units: 0 })).toEqual([400, 'Please choose at least one piece.'])
  expect(await said(orderId, {})).toEqual([400, 'Please choose pieces or an amount.'])
  expect(await said(orderId, { units: 1, amount: 1 })).toEqual([400, 'Please choose pieces or an amount.'])
  expect(await said(orderId, { units: 1, bears: 'nobody' })).toEqual([400, 'Please choose who bears it.'])
  expect(await said(orderId, { units: 1, note: ' ' })).toEqual([400, 'Please give a reason.'])
  expect((await said(orderId, { units: 1, note: 'x'.repeat(501) }))[0]).toBe(400)
  expect(await said(orderId, { units: 1, left: 100 })).toEqual([
    409,
    'Something of this order was refunded meanwhile. Please look at it again.',
  ])
  expect(await said(waiting, { amount: 10, bears: 'seller' })).toEqual([
    409,
    expect.stringContaining('there is no sale to reverse'),
  ])
  expect(await said(waiting, { units: 1, bears: 'shop' })).toEqual([
    409,
    expect.stringContaining('nothing to bear'),
  ])
  expect((await said(newId(), { units: 1 }))[0]).toBe(404)
  for (const id of [orderId, waiting]) expect(await refundsOf(id)).toEqual([])
})

test(
  'fifty presses by two administrators: one refund',
  nightly('Fifty calls. refunds-by-hand.test.ts proves in a race that money goes back once each time.'),
  async () => {
    const { orderId } = await sellDelivered(2)
    const other = await addAdmin(shop)
    const once = (who: Admin) => () => refund(orderId, { amount: 25, bears: 'shop', left: 200 }, who)
    const answers = await fifty(once(admin), once(other))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // On a busy machine some of them time out while they wait for the row.
    expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(49)
    expect(await refundsOf(orderId)).toEqual([[2_500, 'goodwill']])
  },
)

test('needs the password of the last minutes', async () => {
  const { orderId } = await sellDelivered(1)
  const late = await addAdmin(shop)
  await ageConfirmedLogin(shop, late.id)
  expect(await refund(orderId, { units: 1, bears: 'shop', left: 100 }, late)).toMatchObject({
    status: 403,
    body: { fields: { recentLogin: expect.any(String) } },
  })
  expect(await refundsOf(orderId)).toEqual([])
})
