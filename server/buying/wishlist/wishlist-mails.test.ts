import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WishlistItem } from '../../../contract/wishlist.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { setDeleted, setUnits } from '../../../tests/setup/change-product.ts'
import { subjectsOf } from '../../../tests/setup/mail-subjects.ts'
import { addProduct, type TestProduct } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { sendWishlistMails } from './send-mails.ts'

let shop: TestShop
let buyer: Customer
let soap: TestProduct
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.db.query(sql`delete from wishlist_item`)
  buyer = await shop.customer()
  soap = await addProduct(shop, { name: 'Soap', pricePaise: 20_000 })
})

const add = () => buyer.post(`/private/wishlist/add/${soap.id}`)
const choose = (mails: object, client = buyer) => client.post(`/private/wishlist/${soap.id}/mails`, mails)
const listed = async () => (await buyer.get<WishlistItem[]>('/private/wishlist/get')).body[0]
const setPrice = (paise: number) =>
  shop.db.query(sql`update product set price_paise = ${paise} where id = ${soap.id}`)
const mailsSent = () =>
  eventually(
    () =>
      shop.db.query(
        sql`select from pgboss.job where name in ('send-mail', 'send-notice') and state in ('created', 'retry', 'active')`,
      ),
    (waiting) => waiting.length === 0,
  )
const mailed = async () => (await subjectsOf(shop, buyer.email)).filter((subject) => subject.includes('Soap'))

test('a product that is back in stock is mailed once to who asked, however many runs there are', async () => {
  await setUnits(shop, soap.id, 0)
  await add()
  expect((await listed())?.inStock).toBe(false)
  expect(await choose({ back: true, cheaper: false })).toMatchObject({ status: 200 })
  await sendWishlistMails(shop.running.shop)
  expect(await mailed()).toEqual([])
  await setUnits(shop, soap.id, 3)
  await Promise.all(Array.from({ length: 5 }, () => sendWishlistMails(shop.running.shop)))
  await mailsSent()
  expect(await mailed()).toEqual(['Soap is back in stock'])
  expect(await listed()).toMatchObject({ inStock: true, mails: { back: false, cheaper: false } })
})

test('a lower price is mailed once, and a price that went up again before is not', async () => {
  await add()
  await choose({ back: false, cheaper: true })
  await setPrice(25_000)
  await sendWishlistMails(shop.running.shop)
  await setPrice(19_900)
  expect(await listed()).toMatchObject({ cheaperBy: 1, mails: { back: false, cheaper: true } })
  await sendWishlistMails(shop.running.shop)
  await setPrice(19_000)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual(['Soap costs ₹199 now'])
})

test('asking again after a rise keeps the lower price below which a mail is sent', async () => {
  await add()
  await choose({ back: false, cheaper: true })
  await setPrice(30_000)
  await choose({ back: false, cheaper: true })
  await setPrice(25_000)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual([])
})

test('who takes the product off the list or the request back gets no mail', async () => {
  await setUnits(shop, soap.id, 0)
  await add()
  await choose({ back: true, cheaper: true })
  await choose({ back: false, cheaper: false })
  await setUnits(shop, soap.id, 1)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual([])
})

test('a product that is not on sale is not mailed before it is', async () => {
  await setUnits(shop, soap.id, 0)
  await add()
  await choose({ back: true, cheaper: false })
  await setUnits(shop, soap.id, 1)
  await setDeleted(shop, soap.id)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual([])
  await setDeleted(shop, soap.id, false)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual(['Soap is back in stock'])
})

test('a lower price of a seller who is away is mailed once they are back', async () => {
  const seller = await addSeller(shop)
  soap = await addProduct(shop, { name: 'Soap', pricePaise: 20_000, seller })
  await add()
  await choose({ back: false, cheaper: true })
  const lastDay = addDays(dayOf(new Date()), 2)
  expect((await seller.post('/private/holiday', { lastDay })).status).toBe(200)
  await setPrice(19_000)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual([])
  expect((await seller.post('/private/holiday', { lastDay: null })).status).toBe(200)
  await sendWishlistMails(shop.running.shop)
  await mailsSent()
  expect(await mailed()).toEqual(['Soap costs ₹190 now'])
})

test('a mail about the stock of what is in stock is refused, and one about a product of no list is not found', async () => {
  expect((await choose({ back: false, cheaper: true })).status).toBe(404)
  await add()
  expect(await choose({ back: true, cheaper: false })).toMatchObject({
    status: 409,
    body: { msg: 'It is in stock: you can buy it now.' },
  })
  const other = await shop.customer()
  expect((await choose({ back: false, cheaper: true }, other)).status).toBe(404)
  expect(
    (await buyer.post(`/private/wishlist/${newId()}/mails`, { back: false, cheaper: true })).status,
  ).toBe(404)
})
