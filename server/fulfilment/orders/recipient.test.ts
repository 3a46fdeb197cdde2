import { afterAll, beforeAll, expect, test } from 'vitest'
import { cartOf, create, pay, verify } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { parcelsAtCourier, untilBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, putInCart, type TestProduct } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let seller: Seller
let product: TestProduct
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
  product = await addProduct(shop, { seller, units: 90 })
})
afterAll(() => shop.stop())

const meera = { name: 'Meera Iyer', mobile: '9812345670' }

async function startPaying(buyer: TestClient, wishes: object) {
  const total = (await cartOf(buyer)).reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return buyer.post('/private/order/payment', { amountInPaise: Math.round(total * 100), ...wishes })
}

async function buyFor(buyer: TestClient, wishes: object) {
  const items = await cartOf(buyer)
  const { body: paymentOrder } = await startPaying(buyer, wishes)
  await verify(buyer, await pay(shop, paymentOrder))
  return (await create(buyer, items)).body[0]
}

test('recipient, note and gift reach the courier, the buyer’s page, the seller’s card and the administrator', async () => {
  const buyer = await customerWithCart(shop, [product])
  const wishes = { recipient: meera, note: 'Please use <little> tape.', gift: true }
  const order = await buyFor(buyer, wishes)
  await untilBooked(shop, order.id)
  const [parcel] = await parcelsAtCourier(shop, order.id)
  expect(parcel.form).toMatchObject({
    billing_customer_name: meera.name,
    billing_last_name: '',
    billing_phone: meera.mobile,
  })
  const asked = { noteToSeller: wishes.note, gift: true }
  const { body: page } = await buyer.get(`/private/order/page/${order.number}`)
  expect(page).toMatchObject({ recipient: meera, ...asked })
  const sold = (await seller.get('/private/order/get/seller')).body.find(({ id }: any) => id === order.id)
  expect(sold).toMatchObject({ customerName: meera.name, ...asked })
  expect(JSON.stringify(sold)).not.toContain(meera.mobile)
  const admin = await addAdmin(shop)
  const [shown] = (await admin.get(`/public/admin/all-orders?q=${order.number}`)).body
  expect(shown).toMatchObject({ recipient: meera, ...asked })
  // The seller finds the order by the name on the label.
  expect((await seller.get('/private/order/get/seller?search=Iyer')).body).toHaveLength(1)
})

test('without a recipient the account’s name and mobile stand', async () => {
  const buyer = await customerWithCart(shop, [product])
  const order = await buyFor(buyer, {})
  await untilBooked(shop, order.id)
  const [parcel] = await parcelsAtCourier(shop, order.id)
  expect(parcel.form).toMatchObject({ billing_customer_name: 'Asha', billing_last_name: 'Rao' })
  const { body: page } = await buyer.get(`/private/order/page/${order.number}`)
  expect(page).toMatchObject({
    recipient: { name: 'Asha Rao', mobile: parcel.form.billing_phone },
    noteToSeller: null,
    gift: false,
  })
})

test('another recipient is another checkout; the same one is the same', async () => {
  const buyer = await customerWithCart(shop, [])
  await putInCart(buyer, product.id)
  const [first, again, other] = [
    await startPaying(buyer, { recipient: meera }),
    await startPaying(buyer, { recipient: meera }),
    await startPaying(buyer, { recipient: { ...meera, name: 'Ravi Iyer' } }),
  ]
  expect([first.status, again.body === first.body, other.body === first.body]).toEqual([200, true, false])
})

test.each([
  [
    'a recipient without a name',
    { recipient: { ...meera, name: ' ' } },
    'Please say who receives the parcel.',
  ],
  ['a short mobile number', { recipient: { ...meera, mobile: '98123' } }, 'Phone number must be 10 digits.'],
  ['a long note', { note: 'x'.repeat(301) }, 'At most 300 characters.'],
])('%s is refused', async (_, wishes, msg) => {
  const buyer = await customerWithCart(shop, [product])
  expect(await startPaying(buyer, wishes)).toMatchObject({ status: 400, body: { msg } })
})
