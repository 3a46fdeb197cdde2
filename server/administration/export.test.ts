/** Lists as CSV: complete, safe in a spreadsheet, streamed, recorded in the audit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageConfirmedLogin } from '../../tests/setup/clock.ts'
import { addAdmin, type Admin, auditOf } from '../../tests/setup/people.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { dayOf } from '../platform/calendar.ts'
import { sql } from '../platform/db/sql.ts'
import { csvLine } from '../platform/csv.ts'

let shop: TestShop
let admin: Admin

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop?.stop())

describe('a cell that a spreadsheet would run as a formula', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    ' =1',
    '\u00a0=1',
    '＝1',
    '=HYPERLINK("http://x")',
  ])('gets an apostrophe: %j', (text) => expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`))
  // A spreadsheet that divides at semicolons, tabs or line breaks sees another cell there, and the quote before it as text.
  test.each([
    ['Bowl;=1+1', "Bowl;'=1+1"],
    ['a; "=1+1', `a; ""'=1+1`],
    ['a;b;\u00a0-1;+2', "a;b;\u00a0'-1;'+2"],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n＝1', "a\r\n'＝1"],
    ['=1;=1', "'=1;'=1"],
    ['a - b, c = d; e-f', 'a - b, c = d; e-f'],
  ])('gets one also after a semicolon, a tab or a line break: %j', (text, safe) =>
    expect(csvLine([text])).toBe(`"${safe}"\r\n`),
  )
  test('numbers, empty cells, quotes and line breaks are what they are', () => {
    expect(csvLine(['-500.00', '-1-1.00', '-1.00+1'])).toBe(`"-500.00","'-1-1.00","'-1.00+1"\r\n`)
    expect(csvLine([-1, 2.5, null, 'a "b"\nc', '9876543210'])).toBe('-1,2.5,,"a ""b""\nc","9876543210"\r\n')
  })
})

test('orders: a byte order mark, one line an order, hostile names made harmless', async () => {
  const seller = await addSeller(shop, { companyName: '=cmd|calc' })
  const { orderId } = await sellOne(shop, seller, { name: '+Formula, "Bowl"', pricePaise: 12_350 })
  const response = await admin.request('/public/admin/export/orders', {})
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  // The day in India.
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="orders-${dayOf(new Date())}.csv"`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^"Order","Number","Placed","Status"/)
  expect(lines[1]).toContain(orderId)
  // The time in India: at this moment, less what the test took.
  const placed = /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)"/.exec(lines[1] ?? '')
  expect(Math.abs(Date.parse(`${placed?.[1]}T${placed?.[2]}+05:30`) - Date.now())).toBeLessThan(60_000)
  expect(lines[1]).toContain(`"'+Formula, ""Bowl""",1,123.5,"'=cmd|calc"`)
})

test('more rows than one page are exported completely and in order; with a search only what it finds', async () => {
  await shop.db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select gen_random_uuid(), 'bulk-' || n || '@buyers.test', 'CUSTOMER', 'none', now() from generate_series(1, 1234) n returning id
    ) insert into customer (account_id, first_name, last_name, mobile) select id, 'Bulk', 'Buyer', '9000000000' from a`)
  const all = (await admin.get('/public/admin/export/customers?q=bulk-')).body.trim().split('\r\n')
  expect(all).toHaveLength(1_235)
  expect(new Set(all).size).toBe(1_235)
})

test('the filters of the list of orders are those of its file', async () => {
  const count = async (query: string) =>
    (await admin.get(`/public/admin/export/orders?${query}`)).body.trim().split('\r\n').length - 1
  expect(await count('status=pending')).toBe(1)
  expect(await count('status=shipped')).toBe(0)
  expect(await count('attention=yes')).toBe(0)
  expect(await count('sellerEmail=nobody@shop.test')).toBe(0)
})

test('whole account numbers are in no export', async () => {
  await addSeller(shop, { accountNo: '998877665544' })
  const { body } = await admin.get('/public/admin/export/sellers')
  expect(body).toContain('XXXXXX5544')
  expect(body).not.toContain('998877665544')
})

test('needs a recent login and a page of ours, and each one is recorded in the audit', async () => {
  const elsewhere = await admin.get('/public/admin/export/audit', {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  })
  expect(elsewhere.status).toBe(403)
  const link = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await admin.get('/public/admin/export/audit', link)).status).toBe(200)
  expect((await auditOf(admin, { act: 'list-exported' }))[0]).toMatchObject({
    to: { kind: 'list', name: 'audit' },
  })
  await ageConfirmedLogin(shop, admin.id)
  expect((await admin.get('/public/admin/export/orders')).status).toBe(403)
  expect((await admin.get('/public/admin/export/everything')).status).toBe(400)
})

test('the audit is narrowed as its list is: by act and by day', async () => {
  const admin = await addAdmin(shop)
  const rows = async (query: string) =>
    (await admin.get(`/public/admin/export/audit?${query}`)).body.trim().split('\r\n').slice(1)
  const logins = await rows('act=login')
  expect(logins.length).toBeGreaterThan(0)
  expect(logins.filter((row: string) => !row.includes('"login"'))).toEqual([])
  expect(await rows('to=2020-01-01')).toEqual([])
  expect((await admin.get('/public/admin/export/audit?from=yesterday')).status).toBe(400)
})
