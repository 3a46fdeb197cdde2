/** A seller's data for GSTR-1 with coupons and a charge for delivery, computed by hand (docs/money.md, Coupons, Delivery). */
// @module-tag nightly: gstr1.test.ts proves each column each time, coupon-money.test.ts the amounts of the invoices.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { cartOf, create, pay, verify } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { addSellersCoupon, addShopsCoupon, chooseCoupon } from '../../../tests/setup/coupons.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { tellCourierCode } from '../../../tests/setup/hand-over.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, putInCart, testAddress } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { takeBack } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
const gstin = (first14: string) => first14 + gstCheckCharacter(first14)
beforeAll(async () => {
  await awayFrom('midnight')
  shop = await startTestShop()
  seller = await addSeller(shop, { GSTNumber: gstin('08AAGCB7383J1Z'), state: 'Rajasthan' })
  const admin = await addAdmin(shop)
  await addSellersCoupon(seller, 'SELLER10')
  await addShopsCoupon(admin, 'SHOP10')
  await chargeForDelivery(admin, { charge: 23.6 })
})
afterAll(() => shop.stop())

/** Two pieces of ₹118.00 with 10 % off, and ₹23.60 for delivery: the buyer pays ₹236.00. Handed over at once. */
async function sold(coupon: string, business?: object, state = 'Rajasthan'): Promise<string> {
  const { id } = await addProduct(shop, { seller, pricePaise: 11_800 })
  await shop.db.query(sql`update product set hsn_code = '3307' where id = ${id}`)
  const buyer = await shop.customer()
  await buyer.post('/private/address/add', { ...testAddress, state })
  await putInCart(buyer, id, 2)
  await chooseCoupon(buyer, coupon)
  const items = await cartOf(buyer)
  const asked = { amountInPaise: 23_600, ...(business && { business }) }
  const { body: payment } = await buyer.post('/private/order/payment', asked)
  await verify(buyer, await pay(shop, payment))
  const { body } = await create(buyer, items)
  await tellCourierCode(shop, body[0].id, 6)
  return body[0].id
}

async function part(name: string): Promise<string[]> {
  const month = dayOf(new Date()).slice(0, 7)
  const { status, body } = await seller.get<string>(`/private/seller/gstr1/${month}?part=${name}`)
  expect(status).toBe(200)
  return body.replaceAll('"', '').trim().split('\r\n').slice(1)
}

test('supplies are the discounted price of what the seller bears, with the charge for delivery', async () => {
  const business = { name: 'Rao Trading', gstin: gstin('08AABCU9603R1Z') }
  // The seller bears the discount: ₹236.00 is ₹200.00 and 18 %.
  const toBusiness = await sold('SELLER10', business)
  // The shop bears it: the sale is ₹259.60, that is ₹220.00 and 18 %.
  const toConsumer = await sold('SHOP10')
  // Half of it comes back.
  await takeBack(shop, toBusiness, { units: 1, cause: 'returned' })
  const b2b = await part('b2b')
  expect(b2b).toHaveLength(1)
  expect(b2b[0]).toContain(`${business.gstin},Rao Trading,`)
  expect(b2b[0]).toContain(',236,08-Rajasthan,N,,Regular B2B,,18,200,0')
  expect((await part('cdnr'))[0]).toContain(',118,,18,100,0')
  expect(await part('b2cs')).toEqual(['OE,08-Rajasthan,,18,220,0,'])
  expect(await part('hsn')).toEqual([
    'B2B,3307,NOS,1,118,18,100,0,9,9,0',
    'B2C,3307,NOS,2,259.6,18,220,0,19.8,19.8,0',
  ])
  // Of what came back wholly within the month there is no line.
  await takeBack(shop, toBusiness, { units: 1, cause: 'returned' })
  expect(await part('hsn')).toEqual(['B2C,3307,NOS,2,259.6,18,220,0,19.8,19.8,0'])
  await takeBack(shop, toConsumer, { units: 2, cause: 'returned' })
  for (const name of ['hsn', 'b2cs']) expect(await part(name)).toEqual([])
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('what comes back from one state for as much as is sold in another leaves both taxes', async () => {
  seller = await addSeller(shop, { GSTNumber: gstin('08AAGCB7383J2Z'), state: 'Rajasthan' })
  const elsewhere = await sold('SHOP10', undefined, 'Kerala')
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(
      sql`update tax_document set issued_on = issued_on - interval '1 month' where order_id = ${elsewhere}`,
    )
  })
  await takeBack(shop, elsewhere, { units: 2, cause: 'returned' })
  expect(await part('hsn')).toEqual(['B2C,3307,NOS,-2,-259.6,18,-220,-39.6,0,0,0'])
  await sold('SHOP10')
  expect(await part('b2cs')).toEqual(['OE,08-Rajasthan,,18,220,0,', 'OE,32-Kerala,,18,-220,0,'])
  expect(await part('hsn')).toEqual(['B2C,3307,NOS,0,0,18,0,-39.6,19.8,19.8,0'])
  expect(await brokenInvariants(shop.db)).toEqual([])
})
