/** An order is taxed and invoiced in one name, and numbers belong to a GST number (docs/money.md, Versions). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buyTogether, tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { changeProfile } from '../../../tests/setup/profiles.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { takeBack } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const bought = async (seller: Seller) => (await buyTogether(shop, [{ seller }])).orderIds[0]!
const handOver = (orderId: string) => tellCourierCode(shop, orderId, 6)
const gstOf = async (seller: Seller) => (await seller.get('/private/profile')).body.gst as string

interface Document {
  serial: string
  name: string
  address: string
  gstin: string
}
const documentsOf = (orderId: string) =>
  shop.db.query<Document>(sql`
  select serial, seller_name as name, seller_address as address, seller_gstin as gstin from tax_document
  where order_id = ${orderId} order by issued_at`)
const serialsOf = async (...orders: string[]) =>
  (await Promise.all(orders.map(documentsOf))).map(([one]) => one!.serial.split('/')[1])

test('a seller who becomes another business between order and hand-over invoices the order as the one that took it', async () => {
  const seller = await addSeller(shop, { companyName: 'Old Works' })
  const old = await gstOf(seller)
  const order = await bought(seller)
  const change = { companyName: 'New Works', gst: newGst(), address: { street: 'New Street', city: 'Pune' } }
  expect((await changeProfile(seller, change)).status).toBe(200)
  const later = await bought(seller)
  await handOver(order)
  await handOver(later)
  expect(await documentsOf(order)).toMatchObject([
    {
      name: 'Old Works',
      gstin: old,
      address: expect.stringContaining('Seller Street, Near the test park, Mumbai'),
    },
  ])
  expect(await documentsOf(later)).toMatchObject([
    { name: 'New Works', gstin: change.gst, address: expect.stringContaining('New Street') },
  ])
  // Two registrations, two series.
  expect(await serialsOf(order, later)).toEqual(['000001', '000001'])
  // A credit note is in the name of its invoice.
  await takeBack(shop, order, { units: 1, cause: 'returned' })
  expect((await documentsOf(order))[1]).toMatchObject({ name: 'Old Works', gstin: old })
})

test(
  'GSTR-1 is of one registration: a month with two of them is never added up',
  nightly('One more month with two registrations. gstr1.test.ts compares a month each time.'),
  async () => {
    const seller = await addSeller(shop)
    const old = await gstOf(seller)
    const [first, second] = [await bought(seller), await bought(seller)]
    await handOver(first)
    const gst = newGst()
    await changeProfile(seller, { gst })
    const third = await bought(seller)
    await handOver(third)
    await handOver(second)
    const [{ month } = { month: '' }] = await shop.db.query<{ month: string }>(sql`
    select left(max(issued_on)::text, 7) as month from tax_document where seller_id = ${seller.id}`)
    const ask = (query: string) => seller.get<string>(`/private/seller/gstr1/${month}?part=docs${query}`)
    const unclear = await ask('')
    expect([unclear.status, (unclear.body as any).fields.gstin]).toEqual([400, expect.stringContaining(old)])
    const lines = async (gstin: string) =>
      (await ask(`&gstin=${gstin}`)).body.replaceAll('"', '').trim().split('\r\n').slice(1)
    expect(await lines(old)).toEqual([expect.stringMatching(/000001,[^,]+\/000002,2,0$/)])
    expect(await lines(gst)).toEqual([expect.stringMatching(/000001,[^,]+\/000001,1,0$/)])
    const registrations = (await seller.get('/private/seller/registrations')).body
    expect(registrations.map((one: any) => one.gstin).toSorted()).toEqual([old, gst].toSorted())
    // Of another seller nothing is shown.
    const other = await addSeller(shop)
    expect(
      (await other.get<string>(`/private/seller/gstr1/${month}?part=docs&gstin=${old}`)).body
        .trim()
        .split('\r\n'),
    ).toHaveLength(1)
  },
)

test(
  'two sellers who have one GST number in turn go on with one series, also where their hand-overs cross',
  nightly(
    'Hand-overs that cross. The database has one series a GST number, and a change between order and hand-over is proved above each time.',
  ),
  async () => {
    const first = await addSeller(shop)
    const shared = await gstOf(first)
    const [one, late] = [await bought(first), await bought(first)]
    await handOver(one)
    await changeProfile(first, { gst: newGst() })
    const second = await addSeller(shop)
    expect((await changeProfile(second, { gst: shared })).status).toBe(200)
    const [two, three] = [await bought(second), await bought(second)]
    await handOver(two)
    await Promise.all([handOver(late), handOver(three)])
    expect(await serialsOf(one, two)).toEqual(['000001', '000002'])
    expect(new Set(await serialsOf(late, three))).toEqual(new Set(['000003', '000004']))
    const serials = await shop.db.query(sql`select from tax_document where seller_gstin = ${shared}`)
    expect(serials).toHaveLength(4)
  },
)

test(
  'orders that are placed while the profile is saved have one name each',
  nightly('A race in many rounds. That an order keeps the business that took it is proved above each time.'),
  async () => {
    const seller = await addSeller(shop, { companyName: 'Name 0' })
    const names = Array.from({ length: 4 }, (_, i) => ({ companyName: `Name ${i + 1}`, gst: newGst() }))
    const [orders] = await Promise.all([
      Promise.all(names.map(() => bought(seller))),
      (async () => {
        for (const name of names) await changeProfile(seller, name)
      })(),
    ])
    for (const order of orders) await handOver(order)
    const rows = await shop.db.query(sql`
    select from order_tax x join seller_identity i on i.id = x.identity_id and i.gstin = x.seller_gstin
    join tax_document d on d.order_id = x.order_id and d.seller_name = i.company_name and d.seller_gstin = i.gstin
    where x.order_id = any(${orders}::uuid[])`)
    expect(rows).toHaveLength(4)
  },
)
