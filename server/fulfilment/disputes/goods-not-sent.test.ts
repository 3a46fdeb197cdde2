/** Goods leave only while they are paid and no bank disputes the payment: every call that sends them asks. */
import { beforeEach, describe, expect, test } from 'vitest'
import { fraud, moveDispute, paymentOf, raiseDispute, untilDispute } from '../../../tests/setup/disputes.ts'
import { parcelOf, parcelsAtCourier, sweepDueParcels, untilSwept } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, stopCourierFaults } from '../../../tests/setup/providers.ts'
import { orderCard } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

async function dispute({ orderId }: { orderId: string }, reason_code: string) {
  const paymentId = await paymentOf(shop, orderId)
  await raiseDispute(shop, paymentId, { reason_code })
  await untilDispute(shop, paymentId, 'open')
  const end = async (state: 'won' | 'lost' | 'closed') => {
    await moveDispute(shop, paymentId, state)
    await untilDispute(shop, paymentId, state)
  }
  return { end }
}

const waits = /^The buyer's bank disputes the payment/
const listed = async (orderId: string) => {
  const of = (rows: any[]) => rows.find(({ id }) => id === orderId)
  return {
    seller: of((await seller.get('/private/order/get/seller')).body),
    admin: of((await admin.get('/public/admin/all-orders?attention=yes')).body),
  }
}

describe('a parcel of a payment that is disputed before it is booked', () => {
  const unbooked = async () => {
    await courierFault(shop, '*', 'error-500', { times: 1_000 })
    const sale = await sellOne(shop, seller, { pricePaise: 149_00, quantity: 3, units: 9 })
    const disputed = await dispute(sale, fraud)
    await stopCourierFaults(shop)
    for (let sweeps = 0; sweeps < 2; sweeps += 1) await sweepDueParcels(shop, sale.orderId)
    expect(await parcelsAtCourier(shop, sale.orderId)).toEqual([])
    return { ...sale, ...disputed }
  }

  test('is not booked; seller, buyer and administrator read why, and it goes on by itself once the dispute is won', async () => {
    const { orderId, buyer, end } = await unbooked()
    expect(await parcelOf(shop, orderId)).toMatchObject({
      status: 'pending',
      awb: null,
      attention: expect.stringMatching(waits),
    })
    const shown = await listed(orderId)
    expect(shown.seller.statusNote).toMatch(/bank disputes the payment .*keep the goods/)
    expect(shown.admin.needsAttention).toMatch(waits)
    expect((await orderCard(buyer, orderId)).statusNote).toMatch(/^Your bank disputes the payment/)
    await end('won')
    const row = await untilSwept(shop, orderId, ({ awb, labelUrl }) => awb !== null && labelUrl !== null)
    expect(row.attention).toBeNull()
    expect((await listed(orderId)).seller.statusNote).toBeNull()
  })

  test('is never booked when the dispute is lost: the order is cancelled and its pieces are in the stock again', async () => {
    const { orderId, productId, end } = await unbooked()
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
