/** Goods leave only while they are paid and no bank disputes the payment: every call that sends them asks. */
import { beforeEach, describe, expect, test } from 'vitest'
import { listedAs, sellDisputed, waitsForBank } from '../../../tests/setup/disputes.ts'
import { parcelOf, parcelsAtCourier, sweepDueParcels, untilSwept } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

describe('a parcel of a payment that is disputed before it is booked', () => {
  test('is not booked; seller, buyer and administrator read why, and it goes on by itself once the dispute is won', async () => {
    const { orderId, buyer, end } = await sellDisputed(shop, seller)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'pending',
      awb: null,
      attention: expect.stringMatching(waitsForBank),
    })
    const shown = await listedAs({ seller, admin }, orderId)
    expect(shown.seller.statusNote).toMatch(/bank disputes the payment .*keep the goods/)
    expect(shown.admin.needsAttention).toMatch(waitsForBank)
    expect((await orderCard(buyer, orderId)).statusNote).toMatch(/^Your bank disputes the payment/)
    await end('won')
    const row = await untilSwept(shop, orderId, ({ awb, labelUrl }) => awb !== null && labelUrl !== null)
    expect(row.attention).toBeNull()
    expect((await listedAs({ seller, admin }, orderId)).seller.statusNote).toBeNull()
  })

  test('is never booked when the dispute is lost: the order is cancelled and its pieces are in the stock again', async () => {
    const { orderId, productId, end } = await sellDisputed(shop, seller)
    await end('lost')
    await sweepDueParcels(shop, orderId)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'refunded',
      awb: null,
      attention: null,
      checkAt: null,
    })
    expect(await parcelsAtCourier(shop, orderId)).toEqual([])
    expect(await unitsOf(shop, productId)).toBe(9)
  })
})
