/** The courier's bill: freight in the ledger, weights, and rows that are refused with their reason. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { endWeightClock } from '../../../tests/setup/clock.ts'
import { moveParcel, sellBooked } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { received, returnOf, sellDelivered } from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import {
  billHeading,
  heavy,
  weightOf,
  sellWeighed,
  weighAgain,
  weightChargesOf,
  uploadBill,
  courierBill,
  awbOf,
  costOf,
} from '../../../tests/setup/weights.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { chargeUndisputed } from './apply-weight.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

test('a bill says first what each row will do; booked twice it charges once, and refuses rows with their reason', async () => {
  const { orderId } = await sellDelivered(shop, seller)
  const awb = await awbOf(shop, orderId)
  const csv = courierBill(
    `${awb},x,${dayAgo(2)},1.2,"1,042.48",0`,
    `55555555,x,${dayAgo(2)},0.5,42.48,0`,
    `55555555,x,${dayAgo(2)},1.2,42.48,0`,
    `99999999,x,${dayAgo(2)},0.5,42.48,0`,
    `88888888,x,32-13-2026,0.5,42.48,0`,
    `77777777,x,${dayAgo(2)},0,42.48,0`,
    `66666666,x,${dayAgo(2)},0.5,-1,0`,
  )
  const shown = (await uploadBill(admin, csv, false)).body
  expect(shown).toMatchObject({ booked: 1, known: 0, refused: 6 })
  expect(shown.rows[0]).toMatchObject({ line: 2, awbNumber: awb, outcome: 'booked' })
  expect(shown.rows[0].text).toBe(
    'Freight ₹1,042.48. Weight 1.2 kg, paid for 0.02 kg: ₹70.00 and GST are announced to the seller.',
  )
  expect(shown.rows.slice(1).map(({ line, text }: any) => `${line}: ${text}`)).toEqual([
    '3: The same air waybill is in line 4 too. Please make one row of them.',
    '4: The same air waybill is in line 3 too. Please make one row of them.',
    '5: No parcel of ours has this air waybill.',
    '6: "32-13-2026" in "Billed On" is not a day; use 2026-11-30 or 30-11-2026.',
    '7: "0" in "Applied Weight (KG)" is not a weight in kg, such as 1.25.',
    '8: "-1" in "Freight" is not an amount in rupees up to 1,00,000, such as 1,042.50.',
  ])
  expect(await costOf(shop, orderId)).toEqual({ cost: null, by: null, freight: 0 })
  expect(await weightOf(seller, orderId)).toBeUndefined()
  const answers = await Promise.all([uploadBill(admin, csv), uploadBill(admin, csv)])
  expect(
    answers.map(({ body }) => `${body.booked} ${body.known}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['0 1', '1 0'])
  expect(await costOf(shop, orderId)).toEqual({ cost: 104_248, by: 'bill', freight: 104_248 })
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced', charge: 70 })
  // The parcel came back, and was weighed anew; earlier rows of the same air waybill change nothing any more.
  const later = (await uploadBill(admin, courierBill(`${awb},x,${dayAgo(1)},0.5,100,80`))).body.rows[0].text
  expect(later).toContain(
    `Freight ₹180.00, which replaces the ₹1,042.48 of the row of ${dayAgo(2)}: rows of one air waybill are not added up.`,
  )
  expect(later).toContain('not charged to the seller after all')
  expect(await costOf(shop, orderId)).toMatchObject({ cost: 18_000, freight: 18_000 })
  expect((await uploadBill(admin, csv)).body).toMatchObject({ booked: 0, known: 1 })
  expect((await uploadBill(admin, courierBill(`${awb},x,${dayAgo(2)},9,1,0`))).body.rows[0]).toMatchObject({
    outcome: 'refused',
    text: `A later row of this air waybill, of ${dayAgo(1)}, is booked.`,
  })
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'withdrawn' })
  await endWeightClock(shop)
  await chargeUndisputed(shop.running.shop)
  expect(await weightChargesOf(shop, orderId)).toEqual([])
  const { accounts } = (await admin.get('/public/admin/balances')).body
  const balance = (name: string) => accounts.find(({ account }: any) => account === name).balance
  expect(balance('freight')).toBeGreaterThanOrEqual(180)
  expect(balance('courier')).toBe(-balance('freight'))
  for (const [wrong, words] of [
    ['AWB,Date\n1,2\n', 'weight, freight missing'],
    [`${billHeading}\n`, 'no rows'],
    [`${billHeading}\n"`, 'not a valid CSV'],
    [
      'AWB,Tracking ID,Date,Applied Weight (KG),Freight\n1,1,2,3,4\n',
      '"AWB" and "Tracking ID" may both be the awb',
    ],
    ['AWB,Date,Applied Weight,Charged Weight,Freight\n1,2,3,4,5\n', '"Applied Weight" and "Charged Weight"'],
    ['AWB,Date,Applied Weight (g),Freight\n1,2,3,4\n', '"Applied Weight (g)" is not in kg'],
    [
      courierBill(...Array.from({ length: 1_001 }, (_, i) => `AWB${i},x,2026-01-01,1,1,0`)),
      'more than 1000 rows',
    ],
  ] as const) {
    const { status, body } = await uploadBill(admin, wrong)
    expect([status, body.msg]).toEqual([400, expect.stringContaining(words)])
  }
})

test('a bill whose cells could mean two things is refused by row and column', async () => {
  const read = async (cells: string) =>
    (await uploadBill(admin, `AWB,Date,Charged Weight,Freight\nAWB1,${dayAgo(1)},${cells}\n`, false)).body
      .rows[0].text
  expect(await read('500,42')).toContain(
    '"500" in "Charged Weight" has no unit: please name the column "Charged',
  )
  expect(await read('500 g,42')).toContain('"500 g" in "Charged Weight" is not a weight in kg')
  expect(await read('"0,5 kg",42')).toContain('"0,5 kg" in "Charged Weight" is not a weight in kg')
  for (const amount of ['1,50', '1,2345', '10,00', ',50'])
    expect(await read(`0.5 kg,"${amount}"`)).toContain(`"${amount}" in "Freight" is not an amount in rupees`)
  for (const amount of ['1,042.50', '1,00,000', '100,000', 'Rs. 42'])
    expect(await read(`0.5 kg,"${amount}"`)).toBe('No parcel of ours has this air waybill.')
})

test(
  'the bill of the sandbox’s courier has the way back of a parcel and the weight that it found',
  nightly('The bill of the stand-in. Rows of a bill are read and refused in the test above each time.'),
  async () => {
    const orderId = await sellWeighed(shop, seller, 0.9)
    await moveParcel(shop, orderId, { status: 'RTO' })
    const response = await shop.client().request('/sandbox/courier/bill.csv', {})
    const csv = await response.text()
    const own = csv.split('\n').filter((line) => line.startsWith('AWB') || line.includes(orderId))
    const { body } = await uploadBill(admin, own.join('\n'))
    expect(body).toMatchObject({ booked: 1, refused: 0 })
    expect((await costOf(shop, orderId)).freight).toBe(2 * (4_248 + 3_540))
    expect(await weightOf(seller, orderId)).toMatchObject({ appliedGrams: 900, charge: 30 })
  },
)

test(
  'what brings a return back is freight of the shop, whatever the buyer packed, and no charge of the seller',
  nightly('One more kind of parcel. What a parcel to a buyer is charged is proved above each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller)
    const { awb } = await returnOf(shop, await received(shop, seller, sale))
    const [row] = (await uploadBill(admin, courierBill(`${awb},x,${dayAgo(0)},5,388.80,`))).body.rows
    expect(row).toMatchObject({
      outcome: 'booked',
      text: 'Freight ₹388.80. Weight 5 kg, which no seller pays.',
    })
    expect((await costOf(shop, sale.orderId)).freight).toBe(38_880)
    expect(await weightOf(seller, sale.orderId)).toBeUndefined()
  },
)

test('what its seller packed heavier than the products is charged as the courier weighs it', async () => {
  const { orderId } = await sellBooked(shop, seller)
  await shop.db.query(sql`
    update shipment set weight_grams = 1200 where id = (select id from order_shipment where order_id = ${orderId})`)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  await weighAgain(shop, orderId, heavy)
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced', packedGrams: 20, charge: 70 })
})

test('a weight that the bill knows before the courier says that it has the parcel is compared then', async () => {
  const { orderId } = await sellBooked(shop, seller)
  const [row] = (await uploadBill(admin, courierBill(`${await awbOf(shop, orderId)},x,${dayAgo(0)},1.2,99,`)))
    .body.rows
  expect(row.text).toContain('which no seller pays')
  await moveParcel(shop, orderId, { status: 'Shipped' })
  expect(await weightOf(seller, orderId)).toMatchObject({ state: 'announced', charge: 70 })
})
