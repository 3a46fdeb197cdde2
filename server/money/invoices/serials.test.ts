/** Serial numbers of invoices: none missing and none used twice, whatever fails between the steps (docs/money.md, Invoices). */
// @module-tag nightly: Races and failures between many steps. invoices.test.ts and versions.test.ts prove the series each time.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { buyTogether, tellCourierCode, travelAlone } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { reverseAndRefundOrder } from '../../fulfilment/orders/reverse-and-refund-order.ts'
import { recordSale } from '../sales/record-sale.ts'
import { issueInvoice } from './issue.ts'
import { takeNumber } from './queries.ts'
import { rupeesInWords, serialOf } from './rules.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const numbersOf = async (seller: Seller, kind = 'invoice') =>
  (
    await shop.db.query<{ no: number }>(
      sql`select no from tax_document where seller_id = ${seller.id} and kind = ${kind} order by no`,
    )
  ).map(({ no }) => no)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
/** Each has a parcel of its own. */
const buyMany = async (seller: Seller, count: number) => {
  const bought = await buyTogether(
    shop,
    upTo(count).map(() => ({ seller })),
  )
  await travelAlone(shop, bought.orderIds)
  return bought
}

/** The courier repeats each webhook that failed. */
const isShipped = async (id: string) =>
  (await shop.db.query(sql`select from orders where id = ${id} and status = 'shipped'`)).length === 1
const untilShipped = (id: string) =>
  eventually(
    async () => {
      await tellCourierCode(shop, id, 6).catch(() => undefined)
      return isShipped(id).catch(() => false)
    },
    (done) => done,
  )

test('fifty hand-overs of one seller at once, some told twice, get the numbers 1 to 50', async () => {
  const seller = await addSeller(shop)
  const { orderIds } = await buyMany(seller, 50)
  await Promise.all([...orderIds, ...orderIds.slice(0, 10)].map(untilShipped))
  expect(await numbersOf(seller)).toEqual(upTo(50))
})

test(
  'connections that end between any two steps leave no gap, and neither do credit notes of half of the orders',
  nightly(
    'A connection ends at every step of many hand-overs. Fifty hand-overs at once are proven each time.',
  ),
  async () => {
    const seller = await addSeller(shop)
    const { orderIds } = await buyMany(seller, 30)
    let isOver = false
    let killed = 0
    const killing = (async () => {
      while (!isOver) {
        // Only those that are in the middle of such a transaction.
        const rows = await shop.db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
          and query ~ 'invoice_series|tax_document|order_sale' and random() < 0.3`)
        killed += rows.length
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    await Promise.all(orderIds.map(untilShipped))
    isOver = true
    await killing
    expect(killed).toBeGreaterThan(5)
    expect(await numbersOf(seller)).toEqual(upTo(30))

    const { running } = shop
    const notes = orderIds.slice(0, 15).map((id, index) =>
      running.shop.db.transaction(async (tx) => {
        await tx.query(sql`select from orders where id = ${id} for update`)
        await reverseAndRefundOrder(running.shop, tx, id, { units: 1, cause: 'returned' }, 'returned')
        if (index % 5 === 0) throw new Error('undone')
      }),
    )
    const ends = await Promise.allSettled(notes)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect(await numbersOf(seller, 'credit-note')).toEqual(upTo(12))
    const parts = await shop.db.query<{ reason: string; serial: string }>(
      sql`select distinct reason, left(serial, 1) as serial from tax_document where seller_id = ${seller.id} and kind = 'credit-note'`,
    )
    expect(parts).toEqual([{ reason: 'Goods returned by the buyer', serial: 'C' }])
  },
)

test('the financial year begins on 1 April in India, its series at 1, and dates ascend with the numbers', async () => {
  const gstin = newGst()
  const take = (tx: Tx, at: string) => takeNumber(tx, { gstin, kind: 'invoice', at: new Date(at) })
  const taken: unknown[] = []
  const undone = shop.db.transaction(async (tx) => {
    for (const at of [
      '2026-03-31T18:29:59Z',
      '2026-03-31T18:30:00Z',
      '2026-05-31T12:00:00Z',
      // A clock that was set back does not set the dates back.
      '2026-05-29T12:00:00Z',
    ])
      taken.push(await take(tx, at))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(taken).toEqual([
    { financialYear: 2025, no: 1, issuedOn: '2026-03-31' },
    { financialYear: 2026, no: 1, issuedOn: '2026-04-01' },
    { financialYear: 2026, no: 2, issuedOn: '2026-05-31' },
    { financialYear: 2026, no: 3, issuedOn: '2026-05-31' },
  ])
  expect(await shop.db.query(sql`select from invoice_series where gstin = ${gstin}`)).toEqual([])
})

test('a credit note is never dated before its invoice, also where a clock was set back in between', async () => {
  const seller = await addSeller(shop)
  const { orderIds } = await buyMany(seller, 1)
  const [orderId] = orderIds as [string]
  const ahead = new Date(Date.now() + 3 * 86_400_000)
  const { running } = shop
  await running.shop.db.transaction(async (tx) => {
    await tx.query(sql`update orders set status = 'shipped' where id = ${orderId}`)
    await recordSale(tx, orderId)
    await issueInvoice(running.shop, tx, orderId, ahead)
    await reverseAndRefundOrder(running.shop, tx, orderId, { units: 1, cause: 'returned' }, 'returned')
  })
  const days = await shop.db.query<{ day: string }>(
    sql`select issued_on::text as day from tax_document where order_id = ${orderId}`,
  )
  const inIndia = new Date(ahead.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  expect(days.map(({ day }) => day)).toEqual([inIndia, inIndia])
})

test.each([
  ['invoice', 2026, 12, '26-27/000012'],
  ['credit-note', 2026, 12, 'C26-27/000012'],
  ['invoice', 2099, 1_000_000, '99-00/1000000'],
  ['credit-note', 2026, 999_999_999, 'C26-27/999999999'],
] as const)('the %s %i/%i has the serial %s', (kind, year, no, serial) => {
  expect(serialOf(kind, year, no)).toBe(serial)
  expect(serial).toMatch(/^[A-Za-z0-9/-]{1,16}$/)
})

test.each([
  [1, 'Rupees Zero and One Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [12_345_678, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [
    123_456_789_019,
    'Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety and Nineteen Paise Only',
  ],
])('%i paise in words are: %s', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words)
})
