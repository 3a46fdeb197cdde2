/** A seller with 50,000 orders: each tab and list of Manage Orders makes a fixed number of statements, and its times are printed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillLists } from '../../../tests/setup/many-rows.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { addSubcategory } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { compile, sql } from '../../platform/db/sql.ts'

const many = 50_000
const why =
  'Filling the tables takes 15 s of processor time. dispatch.test.ts proves tabs and counts with few rows each time.'
let shop: TestShop
let seller: Seller
let admin: Admin
let statements = 0

const sellers = '/private/order/get/seller'
const lists: Record<string, string> = {
  counts: '/private/shipments/counts',
  'to pack': '/private/shipments?tab=to-pack',
  ready: '/private/shipments?tab=ready',
  'handed over': `${sellers}?tab=handed-over`,
  'needs attention': `${sellers}?tab=attention`,
  'all orders': sellers,
  'by status': `${sellers}?status=Delivered`,
  'by number': `${sellers}?search=AWB31337`,
  'by words': `${sellers}?search=number+31337`,
  'by a word of all': `${sellers}?search=common`,
  'by words of none': `${sellers}?search=common+basket`,
  'by a letter': `${sellers}?search=z`,
}
const adminLists: Record<string, string> = {
  'All Orders': '/public/admin/all-orders',
  'of a status': '/public/admin/all-orders?status=cancelled',
  'that need attention': '/public/admin/all-orders?attention=yes',
  'of the seller': '/public/admin/all-orders?sellerEmail=SELLER',
  'by name': '/public/admin/all-orders?q=rare+name',
  'by a word of all': '/public/admin/all-orders?q=common',
  'by words': '/public/admin/all-orders?q=number+31337',
  'by words of none': '/public/admin/all-orders?q=common+basket',
  'by a letter': '/public/admin/all-orders?q=z',
}

beforeAll(async () => {
  // As in production.
  shop = await startTestShop({ checkReplies: false })
  await addSubcategory(shop, 'Shelves')
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
  await fillLists(shop.db, many)
  await shop.db.query(sql`
    with own as (select id from account where email = ${seller.email}), p as (
      update product set seller_id = own.id from own returning 1), o as (
      update orders set seller_id = own.id from own returning 1)
    update shipment set seller_id = own.id from own where kind = 'forward'`)
  // Of the newest, some are to be packed, ready, on their way, or in the hands of a person.
  await shop.db.query(sql`
    with newest as (select id, row_number() over (order by id desc) as n from orders), o as (
      update orders t set status = case when n <= 1000 then 'processing' else 'shipped' end, delivery_date = null,
        needs_attention = case when n % 10 = 0 then 'Look at it.' end
      from newest where t.id = newest.id and n <= 1500 returning 1)
    update shipment s set state = 'Pending', corrected_at = now(), ended_at = null, handed_over_at = case when n > 1000 then now() end,
      packed_at = case when n > 600 then now() end
    from newest where s.reference = newest.id::text and n <= 1500`)
  await shop.db.execute('vacuum analyze')
  const { db } = shop.running.shop
  const { query } = db
  db.query = (statement) => {
    if (!compile(statement).text.includes('pgboss.')) statements += 1
    return query(statement)
  }
}, 600_000)
afterAll(() => shop?.stop())

/** The shortest time of a call in milliseconds, of several beside other work, and its statements. */
async function measured(
  by: Seller | Admin,
  path: string,
): Promise<{ ms: number; asked: number; rows: number }> {
  let ms = Infinity
  let asked = 0
  let rows = 0
  for (let round = 0; round < 20; round += 1) {
    statements = 0
    const began = performance.now()
    const { status, body } = await by.get(path.replace('SELLER', seller.email))
    ms = Math.min(ms, performance.now() - began)
    expect(status, path).toBe(200)
    asked = statements
    rows = body.length
  }
  return { ms: Math.round(ms), asked, rows }
}

test(
  'every tab, list and search makes at most five statements; its milliseconds are printed',
  nightly(why),
  async () => {
    const found: Record<string, { ms: number; asked: number; rows: number }> = {}
    for (const [name, path] of Object.entries(lists)) found[name] = await measured(seller, path)
    for (const [name, path] of Object.entries(adminLists))
      found[`administrator: ${name}`] = await measured(admin, path)
    console.log(`Lists of ${many} orders: milliseconds, statements, rows`, found)
    for (const [name, { asked }] of Object.entries(found)) expect(asked, name).toBeLessThanOrEqual(5)
  },
)
