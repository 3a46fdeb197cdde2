/** Which payouts, runs and sellers need an administrator (docs/money.md, Settlements). */
// @module-tag nightly: Lists of what needs a person. refunds.test.ts lists a failed refund each time.
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, settle, takeBack, sellThreePieces } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { recordSale } from '../sales/record-sale.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
// Orders are delivered, and settled up to a day, so many days before today.
beforeEach(() => awayFrom('midnight'))

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
  // The seller owed for thirty days, and the newest settlement is fifteen days old.
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
  // Placed without terms, as by an earlier version.
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
  // For the checks of invariants after this file.
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

test('what is due to a suspended seller is on hold, listed for the administrator, and settled by the first run after the suspension', async () => {
  const seller = await addSeller(shop, { companyName: 'Held Works' })
  const balance = async () =>
    (await admin.get(`/public/admin/seller-balances?q=${seller.email}`)).body[0] as {
      due: number
      onHold: number
      inPayment: number
    }
  const act = async (word: 'suspend' | 'reinstate') =>
    expect(
      (await admin.post(`/public/admin/accounts/${seller.id}/${word}`, { reason: 'Sold copies.' })).status,
    ).toBe(200)
  const fileOf = (run: string) => admin.post(`/public/admin/settlement-runs/${run}/bank-file`, {})
  const statements = () =>
    shop.db.query(
      sql`select payout_paise as payout from settlement where seller_id = ${seller.id} order by id`,
    )
  // One sale is settled and waits for the bank, and another one is due.
  await sellThree(seller, daysLeft + 7)
  const before = await settle(shop, nextDay())
  await sellThree(seller, daysLeft + 7)
  expect(await balance()).toMatchObject({ due: 332.91, onHold: 0, inPayment: 332.91 })
  expect(await told('seller-suspended')).toEqual([])

  await act('suspend')
  const ofSuspension = ({ subject }: { subject: string }) => subject.includes('is suspended')
  const mails = await eventually(
    () => shop.mail(seller.email),
    (found) => found.some(ofSuspension),
  )
  expect(mails.find(ofSuspension)?.text).toContain('Your payouts are on hold.')
  expect(await balance()).toMatchObject({ due: 0, onHold: 332.91, inPayment: 332.91 })
  const [one, ...others] = await told('seller-suspended')
  expect(others).toEqual([])
  expect(one).toMatchObject({ id: seller.id, seller: 'Held Works', amount: 665.82 })
  expect(one.text).toContain('Reason: Sold copies.')
  await settle(shop, nextDay())
  expect(await statements()).toEqual([{ payout: 33_291 }])
  expect(await fileOf(before)).toMatchObject({ status: 409 })
  // It is not late, it is held.
  await shop.db.query(
    sql`update payout set created_at = now() - interval '9 days' where seller_id = ${seller.id}`,
  )
  expect(await told('payout-waits')).toEqual([])

  await act('reinstate')
  expect(await told('seller-suspended')).toEqual([])
  expect(await told('payout-waits')).toHaveLength(1)
  await settle(shop, nextDay())
  expect(await statements()).toEqual([{ payout: 33_291 }, { payout: 33_291 }])
  expect(await fileOf(before)).toMatchObject({ status: 200, body: { payouts: 1, amount: 332.91 } })
})

test('a payout that is held is listed also where its seller owes more than that', async () => {
  const seller = await addSeller(shop, { companyName: 'Held and Owing Works' })
  const order = await sellThree(seller, daysLeft + 7)
  await settle(shop, nextDay())
  await admin.post(`/public/admin/accounts/${seller.id}/suspend`, { reason: 'Sold copies.' })
  await takeBack(shop, order, { units: 3, cause: 'returned' })
  const [one, ...others] = await told('seller-suspended')
  expect(others).toEqual([])
  expect(one).toMatchObject({ id: seller.id, seller: 'Held and Owing Works' })
  // The charge for the parcel, with GST.
  expect(one.amount).toBe(-59)
})
