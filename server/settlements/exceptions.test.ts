/** What about money needs a person (docs/money.md, Settlements). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../tests/setup/people.ts'
import { sellOne } from '../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle, takeBack, sellThreePieces } from '../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { recordSale } from '../sales/record-sale.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

let daysLeft = 300
const nextDay = () => dayAgo((daysLeft -= 5))

const sellThree = (seller: Seller, days: number | null) => sellThreePieces(shop, seller, days)
const statementsOf = async (seller: Seller) => (await seller.get('/private/earnings/statements')).body
const told = async (kind: string) =>
  (await admin.get('/public/admin/money-exceptions')).body.filter((one: any) => one.kind === kind)

test('the administrator is told of a seller who owes for more than four weeks, also where small sales come in each week', async () => {
  const seller = await addSeller(shop, { companyName: 'Owing Works' })
  const order = await sellThree(seller, daysLeft + 20)
  await settle(shop, nextDay())
  await takeBack(shop, order, { units: 3, cause: 'returned' })
  await settle(shop, nextDay())
  expect(await told('seller-owes')).toEqual([])
  const age = () =>
    shop.db.query(
      sql`update settlement set created_at = created_at - interval '15 days' where seller_id = ${seller.id}`,
    )
  await age()
  await sellOne(shop, seller, { pricePaise: 7_000 }).then(({ orderId }) =>
    delivered(shop, orderId, daysLeft + 7),
  )
  await settle(shop, nextDay())
  await age()
  // He owed for thirty days, and the newest settlement is of fifteen days ago.
  expect((await statementsOf(seller)).map((one: any) => Math.sign(one.carriedAfter))).toEqual([-1, -1, 0])
  const [one, ...others] = await told('seller-owes')
  expect(others).toEqual([])
  expect(one).toMatchObject({ seller: 'Owing Works', amount: (await statementsOf(seller))[0].carriedAfter })
  expect(Date.now() - Date.parse(one.since)).toBeGreaterThan(29 * 86_400_000)
  // Two sales cover it.
  for (let i = 0; i < 2; i += 1) await sellThree(seller, daysLeft + 7)
  await settle(shop, nextDay())
  expect(await told('seller-owes')).toEqual([])
})

test('the administrator is told of delivered orders without terms, which no settlement pays: one line a seller', async () => {
  const seller = await addSeller(shop, { companyName: 'Early Works' })
  const orders = [await sellThree(seller, null), await sellThree(seller, null), await sellThree(seller, null)]
  // As a version before the terms has placed them.
  const terms = await shop.db.transaction(async (tx) => {
    await tx.execute('alter table order_terms disable trigger user')
    const rows = await tx.query<{ row: object }>(sql`
      with gone as (delete from order_terms where order_id = any(${orders.slice(0, 2)}::uuid[]) returning *)
      select to_jsonb(gone) as row from gone`)
    await tx.execute('alter table order_terms enable trigger user')
    return rows.map(({ row }) => row)
  })
  expect(await told('orders-without-terms')).toEqual([])
  for (const order of orders) await delivered(shop, order)
  const [one, ...others] = await told('orders-without-terms')
  expect(others).toEqual([])
  expect(one).toMatchObject({ id: seller.id, seller: 'Early Works', amount: 894 })
  const [oldest] = await shop.db.query<{ number: string }>(
    sql`select number from orders where id = ${orders[0]}`,
  )
  expect(one.text).toContain(`terms of a sale: 2 orders, the oldest is ${oldest!.number}. `)
  // For the invariants of this file.
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into order_terms select (jsonb_populate_record(null::order_terms, r)).* from jsonb_array_elements(${JSON.stringify(terms)}::jsonb) r`)
    for (const order of orders.slice(0, 2)) {
      await recordSale(tx, order)
      await issueInvoice(shop.running.shop, tx, order)
    }
  })
  expect(await told('orders-without-terms')).toEqual([])
})
