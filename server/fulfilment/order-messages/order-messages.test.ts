import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderMessageLimits } from '../../../contract/order-message-limits.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import type { TestClient } from '../../../tests/setup/client.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { withoutContacts } from '../../../contract/contacts.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let buyer: Customer
let admin: Admin
let product: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  buyer = await shop.customer()
  product = (await addProduct(shop, { seller })).id
})
afterAll(() => shop.stop())

async function order(): Promise<{ id: string; number: string }> {
  const customer = await customerWithCart(shop, [{ id: product }])
  buyer = customer
  return (await buy(shop, customer)).body[0]
}
const send = (who: TestClient, id: string, words: string) =>
  who.post(`/private/order-messages/${id}`, { words })
const read = async (who: TestClient, id: string) => (await who.get(`/private/order-messages/${id}`)).body
const see = async (who: TestClient, id: string) =>
  who.post(`/private/order-messages/${id}/seen`, { last: (await read(who, id)).messages.at(-1).id })
const mailsTo = async (email: string, number: string) =>
  (await shop.mailSoFar(email)).filter(({ subject }) => subject.startsWith(`A message about order ${number}`))
const unread = async () => (await seller.get('/private/seller-messages?show=unread')).body

test('buyer and seller write to each other, without addresses, and one mail waits until it was seen', async () => {
  const { id, number } = await order()
  const words = `<b>Hello</b>, my address is ${buyer.email}, or +91 98765-43210. The parcel is 1234567890123.`
  expect((await send(buyer, id, words)).status).toBe(200)
  expect((await send(buyer, id, 'Are you there?')).status).toBe(200)
  await untilMailed(shop, seller.email, `A message about order ${number}`)
  const [mail] = await mailsTo(seller.email, number)
  expect(mail?.text).toContain(`/seller-messages/${id}`)
  expect(mail?.text).not.toMatch(new RegExp(`Hello|98765|${buyer.email}`))

  const shown = await read(seller, id)
  expect(shown.messages.map((one: any) => [one.by, one.words])).toEqual([
    [
      'other',
      '<b>Hello</b>, my address is [email address hidden], or [phone number hidden]. The parcel is 1234567890123.',
    ],
    ['other', 'Are you there?'],
  ])
  expect(JSON.stringify(shown)).not.toContain(buyer.email)
  expect((await read(buyer, id)).messages[0]).toMatchObject({ by: 'you', words })
  expect(await unread()).toMatchObject([{ orderId: id, unread: 2, words: 'Are you there?' }])
  expect((await see(seller, id)).status).toBe(200)
  expect(await unread()).toEqual([])

  expect((await send(seller, id, 'Yes. It leaves today.')).status).toBe(200)
  await untilMailed(shop, buyer.email, `A message about order ${number}`)
  expect(JSON.stringify(await mailsTo(buyer.email, number))).not.toContain(seller.email)
  expect((await send(buyer, id, 'Thank you.')).status).toBe(200)
  await eventually(
    () => mailsTo(seller.email, number),
    (mails) => mails.length === 2,
  )
  expect((await seller.get('/private/seller-messages')).body[0]).toMatchObject({ number, by: 'other' })
})

test.each([
  '98765  43210',
  '98765/43210',
  '98_76_54_32_10',
  '9,8,7,6,5,4,3,2,1,0',
  '(98765) 43210',
  '९८७६५४३२१०',
  '９８７６５４３２１０',
  '00919876543210',
  '98765\u00a043210',
  '98765\u200b43210',
  '98765\n43210',
  '98765–43210',
  '19876543210',
  '+91 11 2345 6789',
  '011-23456789',
  't.me/ravi',
  'https://ravi.example/shop',
  'www.ravi.example',
  'ravi.in',
  '@ravi',
  'ravi @ okaxis',
  'ravi＠okaxis',
  'green24.com',
  'green-24.in',
  'ravi_.shop',
  'रवि.com',
  'ravi.in,ok',
  'ravi.com?x',
  'RAVI.COM',
  'Ravi.Com',
  'ravi.co.uk',
  'green24.xyz/shop',
  'ravi@163.com',
  '98765=43210',
  '98765~|+43210',
  '98765💚43210',
  '9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0',
  '98765.43210',
  '9....8765 43210',
  '98 dot 765 (dot) 432 dot 10',
  'ravi.k at gmail dot com',
  'ravi (at) gmail (dot) com',
  'ravi[at]shop[dot]net',
  'ravi_at_yahoo_dot_co_dot_in',
  'ravi@gmail dot com',
  'ravi at gmail',
  'RAVI AT GMAIL.COM',
])('hides %j', (contact) => {
  expect(withoutContacts(`Here: ${contact}.`)).toMatch(/^(?:Here: ?\(?)?\[[a-z ]+ hidden\]\.$/)
})

test.each([
  'The parcel is 1234567890123.',
  'I paid ₹1,499.00 on 12-11-2026.',
  'Two @ 500, pin code 302001.',
  '3@499, or 5@₹799.',
  'Is it soap.In the box?',
  'It is of cotton.Shop again?',
  'Size 1.5.2, made of wool.index of 9',
  '₹9,876 + ₹543 = ₹10,419',
  'नमस्ते, ज़रूर। क\u200dष ½',
  'Is it 100% cotton?Yes.No.',
  'Look at the dot in the corner.',
  'A polka dot me and you, at home. Dot com is a word.',
  'Version 2 dot 5, packs of 5...10 pieces',
])('leaves %j', (words) => {
  expect(withoutContacts(words)).toBe(words)
})

test('who is suspended is written no messages, and a message without a visible sign is none', async () => {
  const { id } = await order()
  expect((await send(seller, id, '\u200b \u2060')).status).toBe(400)
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${buyer.email}`)
  expect((await admin.post(`/public/admin/accounts/${row?.id}/suspend`, { reason: 'A test.' })).status).toBe(
    200,
  )
  expect(await send(seller, id, 'Hello?')).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('cannot log in') },
  })
  expect((await read(seller, id)).closed).toContain('cannot log in')
})

test('two clicks store one message, five in a row are the most, and nobody else reads or writes', async () => {
  const { id } = await order()
  const both = await Promise.all([send(buyer, id, 'Hello?'), send(buyer, id, 'Hello?')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await read(buyer, id)).messages).toHaveLength(1)
  const rest = await Promise.all(
    Array.from({ length: orderMessageLimits.inARow }, (_, n) => send(buyer, id, `Hello ${n}?`)),
  )
  expect(rest.filter(({ status }) => status === 409)).toHaveLength(1)
  expect((await send(seller, id, 'Here I am.')).status).toBe(200)
  expect((await send(buyer, id, 'Good.')).status).toBe(200)
  for (const stranger of [await shop.customer('stranger'), await addSeller(shop)]) {
    expect((await stranger.get(`/private/order-messages/${id}`)).status).toBe(404)
    expect((await send(stranger, id, 'Buy from me!')).status).toBe(404)
    expect((await stranger.post(`/private/order-messages/${id}/seen`, { last: id })).status).toBe(404)
    expect((await stranger.post(`/private/order-messages/${id}/report`, { words: 'Bad.' })).status).toBe(404)
  }
  expect((await send(buyer, id, 'x'.repeat(2_001))).status).toBe(400)
})

const newestOf = async (id: string) =>
  (await admin.get(`/public/admin/complaints/${id}`)).body.messages.at(-1).id as string

test('a report is a complaint with which the desk reads the messages, one at a time', async () => {
  const { id } = await order()
  const report = (who: TestClient) =>
    who.post(`/private/order-messages/${id}/report`, { words: 'They insult me.' })
  await send(seller, id, 'Pay me 500 rupees at 9876543210.')
  expect((await report(seller)).status).toBe(409)
  const twice = await Promise.all([report(buyer), report(buyer)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { number } = twice.find(({ status }) => status === 200)!.body
  const [listed] = (await admin.get(`/public/admin/complaints?q=${number}`)).body
  expect((await admin.get(`/public/admin/complaints/${listed.id}`)).body).toMatchObject({
    category: 'seller',
    orderMessages: [{ by: 'seller', words: 'Pay me 500 rupees at 9876543210.' }],
  })
  // A solved report can be opened again beside a newer one.
  const complaint = (await buyer.get(`/private/complaints/${number}`)).body
  const solve = { act: 'solve', words: 'We have warned them.', seen: await newestOf(complaint.id) }
  expect((await admin.post(`/public/admin/complaints/${complaint.id}/write`, solve)).status).toBe(200)
  // What they write later is between them.
  await send(seller, id, 'And something else.')
  expect((await admin.get(`/public/admin/complaints/${complaint.id}`)).body.orderMessages).toHaveLength(1)
  expect((await report(buyer)).status).toBe(200)
  const again = { words: 'They do it again.' }
  expect((await buyer.post(`/private/complaints/${complaint.id}/reply`, again)).status).toBe(200)
  // The seller learns nothing of it, and may report the buyer, too.
  expect((await seller.get('/private/seller-complaints')).body).toEqual([])
  await send(buyer, id, 'Never.')
  expect((await report(seller)).status).toBe(200)
  // Nobody takes the messages away by leaving meanwhile.
  for (const side of [buyer, seller])
    expect((await side.get('/private/own-data')).body.open.join()).toContain('looks into messages')
})

test('thirty days after its end nobody writes about an order, and who is suspended writes nothing', async () => {
  const { id } = await order()
  expect((await buyer.post(`/private/order/cancel/${id}`, {})).status).toBe(200)
  expect((await send(seller, id, 'Why?')).status).toBe(200)
  await shop.db.query(sql`update orders set updated_at = now() - interval '31 days' where id = ${id}`)
  expect((await send(buyer, id, 'Yes.')).status).toBe(409)
  expect((await read(buyer, id)).closed).toContain('30 days')
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${buyer.email}`)
  await admin.post(`/public/admin/accounts/${row?.id}/suspend`, { reason: 'A test.' })
  expect((await send(buyer, id, 'Yes.')).status).toBe(401)
})
