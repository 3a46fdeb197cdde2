import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '../../../contract/endpoints.ts'
import type { CartItem } from '../../../contract/cart.ts'
import { limits } from '../../../contract/limits.ts'
import {
  setDeleted,
  setSellerSuspended,
  setUnits,
  changeProduct,
} from '../../../tests/setup/change-product.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import {
  addProduct,
  testPicture,
  type TestProduct,
  customerWithCart,
  unitsOf,
} from '../../../tests/setup/products.ts'
import { copyProduct } from '../../../tests/setup/many-rows.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { startPaying } from '../../../tests/setup/buying.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let buyer: Customer
let other: TestClient
let soap: TestProduct
let comb: TestProduct
beforeAll(async () => {
  shop = await startTestShop()
  buyer = await shop.customer()
  other = await shop.customer()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.db.query(sql`delete from cart_line`)
  soap = await addProduct(shop, { name: 'Soap', units: 10, pricePaise: 14_950 })
  comb = await addProduct(shop, { name: 'Comb', units: 2 })
})

const cartOf = async (client: TestClient) => (await client.get<CartItem[]>('/private/cart/get')).body
const add = (id: string, client: TestClient = buyer) => client.post('/private/cart/add', { id, quantity: 1 })
const edit = (id: string, quantity: unknown, client: TestClient = buyer) =>
  client.post('/private/cart/edit', { id, quantity })

test('a product comes into the cart once, with the words of the specification', async () => {
  expect(await add(soap.id)).toMatchObject({ status: 200, body: { msg: 'Product Added to Cart' } })
  expect(await cartOf(buyer)).toEqual([
    {
      cartItemId: expect.any(String),
      productId: soap.id,
      productName: 'Soap',
      sellerCompany: expect.stringMatching(/\w/),
      imageUrls: [shop.url + testPicture],
      price: 149.5,
      was: null,
      prices: [{ from: 1, price: 149.5 }],
      quantity: 1,
      noOfUnits: 10,
      available: true,
      backOn: null,
    },
  ])
})

test('adding what is in the cart already answers 200 and changes nothing, also when it is sold out by now', async () => {
  await add(soap.id)
  await edit(soap.id, 3)
  expect((await add(soap.id)).status).toBe(200)
  await setUnits(shop, soap.id, 0)
  expect((await add(soap.id)).status).toBe(200)
  expect(await cartOf(buyer)).toMatchObject([{ productId: soap.id, quantity: 3, noOfUnits: 0 }])
})

test('the quantity of an addition is 1, sent or not; any other is refused', async () => {
  for (const quantity of [0, 2, -1, 1.5, '1', null, limits.cartQuantityMax + 1]) {
    expect((await buyer.post('/private/cart/add', { id: soap.id, quantity })).status).toBe(400)
  }
  expect(await cartOf(buyer)).toEqual([])
  expect((await buyer.post('/private/cart/add', { id: soap.id })).status).toBe(200)
})

test('a sold-out product cannot be added', async () => {
  await setUnits(shop, soap.id, 0)
  expect(await add(soap.id)).toMatchObject({ status: 409, body: { msg: 'Out of Stock' } })
  expect(await cartOf(buyer)).toEqual([])
})

test('an unknown or deleted product and one of a suspended seller do not come into the cart', async () => {
  expect(await add(newId())).toMatchObject({ status: 404, body: { msg: 'Not found' } })
  await setDeleted(shop, soap.id)
  expect(await add(soap.id)).toMatchObject({ status: 404, body: { msg: 'Not found' } })
  await setSellerSuspended(shop, comb.id)
  expect(await add(comb.id)).toMatchObject({ status: 404, body: { msg: 'Not found' } })
  await setSellerSuspended(shop, comb.id, false)
  expect(await cartOf(buyer)).toEqual([])
})

test('a malformed body is refused with 400 and names the field', async () => {
  for (const body of [{}, { id: 'x' }, { id: 1 }, [], { id: null, quantity: 1 }]) {
    expect((await buyer.post('/private/cart/add', body)).status).toBe(400)
    expect((await buyer.post('/private/cart/edit', body)).status).toBe(400)
  }
  expect((await edit(soap.id, 0)).body).toMatchObject({ fields: { quantity: expect.any(String) } })
})

test('lines come oldest first and show the price of today', async () => {
  await add(soap.id)
  await add(comb.id)
  await changeProduct(shop, soap.id, { pricePaise: 1_999 })
  expect(await cartOf(buyer)).toMatchObject([{ productId: soap.id, price: 19.99 }, { productId: comb.id }])
})

test('a product that left the shop stays in the cart, marked as not available', async () => {
  await add(soap.id)
  await setDeleted(shop, soap.id)
  expect(await cartOf(buyer)).toMatchObject([{ productId: soap.id, available: false }])
  expect((await edit(soap.id, 2)).status).toBe(409)
  const [line] = await cartOf(buyer)
  expect((await buyer.delete(`/private/cart/remove/${line?.cartItemId}`)).status).toBe(200)
})

test('the quantity goes up to the stock and not above', async () => {
  await add(comb.id)
  expect(await edit(comb.id, 2)).toMatchObject({
    status: 200,
    body: { msg: 'Item Quantity Updated Successfully' },
  })
  expect(await edit(comb.id, 3)).toMatchObject({ status: 409, body: { msg: 'Max limit reached' } })
  await setUnits(shop, comb.id, 1)
  expect(await edit(comb.id, 2)).toMatchObject({ status: 409, body: { msg: 'Max limit reached' } })
  expect(await cartOf(buyer)).toMatchObject([{ quantity: 2 }])
  expect((await edit(comb.id, 1)).status).toBe(200)
})

test('a quantity below 1, broken or no number is refused with 400', async () => {
  await add(soap.id)
  for (const quantity of [0, -1, 1.5, '2', null, undefined, 1e9, Number.MAX_SAFE_INTEGER]) {
    expect((await edit(soap.id, quantity)).status).toBe(400)
  }
  expect(await cartOf(buyer)).toMatchObject([{ quantity: 1 }])
})

test('the quantity of what is not in the cart cannot be set', async () => {
  expect((await edit(soap.id, 2)).status).toBe(404)
  expect((await edit(newId(), 2)).status).toBe(404)
  expect(await cartOf(buyer)).toEqual([])
})

test('product-exists tells of the own cart only', async () => {
  await add(soap.id)
  expect((await buyer.get(`/private/cart/product-exists/${soap.id}`)).body).toBe(true)
  expect((await buyer.get(`/private/cart/product-exists/${comb.id}`)).body).toBe(false)
  expect((await other.get(`/private/cart/product-exists/${soap.id}`)).body).toBe(false)
  expect((await buyer.get(`/private/cart/product-exists/${newId()}`)).body).toBe(false)
})

test('a removed line is gone; removing it again answers 404', async () => {
  await add(soap.id)
  await add(comb.id)
  const [line] = await cartOf(buyer)
  expect(await buyer.delete(`/private/cart/remove/${line?.cartItemId}`)).toMatchObject({
    status: 200,
    body: { msg: 'Item Removed Successfully' },
  })
  expect(await cartOf(buyer)).toMatchObject([{ productId: comb.id }])
  expect((await buyer.delete(`/private/cart/remove/${line?.cartItemId}`)).status).toBe(404)
})

test("another buyer's line is answered exactly like one that is not there, and stays", async () => {
  await add(soap.id)
  const [line] = await cartOf(buyer)
  const foreign = await other.delete(`/private/cart/remove/${line?.cartItemId}`)
  const missing = await other.delete(`/private/cart/remove/${newId()}`)
  const malformed = await other.delete('/private/cart/remove/no-id')
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect([malformed.status, malformed.body]).toEqual([404, missing.body])
  expect((await edit(soap.id, 2, other)).status).toBe(404)
  expect(await cartOf(buyer)).toMatchObject([{ productId: soap.id, quantity: 1 }])
})

test('20 additions of one product at once make one line, and all are answered with 200', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(soap.id)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(await cartOf(buyer)).toMatchObject([{ productId: soap.id, quantity: 1 }])
})

test('a cart holds 100 different products and no more, also when the last ones come at once', async () => {
  const copies = await copyProduct(shop, soap.id, 107)
  await shop.db.query(sql`
    insert into cart_line (id, customer_id, product_id, quantity)
    select gen_random_uuid(), a.id, p, 1 from account a, unnest(${copies.slice(0, 97)}::uuid[]) as p where a.email = ${buyer.email}`)
  const answers = await Promise.all(copies.slice(97).map((id) => add(id)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7)
  expect(answers.find((answer) => answer.status === 409)?.body.msg).toMatch(/100/)
  expect(await cartOf(buyer)).toHaveLength(100)
})

test("what the buyer's own unpaid checkout holds can still be in the cart", async () => {
  const holder = await customerWithCart(shop, [comb], 2)
  expect((await startPaying(holder)).status).toBe(200)
  expect(await unitsOf(shop, comb.id)).toBe(0)
  expect(await cartOf(holder)).toMatchObject([{ productId: comb.id, noOfUnits: 2 }])
  expect((await edit(comb.id, 1, holder)).status).toBe(200)
  expect((await edit(comb.id, 2, holder)).status).toBe(200)
  expect((await edit(comb.id, 3, holder)).status).toBe(409)
  expect((await add(comb.id, other)).status).toBe(409)
})

test('only a customer has a cart: visitors get 401, sellers and administrators 403', async () => {
  const { id } = soap
  const calls = (client: TestClient) => [
    client.get('/private/cart/get'),
    client.get(`/private/cart/product-exists/${id}`),
    add(id, client),
    edit(id, 1, client),
    client.delete(`/private/cart/remove/${newId()}`),
  ]
  expect(calls(buyer)).toHaveLength(Object.keys(api.cart).length)
  const statuses = async (client: TestClient) =>
    (await Promise.all(calls(client))).map((answer) => answer.status)
  expect(await statuses(shop.client())).toEqual([401, 401, 401, 401, 401])
  for (const other of [await addSeller(shop), await addAdmin(shop)])
    expect(await statuses(other)).toEqual([403, 403, 403, 403, 403])
})

test('a cart is never stored by a cache', async () => {
  for (const answer of [await buyer.get('/private/cart/get'), await add(soap.id)])
    expect(answer.headers.get('cache-control')).toBe('no-store')
})
