/** What one buyer buys from one seller at one time travels in one shipment: one waybill, one label, one charge. */
import { expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { moveParcel, parcelOf, untilBooked, untilBookedAnew } from '../../../tests/setup/parcels.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, seller } = made))

interface Bought {
  buyer: Customer
  /** The orders of the seller, oldest first, and their products. */
  orders: { id: string; productId: string }[]
}

/** Three products of one seller and one of another, bought at one time. */
async function buyTogether(): Promise<Bought & { other: string }> {
  const another = await addSeller(shop)
  const products = []
  for (const owner of [seller, seller, seller, another])
    products.push(await addProduct(shop, { seller: owner, units: 5, pricePaise: 14_900 }))
  const buyer = await customerWithCart(shop, products)
  const { status }: Answer = await buy(shop, buyer)
  expect(status).toBe(200)
  const rows = await shop.db.query<any>(sql`
    select id, product_id as "productId", seller_id = (select account_id from seller s join account a on a.id = s.account_id
      where a.email = ${seller.email}) as own
    from orders where product_id = any(${products.map(({ id }) => id)}::uuid[]) order by id`)
  const orders = rows.filter((row) => row.own)
  expect(orders).toHaveLength(3)
  return { buyer, orders, other: rows.find((row) => !row.own).id }
}
const awbOf = async (orderId: string) => (await parcelOf(shop, orderId)).awb
const parcelsOf = async (orderId: string) =>
  (await courierLedger(shop)).parcels.filter(({ id }: any) => id.startsWith(orderId))

test('three products of a seller are one waybill, one label and one charge for the way', async () => {
  const { orders, other } = await buyTogether()
  for (const { id } of orders) await untilBooked(shop, id)
  await untilBooked(shop, other)
  const [first, second, third] = orders.map(({ id }) => id) as [string, string, string]
  expect(await awbOf(second)).toBe(await awbOf(first))
  expect(await awbOf(third)).toBe(await awbOf(first))
  expect(await awbOf(other)).not.toBe(await awbOf(first))
  const [parcel, ...more] = await parcelsOf(first)
  expect(more).toEqual([])
  // Pieces of 20 g and 20 × 2 × 2 cm lie on one another.
  expect(parcel.form).toMatchObject({ weight: 0.06, length: 20, breadth: 2, height: 6, sub_total: 447 })
  expect(parcel.form.order_items).toHaveLength(3)
  const label = await seller.request(`/private/order/label/${third}`, {})
  expect(label.headers.get('content-disposition')).toContain(String(await awbOf(first)))
  // Every order of it is found by its waybill, and moves with it, by whichever order it is named.
  const found = await seller.get(`/private/order/get/seller?search=${await awbOf(first)}`)
  expect(found.body.map(({ id }: any) => id).toSorted()).toEqual([first, second, third].toSorted())
  await moveParcel(shop, third, { status: 'Shipped' })
  await moveParcel(shop, second, { status: 'Delivered' })
  for (const id of [first, second, third])
    expect(await parcelOf(shop, id)).toMatchObject({ status: 'completed', shipmentStatus: 'Delivered' })
  expect(await parcelOf(shop, other)).toMatchObject({ status: 'processing' })
  const [charged] = await shop.db.query<any>(sql`
    select sum(shipping_paise)::int as paise, count(*)::int as sales, min(shipping_paise)::int as least from order_sale
    where order_id = any(${[first, second, third]}::uuid[])`)
  // ₹50 up to 500 g, once.
  expect(charged).toEqual({ paise: 5_000, sales: 3, least: 1_666 })
})

test('each step of a parcel is one mail that names its orders, with an invoice of each once it is delivered', async () => {
  const { buyer, orders } = await buyTogether()
  for (const { id } of orders) await untilBooked(shop, id)
  const [first] = orders as [Bought['orders'][0]]
  for (const status of ['Shipped', 'Out for Delivery', 'Delivered'])
    await moveParcel(shop, first.id, { status })
  await untilMailed(shop, buyer.email, 'are delivered')
  const mails = await shop.mailSoFar(buyer.email)
  const numbers = await shop.db.query<{ number: string }>(sql`
    select number from orders where id = any(${orders.map(({ id }) => id)}::uuid[])`)
  for (const subject of ['orders are on their way', 'orders arrive today', 'orders are delivered']) {
    const [mail, ...more] = mails.filter((one) => one.subject === `Your Hariyali ${subject}`)
    expect(more).toEqual([])
    for (const { number } of numbers) expect(mail?.text).toContain(number)
    expect(mail?.attachments ?? []).toHaveLength(subject === 'orders are delivered' ? 3 : 0)
  }
  expect(mails.filter(({ subject }) => /way|today|delivered/.test(subject))).toHaveLength(3)
})

test('an order that is cancelled leaves the parcel: the others are booked together again', async () => {
  const { buyer, orders } = await buyTogether()
  for (const { id } of orders) await untilBooked(shop, id)
  const [first, second, third] = orders as [Bought['orders'][0], Bought['orders'][0], Bought['orders'][0]]
  const before = await awbOf(second.id)
  expect((await buyer.post(`/private/order/cancel/${first.id}`, {})).status).toBe(200)
  expect(await unitsOf(shop, first.productId)).toBe(5)
  await untilBookedAnew(shop, second.id)
  await untilBookedAnew(shop, third.id)
  expect(await awbOf(third.id)).toBe(await awbOf(second.id))
  expect(await awbOf(second.id)).not.toBe(before)
  expect((await parcelOf(shop, first.id)).status).toBe('refunded')
  await moveParcel(shop, third.id, { status: 'Delivered' })
  expect((await parcelOf(shop, second.id)).status).toBe('completed')
  const live = (await courierLedger(shop)).parcels.filter(
    ({ cancelled, form }: any) =>
      !cancelled &&
      form.order_items.some(({ sku }: any) => orders.some(({ productId }) => productId === sku)),
  )
  expect(live.map(({ form }: any) => form.order_items.length)).toEqual([2])
})
