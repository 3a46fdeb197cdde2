/** A seller cancels what they cannot deliver: refunded at once, told with the reason, not put on sale again. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { moneyOf } from '../../../tests/setup/cancelling.ts'
import { endCancelTime } from '../../../tests/setup/clock.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import {
  moveParcel,
  parcelOf,
  untilBooked,
  untilBookedAnew,
  untilNoneBooks,
} from '../../../tests/setup/parcels.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

const cancel = (by: Seller, orderId: string, body: object = {}) =>
  by.post(`/private/order/cannot-deliver/${orderId}`, { reason: 'damaged', ...body })

test('two of three pieces: refunded, the buyer reads why, the stock stays, the last one gets a new parcel', async () => {
  const { orderId, productId, buyer } = await sellOne(shop, seller, {
    quantity: 3,
    units: 5,
    pricePaise: 10_000,
  })
  await untilBooked(shop, orderId)
  const left = await unitsOf(shop, productId)
  const { status, body } = await cancel(seller, orderId, {
    units: 2,
    of: 3,
    note: 'The box fell <b>down</b>.',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: orderId,
    quantity: 3,
    cancellation: { cancelledUnits: 2, cancelledAmount: 200, leftAmount: 100 },
  })
  expect(await unitsOf(shop, productId)).toBe(left)
  expect(await moneyOf(shop, orderId)).toMatchObject({ refunded: 20_000 })
  const mail = await eventually(
    async () => (await shop.mailSoFar(buyer.email)).find(({ text }) => text.includes('cannot deliver')),
    (found) => found !== undefined,
  )
  expect(mail?.text).toContain('the seller cannot deliver 2 pieces of your order')
  expect(mail?.text).toContain('It is damaged.')
  expect(mail?.text).toContain('The box fell <b>down</b>.')
  expect(mail?.html).not.toContain('<b>down</b>')
  expect((await auditOf(admin, { act: 'order-cancelled' }))[0]).toMatchObject({
    by: { name: seller.email },
    note: expect.stringContaining('2 of 3, ₹200.00. It is damaged. The box fell'),
  })
  // The page of the order says the same as the mail.
  const page = (await buyer.get(`/private/order/page/${body.number}`)).body
  expect(page.steps).toContainEqual(
    expect.objectContaining({
      title: 'The seller cancelled 2 pieces',
      detail: 'It is damaged. The box fell <b>down</b>.',
    }),
  )
  const rows = await shop.db.query(sql`
    select by, reason, units from cancellation where order_id = ${orderId}`)
  expect(rows).toEqual([{ by: 'seller', reason: 'damaged', units: 2 }])
  await untilBookedAnew(shop, orderId)
  await moveParcel(shop, orderId, { status: 'Delivered' })
  expect((await parcelOf(shop, orderId)).status).toBe('completed')
})

test('refused: after the hand-over in the usual words, without a reason, for another seller, for more than is left', async () => {
  const { orderId } = await sellOne(shop, seller, { quantity: 2, units: 5 })
  await untilBooked(shop, orderId)
  expect((await cancel(seller, orderId, { reason: undefined })).body.fields).toHaveProperty('reason')
  expect((await cancel(seller, orderId, { reason: 'no mood' })).status).toBe(400)
  expect((await cancel(seller, orderId, { note: 'x'.repeat(201) })).status).toBe(400)
  expect((await cancel(seller, orderId, { units: 3 })).status).toBe(409)
  expect((await cancel(seller, orderId, { units: 1, of: 1 })).status).toBe(409)
  const other = await addSeller(shop)
  expect((await cancel(other, orderId)).status).toBe(404)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  expect(await cancel(seller, orderId)).toMatchObject({
    status: 409,
    body: { msg: 'The courier has this parcel already, so the order cannot be cancelled any more.' },
  })
})

test('after the time in which its buyer could cancel, the seller still can, until the hand-over', async () => {
  const { orderId, buyer } = await sellOne(shop, seller)
  await untilBooked(shop, orderId)
  await endCancelTime(shop, orderId)
  expect((await buyer.post(`/private/order/cancel/${orderId}`, {})).status).toBe(409)
  const { status, body } = await cancel(seller, orderId, { reason: 'out-of-stock' })
  expect([status, body.status, body.shipmentStatus]).toEqual([
    200,
    expect.stringMatching(/cancelled|refunded/),
    'Cancelled',
  ])
})

test(
  'fifty at once, of the seller, the buyer and the courier: each piece once',
  nightly('Fifty calls. What becomes of each piece is proved above each time.'),
  async () => {
    const { orderId, productId, buyer } = await sellOne(shop, seller, {
      quantity: 3,
      units: 5,
      pricePaise: 10_000,
    })
    await untilBooked(shop, orderId)
    await untilNoneBooks(shop)
    const answers = await fifty(
      () => cancel(seller, orderId, { units: 1, of: 3 }),
      () => buyer.post(`/private/order/cancel/${orderId}`, { units: 1, of: 3 }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toEqual([])
    const [row] = await shop.db.query<any>(sql`
    select o.cancelled_units as cancelled, o.refunded_paise::int as paise, c.by from orders o
    join cancellation c on c.order_id = o.id where o.id = ${orderId}`)
    expect(row).toMatchObject({ cancelled: 1, paise: 10_000 })
    expect(await unitsOf(shop, productId)).toBe(row.by === 'seller' ? 2 : 3)
  },
)

test(
  'ready against cannot-deliver: a parcel with what is left, or none',
  nightly('A race in rounds. That the last piece gets a parcel is proved above each time.'),
  async () => {
    const profile = (await seller.get('/private/profile')).body
    await seller.post('/private/profile/edit-seller', { ...profile, booksWhenReady: true })
    const { orderId } = await sellOne(shop, seller, { quantity: 2, units: 5 })
    const [{ id }] = (await seller.get('/private/shipments?tab=to-pack')).body
    await fifty(
      () => seller.post('/private/shipments/ready', { shipments: [{ id }] }),
      () => cancel(seller, orderId, { units: 2, of: 2 }),
    )
    await untilNoneBooks(shop)
    const live = await shop.db.query(sql`select id from order_shipment where order_id = ${orderId}`)
    expect(live).toEqual([])
    expect((await parcelOf(shop, orderId)).status).toBe('refunded')
  },
)
