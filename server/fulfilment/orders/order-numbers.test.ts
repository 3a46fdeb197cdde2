/** The short number of an order: unique, the same for everybody, in mails and in searches (specification §2 'Order card'). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { type Sale, sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { sql } from '../../platform/db/sql.ts'

const form = /^[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}$/
let shop: TestShop
let seller: Seller
let buyer: Customer
let admin: Admin
let comb: Sale
let jar: Sale
let number: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  buyer = await customerWithCart(shop, [])
  admin = await addAdmin(shop)
  comb = await sellOne(shop, seller, { name: 'Neem Comb', buyer })
  jar = await sellOne(shop, seller, { name: 'Clay Jar', buyer })
  number = (await numbers()).get(comb.orderId) ?? ''
})
afterAll(() => shop.stop())

const numbers = async (): Promise<Map<string, string>> =>
  new Map(
    (await shop.db.query<{ id: string; number: string }>(sql`select id, number from orders`)).map((o) => [
      o.id,
      o.number,
    ]),
  )

test('customer, seller and administrator read the same number, and every order has another one', async () => {
  const all = await numbers()
  expect(new Set(all.values()).size).toBe(all.size)
  for (const one of all.values()) expect(one).toMatch(form)
  for (const [client, path] of [
    [buyer, '/private/order/get/customer'],
    [seller, '/private/order/get/seller'],
    [admin, '/public/admin/all-orders'],
  ] as const)
    expect((await client.get(path)).body).toMatchObject([
      { id: jar.orderId, number: all.get(jar.orderId) },
      { id: comb.orderId, number },
    ])
})

test('the database refuses a second order with the same number, and a number of another form', async () => {
  const write = (text: string) =>
    shop.db.query(sql`update orders set number = ${text} where id = ${jar.orderId}`)
  await expect(write(number)).rejects.toThrow(/orders_number/)
  for (const wrong of ['', '7K3M9QTX', 'AAAA-EEEE', '7k3m-9qtx'])
    await expect(write(wrong)).rejects.toThrow(/orders_number_form/)
})

test.each([
  ['as it is written', () => number],
  ['in small letters', () => number.toLowerCase()],
  ['in small letters, with blanks around it', () => `  ${number.toLowerCase()} `],
])('seller and administrator find an order by its number %s', async (_, typed) => {
  for (const path of ['/private/order/get/seller?search=', '/public/admin/all-orders?q=']) {
    const client = path.startsWith('/private') ? seller : admin
    const { body } = await client.get(path + encodeURIComponent(typed()))
    expect(body.map((order: { id: string }) => order.id)).toEqual([comb.orderId])
  }
})

test('a number is found without its hyphen, and eight digits without one stay the number of a parcel', async () => {
  await shop.db.query(sql`update orders set number = 'HJKM-3467' where id = ${comb.orderId}`)
  await shop.db.query(
    sql`update orders set number = '3467-9346', awb_number = '34679347' where id = ${jar.orderId}`,
  )
  for (const [typed, found] of [
    ['hjkm3467', comb.orderId],
    ['3467-9346', jar.orderId],
    ['34679347', jar.orderId],
  ]) {
    const sellers = await seller.get(`/private/order/get/seller?search=${typed}`)
    const admins = await admin.get(`/public/admin/all-orders?q=${typed}`)
    for (const { body } of [sellers, admins]) expect(body, typed).toMatchObject([{ id: found }])
  }
})

test('the order confirmation and the mail to the seller name the number', async () => {
  const other = await customerWithCart(shop, [])
  const { orderId } = await sellOne(shop, seller, { name: 'Jute Bag', buyer: other })
  const words = `Jute Bag × 1 (order ${(await numbers()).get(orderId)}`
  for (const to of [other.email, seller.email]) {
    const texts = await eventually(
      async () => (await shop.mail(to)).map(({ text }) => text).join('\n'),
      (mails) => mails.includes('Jute Bag'),
    )
    expect(texts).toContain(words)
  }
})
