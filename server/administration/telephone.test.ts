/** Somebody calls: their orders, refunds and what was done about them are found by whatever they say. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../tests/setup/buying.ts'
import { cancelPieces } from '../../tests/setup/cancelling.ts'
import { paymentOf } from '../../tests/setup/disputes.ts'
import { sellBooked } from '../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../tests/setup/people.ts'
import { customerWithCart } from '../../tests/setup/products.ts'
import { type Sale, sellOne } from '../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let comb: Sale
let jar: Sale
let seller: Seller
let paymentId: string
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
  const buyer = await customerWithCart(shop, [])
  const name = { firstName: 'Zubeida', lastName: 'Parekh', mobile: '9812345678' }
  expect((await buyer.post('/private/profile/edit-customer', name)).status).toBe(200)
  comb = await sellBooked(shop, seller, {
    name: 'Neem Comb',
    buyer,
    quantity: 2,
    units: 2,
    pricePaise: 10_000,
  })
  jar = await sellOne(shop, seller, { name: 'Clay Jar' })
  await shop.db.query(sql`update orders set number = 'HKXW-M36R' where id = ${comb.orderId}`)
  paymentId = await paymentOf(shop, comb.orderId)
  expect((await cancelPieces(comb, { units: 1 })).status).toBe(200)
  const part = { amount: 20, bears: 'shop', left: 100, note: 'The box was wet.' }
  expect((await admin.post(`/public/admin/orders/${comb.orderId}/refund-part`, part)).status).toBe(200)
})
afterAll(() => shop?.stop())

const orders = async (q: string) =>
  (await admin.get(`/public/admin/all-orders?q=${encodeURIComponent(q)}`)).body.map(({ id }: any) => id)
const refunds = async (q: string) =>
  (await admin.get(`/public/admin/refunds?show=all&q=${encodeURIComponent(q)}`)).body as any[]
const audit = async (q: string) =>
  ((await admin.get(`/public/admin/audit?q=${encodeURIComponent(q)}`)).body as any[]).map(({ act }) => act)

test.each([
  ['the first half of the number', 'HKXW'],
  ['the second half, in small letters', 'm36r'],
  ['the number with a blank', 'hkxw m36r'],
  ['a name', 'zubeida parekh'],
  ['a last name', 'Parekh'],
  ['a mobile number', '9812345678'],
  ['a mobile number as people write it', '+91 98123 45678'],
])('an order is found by %s', async (_, q) => {
  expect(await orders(q)).toEqual([comb.orderId])
})

test('an e-mail that is whole means its account alone, as the card of a customer links it', async () => {
  const longer = await shop.customer()
  await shop.db.query(
    sql`update account set email = 'x' || ${comb.buyer.email}::text where email = ${longer.email}`,
  )
  expect(await orders(comb.buyer.email)).toEqual([comb.orderId])
  expect(await orders(jar.buyer.email)).toEqual([jar.orderId])
})

test('the seller finds the order by its number as it is said, too', async () => {
  for (const search of ['HKXW', 'hkxw m36r', 'hkxwm36r']) {
    const { body } = await seller.get(`/private/order/get/seller?search=${encodeURIComponent(search)}`)
    expect(
      body.map(({ id }: any) => id),
      search,
    ).toEqual([comb.orderId])
  }
})

test.each([
  ['order number', () => 'hkxw m36r'],
  ['payment id', () => paymentId],
  ['buyer’s e-mail', () => comb.buyer.email],
  ['buyer’s name', () => 'Zubeida'],
  ['buyer’s mobile', () => '9812345678'],
])('why something was refunded is found by %s', async (_, q) => {
  const found = await eventually(
    () => refunds(q()),
    (rows) => rows.length === 2,
  )
  expect(found).toMatchObject([
    { amount: 20, reason: 'goodwill', orderNumbers: ['HKXW-M36R'], note: 'The box was wet.', paymentId },
    { amount: 100, reason: 'cancelled', orderNumbers: ['HKXW-M36R'], note: null, paymentId },
  ])
})

test.each([
  ['order number', () => 'HKXW-M36R'],
  ['payment id', () => paymentId],
  ['buyer’s e-mail', () => comb.buyer.email],
])('what was done is found in the audit by %s', async (_, q) => {
  expect(await audit(q())).toEqual(expect.arrayContaining(['order-cancelled', 'order-part-refunded']))
})

test('an entry about an order carries its number and the typed note', async () => {
  const { body } = await admin.get('/public/admin/audit?act=order-part-refunded&q=HKXW')
  expect(body).toMatchObject([
    {
      to: { kind: 'order', id: comb.orderId, name: 'HKXW-M36R' },
      note: expect.stringContaining('The box was wet.'),
    },
  ])
})
