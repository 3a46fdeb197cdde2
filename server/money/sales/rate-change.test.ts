/** A purchase has the rates of the day on which it was made, also when it is handed over later (docs/money.md, Rates). */
// @module-tag nightly: A month with every rate changed. sales.test.ts proves each time that an order has the rates of its day.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awayFrom, passMidnight } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, delivered, takeBack } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  // The new rates begin on the day after today.
  await awayFrom('midnight')
  shop = await startTestShop()
  admin = await addAdmin(shop)
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

/** Three pieces of ₹149.00 without an HSN code, between states, in a parcel of 375 g. */
const buyThree = async () =>
  (await sellOne(shop, seller, { pricePaise: 14_900, quantity: 3, units: 10 })).orderId
const earningsOf = async (orderId: string) => (await seller.get(`/private/earnings/orders/${orderId}`)).body

const before = {
  gross: 447,
  taxable: 378.81,
  gst: 68.19,
  commission: 44.7,
  shipping: 50,
  gstOnFees: 17.05,
  tcs: 1.89,
  tds: 0.45,
  net: 332.91,
  rates: { commission: 10, gstOnFees: 18, tcs: 0.5, tds: 0.1, gst: 18 },
}
// 447 × 5 / 105 is 21.286; 20 % of 447.00 is 89.40; 12 % of 149.40 is 17.928; 1 % of 425.71 is 4.257 and of 447.00 4.47.
const after = {
  gross: 447,
  taxable: 425.71,
  gst: 21.29,
  commission: 89.4,
  shipping: 60,
  gstOnFees: 17.93,
  tcs: 4.26,
  tds: 4.47,
  net: 270.94,
  rates: { commission: 20, gstOnFees: 12, tcs: 1, tds: 1, gst: 5 },
}

test('a purchase before a change of all rates keeps the old ones, one after it has the new ones', async () => {
  const from = dayAgo(-1)
  for (const [kind, body] of [
    ['commission', { rate: 20 }],
    ['shipping', { upToGrams: 500, base: 60, furtherKg: 0 }],
    ['levies', { levy: 'gst-on-fees', rate: 12 }],
    ['levies', { levy: 'tcs', rate: 1 }],
    ['levies', { levy: 'tds', rate: 1 }],
    ['gst', { hsnPrefix: '', rate: 5 }],
  ] as const)
    expect((await admin.post(`/public/admin/rates/${kind}`, { ...body, from })).status).toBe(200)
  // One is handed over on its day, the other one after the change.
  const [early, late] = [await buyThree(), await buyThree()]
  await delivered(shop, early)
  expect(await earningsOf(early)).toMatchObject(before)
  await passMidnight(shop)
  const next = await buyThree()
  for (const order of [late, next]) await delivered(shop, order)
  expect(await earningsOf(early)).toMatchObject(before)
  expect(await earningsOf(late)).toMatchObject(before)
  expect(await earningsOf(next)).toMatchObject(after)
  // Reversals are calculated with the rates of their sale.
  for (const order of [late, next]) await takeBack(shop, order, { units: 3, cause: 'returned' })
  // Left are the parcels: 50.00 with 18 % of the old fees, and 60.00 with 12 % of the new ones.
  expect((await earningsOf(late)).net).toBe(-59)
  expect((await earningsOf(next)).net).toBe(-67.2)
  expect(await brokenInvariants(shop.db)).toEqual([])
})
