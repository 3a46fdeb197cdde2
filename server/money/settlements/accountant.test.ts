/** What an accountant finds in sales, payouts and month-end files (docs/money.md). */
// @module-tag nightly: Months of several sellers. settlements.test.ts and gstr1.test.ts prove deductions and returns of tax each time.
import { beforeEach, expect, test } from 'vitest'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, sellThreePieces, settle, takeBack } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
beforeEach(() => awayFrom('midnight'))

const gstin = (first14: string) => first14 + gstCheckCharacter(first14)
const report = async (kind: string, month: string): Promise<string[][]> =>
  ((await admin.get(`/public/admin/month-end/${kind}?month=${month}`)).body as string)
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))

test('no TCS is withheld on goods with a rate of 0, and GSTR-8 does not count them', async () => {
  const seller = await addSeller(shop, { companyName: 'Millet Works', GSTNumber: gstin('27AAGCB7383J1Z') })
  // Salt: 0 %.
  const salt = await sellOne(shop, seller, { pricePaise: 100_000, hsnCode: '2501' })
  await delivered(shop, salt.orderId)
  const [sale] = await shop.db.query<any>(sql`
    select tcs_paise as tcs, tds_paise as tds from order_sale where order_id = ${salt.orderId}`)
  expect(sale).toEqual({ tcs: 0, tds: 100 })
  const taxed = await sellOne(shop, seller, { pricePaise: 11_800 })
  await delivered(shop, taxed.orderId)
  const rows = await report('gstr-8', dayOf(new Date()).slice(0, 7))
  expect(rows.find((cells) => cells[1] === 'Millet Works')?.slice(2, 6)).toEqual([
    '100.00',
    '0.00',
    '100.00',
    '0.50',
  ])
})

test('a business cannot buy goods without an HSN code with its GST number, and reads which ones', async () => {
  const seller = await addSeller(shop)
  const without = await addProduct(shop, { seller, name: 'Jute Rope', pricePaise: 11_800 })
  const buyer = await customerWithCart(shop, [without])
  const business = { name: 'Rao Trading LLP', gstin: gstin('08AABCU9603R1Z') }
  const start = (more: object) => buyer.post('/private/order/payment', { amountInPaise: 11_800, ...more })
  const refused = await start({ business })
  expect(refused.status).toBe(409)
  expect(refused.body.msg).toContain('"Jute Rope"')
  expect(refused.body.msg).toContain('HSN code')
  expect((await start({})).status).toBe(200)
  await shop.db.query(sql`update product set hsn_code = '3401' where id = ${without.id}`)
  expect((await start({ business })).status).toBe(200)
})

test('GSTR-8 puts a sale into the month of its invoice, whatever the clock of the sale said', async () => {
  const seller = await addSeller(shop, { companyName: 'Clock Works', GSTNumber: gstin('27AABCU9603R1Z') })
  const { orderId } = await sellOne(shop, seller, { pricePaise: 11_800 })
  await delivered(shop, orderId)
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(
      sql`update order_sale set sold_at = sold_at - interval '40 days' where order_id = ${orderId}`,
    )
  })
  const months = [dayOf(new Date()), addDays(dayOf(new Date()), -40)].map((day) => day.slice(0, 7))
  const found = await Promise.all(
    months.map(async (month) => (await report('gstr-8', month)).some((cells) => cells[1] === 'Clock Works')),
  )
  expect(found).toEqual([true, false])
  const { body } = await seller.get<string>(`/private/seller/gstr1/${months[0]}?part=b2cs`)
  expect(body).toContain('100')
})

test('a payout of a suspended seller is marked as paid only by an administrator who says that they know', async () => {
  const seller = await addSeller(shop)
  const order = await sellThreePieces(shop, seller, 30)
  expect(order).toBeTruthy()
  const run = await settle(shop, dayAgo(3))
  const payouts = async () => (await admin.get(`/public/admin/payouts?runId=${run}`)).body
  const own = (await payouts()).find((one: any) => one.seller.id === seller.id)
  expect(own.sellerSuspended).toBe(false)
  await admin.post(`/public/admin/accounts/${seller.id}/suspend`, { reason: 'Sold copies.' })
  expect((await payouts()).find((one: any) => one.id === own.id).sellerSuspended).toBe(true)
  const mark = (more: object) =>
    admin.post(`/public/admin/payouts/${own.id}/paid`, { utr: 'SBIN426000000001', ...more })
  const refused = await mark({})
  expect(refused.status).toBe(409)
  expect(refused.body.msg).toContain('suspended')
  expect((await mark({ confirmSuspended: true })).status).toBe(200)
})

test('a seller who owes more than the setting says is listed at once, one who owes less after four weeks', async () => {
  const told = async (): Promise<any[]> =>
    (await admin.get('/public/admin/money-exceptions')).body.filter(({ kind }: any) => kind === 'seller-owes')
  const [large, small] = [
    await addSeller(shop, { companyName: 'Owing Much' }),
    await addSeller(shop, { companyName: 'Owing Little' }),
  ]
  const orders = [
    (await sellOne(shop, large, { pricePaise: 900_000 })).orderId,
    (await sellOne(shop, small, { pricePaise: 300_000 })).orderId,
  ]
  for (const orderId of orders) await delivered(shop, orderId, 30)
  const run = await settle(shop, dayAgo(2))
  expect(run).toBeTruthy()
  for (const orderId of orders) await takeBack(shop, orderId, { units: 1, cause: 'returned' })
  const listed = await told()
  expect(listed.map(({ seller }) => seller)).toEqual(['Owing Much'])
  expect(listed[0].amount).toBeLessThan(-5_000)
  expect(listed[0].text).toContain('₹5,000.00')
})
