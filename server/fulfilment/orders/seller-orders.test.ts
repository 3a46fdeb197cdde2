/** A seller with many orders finds one quickly; the card's tracking link (specification §2, §9; api-rules §1). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let comb: string
let soap: string
let jar: string
let buyer: Customer
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
  buyer = await customerWithCart(shop, [])
  const name = { firstName: 'Zubeida', lastName: "O'Neill", mobile: '9876543210' }
  expect((await buyer.post('/private/profile/edit-customer', name)).status).toBe(200)
  comb = (await sellOne(shop, seller, { name: 'Neem Comb' })).orderId
  soap = (await sellOne(shop, seller, { name: 'Neem Soap 100% pure', buyer })).orderId
  jar = (await sellOne(shop, seller, { name: 'Clay Jar' })).orderId
  const foreign = await addSeller(shop, { companyName: 'Another Seller' })
  await sellOne(shop, foreign, { name: 'Neem Comb', buyer })
  await shop.db.query(sql`
    update orders set shipment_status = 'In Transit', awb_number = 'SF19041112FPL', shipment_id = '628177953'
    where id = ${soap}`)
})
afterAll(() => shop.stop())

interface Listed {
  id: string
  customerName: string
  trackingUrl: string | null
}
const list = async (query: object) => {
  const search = new URLSearchParams(query as Record<string, string>)
  const { status, body, headers } = await seller.get(`/private/order/get/seller?${search}`)
  expect(status).toBe(200)
  const ids = (body as Listed[]).map(({ id }) => id)
  expect(headers.get('x-total-count')).toBe(String(ids.length))
  return ids
}

test.each([
  ['the order id', () => soap, ['soap']],
  ['the order id in capitals', () => soap.toUpperCase(), ['soap']],
  ['the AWB number, in any case', () => 'sf19041112fpl', ['soap']],
  ['the end of the AWB number', () => '1112FPL', ['soap']],
  ['the shipment id', () => '628177953', ['soap']],
  ['words of the product, newest first', () => 'neem', ['soap', 'comb']],
  ['words of product and customer together', () => '  ZUBEIDA   soap ', ['soap']],
  ['a name with an apostrophe', () => "o'neill", ['soap']],
  ['a sign that is a wildcard elsewhere', () => '100%', ['soap']],
  ['that sign between two letters, as it stands', () => 'c%b', []],
  ['a letter, with which a word begins', () => 'z', ['soap']],
  ['the pin code', () => '302001', ['jar', 'soap', 'comb']],
  ['nothing', () => '   ', ['jar', 'soap', 'comb']],
  ['what nobody ordered', () => 'zebra', []],
])('a seller finds orders by %s', async (_, search, found) => {
  const ids: Record<string, string> = { comb, soap, jar }
  expect(await list({ search: search() })).toEqual(found.map((name) => ids[name]))
})

test("an order is found by its buyer's new name, and no longer by the old one", async () => {
  const name = { firstName: 'Zubeida', lastName: 'Merchant', mobile: '9876543210' }
  expect((await buyer.post('/private/profile/edit-customer', name)).status).toBe(200)
  expect(await list({ search: 'merchant' })).toEqual([soap])
  expect(await list({ search: "o'neill" })).toEqual([])
})

test("another seller's order is not found, not even by its id", async () => {
  const [row] = await shop.db.query<{ id: string }>(
    sql`select id from orders where seller_id <> ${seller.id} limit 1`,
  )
  expect(await list({ search: row?.id })).toEqual([])
})

test('orders are filtered by shipment status; without any word of the courier they are Pending', async () => {
  expect(await list({ status: 'In Transit' })).toEqual([soap])
  expect(await list({ status: 'Pending' })).toEqual([jar, comb])
  expect(await list({ status: 'Pending', search: 'neem' })).toEqual([comb])
  expect(await list({ status: 'RTO' })).toEqual([])
})

test('the pages of a filtered list keep the filter', async () => {
  const first = await seller.get('/private/order/get/seller?status=Pending&limit=1')
  expect(first.body.map(({ id }: Listed) => id)).toEqual([jar])
  expect(first.headers.get('x-total-count')).toBe('2')
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await seller.get(next)).body.map(({ id }: Listed) => id)).toEqual([comb])
})

test('an unknown status and a search that is too long are refused with a message', async () => {
  const wrong = await seller.get('/private/order/get/seller?status=Teleported')
  expect(wrong).toMatchObject({ status: 400, body: { msg: expect.stringContaining('Status is one of') } })
  const long = await seller.get(`/private/order/get/seller?search=${'x'.repeat(101)}`)
  expect(long).toMatchObject({ status: 400, body: { fields: { search: expect.any(String) } } })
})

test('the filter by status has an index that keeps the order of the list', async () => {
  const plan = await shop.db.query<{ 'QUERY PLAN': string }>(sql`
    explain select id from orders o where o.seller_id = ${seller.id}
      and coalesce(shown_shipment(o.status, o.shipment_status), 'Pending') = 'Delivered' order by o.id desc limit 21`)
  expect(JSON.stringify(plan)).toContain('orders_by_seller_shipment')
})

test('tracking stays active until 7 days after delivery, for buyer and seller', async () => {
  const read = async () => {
    const { body } = await seller.get(`/private/order/get/seller?search=${soap}`)
    return (body as Listed[])[0]?.trackingUrl
  }
  const deliver = (days: number) =>
    shop.db.query(
      sql`update orders set delivery_date = now() - ${days} * interval '1 day' where id = ${soap}`,
    )
  expect(await read()).toBe('/dev/tracking/SF19041112FPL')
  await deliver(6.9)
  expect(await read()).toBe('/dev/tracking/SF19041112FPL')
  await deliver(7.1)
  expect(await read()).toBeNull()
  const { body } = await seller.get(`/private/order/get/seller?search=${comb}`)
  expect((body as Listed[])[0]).toMatchObject({ trackingUrl: null, customerName: 'Asha Rao' })
})
