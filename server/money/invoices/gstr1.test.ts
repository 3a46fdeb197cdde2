/** A seller's data for GSTR-1: a worked month, computed by hand (docs/money.md, Invoices). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { cartOf, create, pay, verify } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, putInCart, testAddress } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { nightly } from '../../../tests/setup/nightly.ts'
import { sql } from '../../platform/db/sql.ts'
import { dayOf } from '../../platform/calendar.ts'
import { reverseAndRefundOrder } from '../../fulfilment/orders/reverse-and-refund-order.ts'

let shop: TestShop
let seller: Seller
let month: string
let year: string
const gstin = (first14: string) => first14 + gstCheckCharacter(first14)
beforeAll(async () => {
  // All documents are of one day.
  await awayFrom('midnight')
  shop = await startTestShop()
  seller = await addSeller(shop, { GSTNumber: gstin('08AAGCB7383J1Z'), state: 'Rajasthan' })
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

interface Bought {
  pricePaise: number
  quantity?: number
  hsnCode?: string
  state?: string
  business?: object
}

/** Buys one product, which is handed over at once; returns the order. */
async function sold({ pricePaise, quantity = 1, hsnCode, state = 'Rajasthan', business }: Bought) {
  const { id } = await addProduct(shop, { seller, pricePaise })
  if (hsnCode) await shop.db.query(sql`update product set hsn_code = ${hsnCode} where id = ${id}`)
  const buyer = await shop.customer()
  await buyer.post('/private/address/add', { ...testAddress, state })
  await putInCart(buyer, id, quantity)
  const items = await cartOf(buyer)
  const { body: payment } = await buyer.post('/private/order/payment', {
    amountInPaise: pricePaise * quantity,
    ...(business && { business }),
  })
  await verify(buyer, await pay(shop, payment))
  const { body } = await create(buyer, items)
  await tellCourierCode(shop, body[0].id, 6)
  return body[0].id as string
}

async function returned(orderId: string, units: number): Promise<void> {
  const { running } = shop
  await running.shop.db.transaction(async (tx) => {
    await tx.query(sql`select from orders where id = ${orderId} for update`)
    await reverseAndRefundOrder(running.shop, tx, orderId, { units, cause: 'returned' }, 'returned')
  })
}

/** The lines of a part, without quotes and without its heading. */
async function part(name: string): Promise<string[]> {
  const { status, body } = await seller.get<string>(`/private/seller/gstr1/${month}?part=${name}`)
  expect(status).toBe(200)
  return body.replaceAll('"', '').trim().split('\r\n').slice(1)
}

test('a month with businesses, consumers here and elsewhere, a large invoice, goods without tax and credit notes', async () => {
  // Hand-over 1: a business in the same state. 1,180.00 with 18 % is 1,000.00 + 90.00 + 90.00.
  const business = { name: '=cmd Rao Trading', gstin: gstin('08AABCU9603R1Z') }
  const toBusiness = await sold({ pricePaise: 59_000, quantity: 2, hsnCode: '3307', business })
  // 2 and 3: consumers here. 5 % of soap: 105.00 is 100.00 + 2.50 + 2.50; 18 %: 236.00 is 200.00 + 18.00 + 18.00.
  await sold({ pricePaise: 10_500, hsnCode: '340111' })
  const here = await sold({ pricePaise: 11_800, quantity: 2 })
  // 4: a consumer in Kerala. 118.00 is 100.00 + 18.00 IGST.
  await sold({ pricePaise: 11_800, state: 'Kerala' })
  // 5: above ₹1,00,000 to another state. 2 × 59,000.00 is 1,00,000.00 + 18,000.00 IGST.
  const large = await sold({ pricePaise: 5_900_000, quantity: 2, state: 'Kerala' })
  // 6: seeds have no tax.
  await sold({ pricePaise: 5_000, quantity: 3, hsnCode: '1209' })
  // One piece is returned by each of the business, a consumer here and the recipient of the large invoice.
  for (const orderId of [toBusiness, here, large]) await returned(orderId, 1)

  const [row] = await shop.db.query<{ day: string; year: string }>(sql`
    select max(issued_on)::text as day, split_part(max(serial) filter (where kind = 'invoice'), '/', 1) as year
    from tax_document where seller_id = ${seller.id}`)
  month = row!.day.slice(0, 7)
  year = row!.year
  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const day = `${row!.day.slice(8)}-${names[Number(month.slice(5)) - 1]}-${month.slice(0, 4)}`

  expect(await part('b2b')).toEqual([
    // A name that a spreadsheet would run as a formula has an apostrophe before it.
    `${business.gstin},'=cmd Rao Trading,${year}/000001,${day},1180,08-Rajasthan,N,,Regular B2B,,18,1000,0`,
  ])
  expect(await part('b2cl')).toEqual([`${year}/000005,${day},118000,32-Kerala,,18,100000,0,`])
  expect(await part('b2cs')).toEqual([
    'OE,08-Rajasthan,,5,100,0,',
    'OE,08-Rajasthan,,18,100,0,',
    'OE,32-Kerala,,18,100,0,',
  ])
  expect(await part('cdnr')).toEqual([
    `${business.gstin},'=cmd Rao Trading,C${year}/000001,${day},C,08-Rajasthan,N,Regular B2B,590,,18,500,0`,
  ])
  expect(await part('cdnur')).toEqual([`B2CL,C${year}/000003,${day},C,32-Kerala,59000,,18,50000,0`])
  expect(await part('nil')).toEqual(['Intra-State supplies to unregistered persons,150,0,0'])
  expect(await part('hsn')).toEqual([
    'B2B,3307,NOS,1,590,18,500,0,45,45,0',
    'B2C,1209,NOS,3,150,0,150,0,0,0,0',
    'B2C,340111,NOS,1,105,5,100,0,2.5,2.5,0',
    // 118.00 here, 118.00 and 59,000.00 in Kerala.
    'B2C,,NOS,3,59236,18,50200,9018,9,9,0',
  ])
  expect(await part('docs')).toEqual([
    `Invoices for outward supply,${year}/000001,${year}/000006,6,0`,
    `Credit Note,C${year}/000001,C${year}/000003,3,0`,
  ])
})

test('all parts in one file, of the own documents alone, and a month without any', async () => {
  const { body, headers } = await seller.get<string>(`/private/seller/gstr1/${month}`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="gstr1-${month}.csv"`)
  expect(body.match(/^\uFEFF?"\w+: /gm)).toHaveLength(8)
  expect(body).toContain(`${year}/000006`)
  const other = await (await addSeller(shop)).get<string>(`/private/seller/gstr1/${month}`)
  expect(other.body).not.toContain(`${year}/`)
  expect(other.body.match(/^"\w+: /gm)).toHaveLength(8)
  expect(
    (await seller.get<string>('/private/seller/gstr1/2020-01?part=docs')).body.trim().split('\r\n'),
  ).toHaveLength(1)
})

test(
  'pieces that come back one by one for as many that are sold together leave the paisa by which their taxes differ',
  nightly('A matter of one paisa. The month above proves each column each time.'),
  async () => {
    seller = await addSeller(shop, { GSTNumber: gstin('08AAGCB7383J2Z'), state: 'Rajasthan' })
    month = dayOf(new Date()).slice(0, 7)
    // 10.00 is 8.48 + 0.76 + 0.76, and 20.00 is 16.94 + 1.53 + 1.53.
    const singles = [await sold({ pricePaise: 1_000 }), await sold({ pricePaise: 1_000 })]
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      await tx.query(sql`
        update tax_document set issued_on = issued_on - interval '1 month' where order_id = any(${singles}::uuid[])`)
    })
    await sold({ pricePaise: 1_000, quantity: 2 })
    for (const orderId of singles) await returned(orderId, 1)
    expect(await part('hsn')).toEqual(['B2C,,NOS,0,0,18,-0.02,0,0.01,0.01,0'])
    expect(await part('b2cs')).toEqual(['OE,08-Rajasthan,,18,-0.02,0,'])
  },
)

test.each(['2026-13', '26-01', 'x', '1999-01'])('the month %s is refused with words', async (wrong) => {
  const { status, body } = await seller.get(`/private/seller/gstr1/${wrong}`)
  expect([status, body.msg]).toEqual([400, 'Please give a month as YYYY-MM.'])
})
