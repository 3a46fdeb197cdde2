/** The shop's own invoices of a time that a restored backup does not know: their numbers are given once (docs/operations.md, "A held shop"). */
// @module-tag nightly: A backup, a restore and two shops. shop-documents.test.ts proves the series each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { createClient } from '../../../tests/setup/client.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin, adminPassword, auditOf, logIn } from '../../../tests/setup/people.ts'
import { backUp, restore, type RestoredShop } from '../../../tests/setup/restored-shop.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, newGst } from '../../../tests/setup/sellers.ts'
import { takeBack } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { issueShopDocuments } from '../../money/shop-documents/issue-documents.ts'
import { dayAfterMonth, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'

const gstin = '29AAAAA0000A1ZY'
const today = dayOf(new Date())
/** The first day of the month in which the documents of this one are issued. */
const nextFirst = dayAfterMonth(today.slice(0, 7))

let lost: TestShop
let shop: RestoredShop
let admin: Admin
const sellerGst = newGst()
/** The documents that were mailed after the backup: serials in the order of their numbers. */
let mailed: { kind: string; serial: string }[]

const documents = (db: TestShop['db']) =>
  db.query<{ kind: string; serial: string }>(
    sql`select kind, serial from shop_document order by kind desc, financial_year, no`,
  )
const act = (path: string, body?: object) => admin.post(`/public/admin/hold${path}`, body)
const enter = (serial: string, of = gstin) => act('/series', { gstin: of, serial })
const numberIn = (serial: string | undefined) => Number(serial?.slice(-6))
const plus = (serial: string, more: number) =>
  serial.slice(0, -6) + String(numberIn(serial) + more).padStart(6, '0')
const last = (kind: string) => mailed.findLast((one) => one.kind === kind)?.serial ?? ''

beforeAll(async () => {
  lost = await startTestShop({ courier: true })
  admin = await addAdmin(lost)
  for (let n = 0; n < 3; n += 1) {
    const seller = await addSeller(lost, n === 0 ? { GSTNumber: sellerGst } : {})
    const { orderId } = await sellOne(lost, seller, { quantity: 2, units: 5 })
    await tellCourierCode(lost, orderId, 6)
    if (n === 0) await takeBack(lost, orderId, { units: 1, cause: 'returned' })
  }
  const archive = await backUp(lost)
  await issueShopDocuments(lost.running.shop, nextFirst)
  mailed = await documents(lost.db)
  shop = await restore(lost, archive)
  const client = createClient(lost.url)
  await logIn(client, admin.email, adminPassword)
  admin = Object.assign(client, { ...admin, ...client })
}, 120_000)
afterAll(async () => {
  await shop.stop()
  await lost.stop()
})

test('the last serials of both series are entered while the shop is held, once and only forward', async () => {
  expect(mailed.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'invoice', 'credit-note'])
  expect(await documents(shop.db)).toEqual([])
  expect(await enter(last('invoice'), sellerGst)).toMatchObject({
    status: 404,
    body: { fields: { gstin: 'This is not the GST number of the shop.' } },
  })
  expect(await enter(plus(last('invoice'), 200_000))).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('far ahead') },
  })
  for (const kind of ['invoice', 'credit-note'])
    expect(await enter(last(kind))).toMatchObject({
      status: 200,
      body: { msg: `The series goes on behind ${last(kind)}.` },
    })
  expect(await enter(last('invoice'))).toMatchObject({
    status: 409,
    body: { msg: `This series is at ${last('invoice')} already.` },
  })
  // One that was found later.
  expect((await enter(plus(last('invoice'), 2))).status).toBe(200)
  const { series } = (await admin.get('/public/admin/hold')).body
  expect(series).toEqual(
    expect.arrayContaining([
      { gstin, from: plus(last('invoice'), -2), to: last('invoice') },
      { gstin, from: plus(last('invoice'), 1), to: plus(last('invoice'), 2) },
      { gstin, from: last('credit-note'), to: last('credit-note') },
    ]),
  )
  expect(await auditOf(admin)).toEqual(
    expect.arrayContaining([expect.objectContaining({ act: 'hold-entered', note: last('credit-note') })]),
  )
})

test('after the release the series go on behind them, without another hole', async () => {
  expect((await act('/reconciliation')).status).toBe(200)
  await eventually(
    async () => (await admin.get('/public/admin/hold')).body,
    ({ reconciliation }) => reconciliation === 'done',
  )
  expect((await act('/release', { note: 'Done.', entered: true })).status).toBe(200)
  expect((await enter(plus(last('invoice'), 9))).status).toBe(409)
  await issueShopDocuments(shop.running.shop, nextFirst)
  expect(await documents(shop.db)).toEqual([
    ...[3, 4, 5].map((more) => ({ kind: 'invoice', serial: plus(last('invoice'), more) })),
    { kind: 'credit-note', serial: plus(last('credit-note'), 1) },
  ])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('the database refuses a hole without a hold, a second one, and a number that is not the next', async () => {
  const leaveOut = (from: number, to: number) => sql`
    insert into shop_series_gap (shop_gstin, financial_year, kind, from_no, to_no, last_on, hold_id)
    select g.shop_gstin, g.financial_year, g.kind, ${from}, ${to}, ${nextFirst}::date, h.id from shop_series_gap g, shop_hold h
    where g.kind = 'invoice' and g.from_no = 1 order by h.held_at desc limit 1`
  for (const statement of [
    leaveOut(9, 12),
    sql`update shop_series_gap set to_no = to_no + 1`,
    sql`delete from shop_series_gap`,
  ])
    await expect(shop.db.query(statement)).rejects.toMatchObject({ code: '23001' })
  expect((await act('', { note: 'Again.' })).status).toBe(200)
  for (const from of [5, 10])
    await expect(shop.db.query(leaveOut(from, 12))).rejects.toMatchObject({ code: '23514' })
  await shop.db.query(leaveOut(9, 12))
})
