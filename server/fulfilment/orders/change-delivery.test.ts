import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { bookParcelOf, parcelsAtCourier, sweepDueParcels, untilBooked } from '../../../tests/setup/parcels.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { courierFault, courierLedger, resetCourier } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ courier: true, sweepSeconds: 3_600 })
})
afterAll(() => shop.stop())

const home = {
  street: '4 Lake Road',
  city: 'Udaipur',
  state: 'Rajasthan',
  pinCode: '313001',
  recipient: { name: 'Meera Iyer', mobile: '9812345670' },
}
const change = (buyer: TestClient, id: string, more: object = {}) =>
  buyer.post(`/private/order/delivery/${id}`, { ...home, ...more })

/** Two orders in one parcel, for which the courier was not asked: it did not register the place of their new seller. */
async function waitingOrders(): Promise<{ buyer: Customer; orders: any[] }> {
  const seller = await addSeller(shop)
  const buyer = await customerWithCart(shop, [])
  for (let count = 0; count < 2; count += 1) await putInCart(buyer, (await addProduct(shop, { seller })).id)
  await courierFault(shop, 'pickup-places', 'error-500', { times: 1_000 })
  const { body: orders } = await buy(shop, buyer)
  await eventually(
    () => shop.db.query(sql`select from order_shipment where order_id = ${orders[0].id} and tries > 0`),
    (tried) => tried.length === 1,
  )
  await resetCourier(shop)
  return { buyer, orders }
}

const makeDue = (id: string) =>
  shop.db.query(sql`
    update shipment set check_at = now() where id in (select id from order_shipment where order_id = ${id})`)

test('the new address and recipient go to the courier, for all orders of the parcel; a mail says so', async () => {
  const { buyer, orders } = await waitingOrders()
  const [first, second] = orders
  expect((await buyer.get(`/private/order/page/${first.number}`)).body.deliveryChangeable).toBe(true)
  expect(await change(buyer, first.id)).toMatchObject({ status: 200 })
  for (const { number } of orders)
    expect((await buyer.get(`/private/order/page/${number}`)).body).toMatchObject({
      deliveryAddress: { city: 'Udaipur', pinCode: '313001' },
      recipient: home.recipient,
    })
  await sweepDueParcels(shop, first.id)
  await untilBooked(shop, second.id)
  const [parcel] = (await courierLedger(shop)).parcels.filter(({ id }) =>
    orders.some((order) => order.id === id),
  )
  expect(parcel.form).toMatchObject({
    billing_customer_name: 'Meera Iyer',
    billing_phone: '9812345670',
    billing_city: 'Udaipur',
    billing_pincode: '313001',
  })
  await untilMailed(shop, buyer.email, 'goes to another address')
  expect((await buyer.get(`/private/order/page/${first.number}`)).body.deliveryChangeable).toBe(false)
  expect(await change(buyer, first.id)).toMatchObject({
    status: 409,
    body: { msg: expect.stringMatching(/^The courier is booked/) },
  })
})

test('another state, another customer and a pin code without delivery are refused, and nothing changes', async () => {
  const { buyer, orders } = await waitingOrders()
  const { id, number } = orders[0]
  expect(await change(buyer, id, { state: 'Gujarat', pinCode: '380001' })).toMatchObject({
    status: 409,
    body: { fields: { state: expect.stringContaining('another tax') } },
  })
  // The pin code says where it really goes: Bengaluru is not in Rajasthan.
  expect(await change(buyer, id, { city: 'Bengaluru', pinCode: '560001' })).toMatchObject({
    status: 409,
    body: { fields: { state: expect.stringContaining('another tax') } },
  })
  await shop.db.query(sql`
    insert into courier_answer (from_pin, to_pin, weight_class, transit_days)
    select p.pin_code::int, 302999, c, null from orders o join company p on p.id = o.seller_id, unnest(array[500, 1000]) c
    where o.id = ${id}`)
  expect(await change(buyer, id, { pinCode: '302999' })).toMatchObject({
    status: 409,
    body: { fields: { pinCode: 'The courier does not deliver to 302999.' } },
  })
  expect((await change(await shop.customer(), id)).status).toBe(404)
  expect((await buyer.get(`/private/order/page/${number}`)).body).toMatchObject({
    deliveryAddress: orders[0].deliveryAddress,
    recipient: { name: 'Asha Rao' },
  })
})

test(
  'a change while a worker is about to ask the courier: the courier is asked with the address that stands',
  nightly(
    'A slow courier in each of its steps. A change while it is asked is refused in the test below each time.',
  ),
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, orders } = await waitingOrders()
      const { id } = orders[0]
      await makeDue(id)
      const [answer] = await Promise.all([change(buyer, id), bookParcelOf(shop, id)])
      await sweepDueParcels(shop, id)
      await untilBooked(shop, id)
      const parcels = (await Promise.all(orders.map((order) => parcelsAtCourier(shop, order.id)))).flat()
      expect(parcels).toHaveLength(1)
      expect(parcels[0].form.billing_city).toBe(answer.status === 200 ? 'Udaipur' : 'Jaipur')
      const [stored] = await shop.db.query<{ city: string; sent: string }>(sql`
      select o.city, s.to_place ->> 'city' as sent from orders o join order_shipment s on s.order_id = o.id where o.id = ${id}`)
      expect(stored?.sent).toBe(stored?.city)
    }
  },
)

test('of a parcel that waits for its seller both tabs can change it until it is ready, and are told in words after', async () => {
  const seller = await addSeller(shop)
  const profile = (await seller.get('/private/profile')).body
  await seller.post('/private/profile/edit-seller', { ...profile, booksWhenReady: true })
  const { buyer, orderId: id } = await sellOne(shop, seller)
  expect(await change(buyer, id)).toMatchObject({ status: 200 })
  expect(await change(buyer, id, { street: '9, Lake Road' })).toMatchObject({ status: 200 })
  const [parcel] = (await seller.get('/private/shipments?tab=to-pack')).body
  expect(parcel.orders[0].deliveryAddress).toMatchObject({ street: '9, Lake Road', city: 'Udaipur' })
  const size = { weightGrams: 640, lengthCm: 22, widthCm: 14, heightCm: 9 }
  const said = await seller.post('/private/shipments/ready', { shipments: [{ id: parcel.id, size }] })
  expect(said.status).toBe(200)
  await untilBooked(shop, id)
  expect(await change(buyer, id)).toMatchObject({
    status: 409,
    body: { msg: expect.stringMatching(/^The courier is booked/) },
  })
})

test('a change while the courier is being asked is refused', async () => {
  const { buyer, orders } = await waitingOrders()
  const { id } = orders[0]
  const { courier } = shop.running.shop
  const { createParcel } = courier
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  courier.createParcel = async (parcel) => {
    asked.resolve()
    await letGo.promise
    return createParcel(parcel)
  }
  await makeDue(id)
  const booking = bookParcelOf(shop, id)
  await asked.promise
  expect(await change(buyer, id)).toMatchObject({ status: 409 })
  letGo.resolve()
  await booking
  courier.createParcel = createParcel
})
