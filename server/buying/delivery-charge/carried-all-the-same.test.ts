/** The charge for delivery of what was cancelled, and the courier delivered all the same (docs/money.md, "Delivery"). */
// @module-tag nightly: One parcel of a real courier. delivery-charge.test.ts proves each way of the charge each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelPieces } from '../../../tests/setup/cancelling.ts'
import { chargeForDelivery } from '../../../tests/setup/delivery-charge.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { sellBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  await chargeForDelivery(admin, { charge: 40.01 })
})
afterAll(() => shop.stop())

test('invoice and credit note of what became a sale after its refund have the same charge', async () => {
  const sale = await sellBooked(shop, seller, { units: 4, quantity: 3, isDeliveryCharged: true })
  const { orderId } = sale
  await courierFault(shop, 'shipments.cancel', 'refuse-422', { times: 1_000 })
  expect((await cancelPieces(sale)).status).toBe(200)
  const body = { outcome: 'delivered', reason: 'Both say so.', evidence: 'A photo.' }
  expect((await admin.post(`/public/admin/orders/${orderId}/outcome`, body)).status).toBe(200)
  const documents = await shop.db.query(sql`
    select kind, gross_paise as gross, delivery_paise as delivery from tax_document where order_id = ${orderId}
    order by issued_at`)
  const [invoice, note] = documents
  expect(invoice).toMatchObject({ kind: 'invoice', delivery: 4_001 })
  expect(note).toEqual({ ...invoice, kind: 'credit-note' })
  expect(await brokenInvariants(shop.db)).toEqual([])
})
