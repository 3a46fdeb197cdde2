/** What happens to an order between two steps of a booking: nothing is assigned and nobody comes for what must not be sent. */
// @module-tag nightly: The moments between two steps. goods-not-sent.test.ts and cancel-order.test.ts prove each time what is not sent.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelPieces, parcelsAt, untilCancelledThere } from '../../../tests/setup/cancelling.ts'
import { fraud, paymentOf, raiseDispute, untilDispute } from '../../../tests/setup/disputes.ts'
import { parcelOf, sweepDueParcels, untilNoneBooks } from '../../../tests/setup/parcels.ts'
import { sellOne, type Sale } from '../../../tests/setup/sales.ts'
import type { Seller } from '../../../tests/setup/sellers.ts'
import type { TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import type { Courier } from '../../platform/providers/courier/provider.ts'

let shop: TestShop
let seller: Seller
let calls: Pick<Courier, 'createParcel' | 'assignAirwaybill' | 'requestPickup'>
withShop({ courier: true }, (made) => void ({ shop, seller } = made))
beforeEach(() => void (calls = { ...shop.running.shop.courier }))
afterEach(() => void Object.assign(shop.running.shop.courier, calls))

/** Sells one thing; `between` happens to the sale after the courier's answer to this call and before the shop has it. */
async function sellAnd(
  call: 'createParcel' | 'assignAirwaybill',
  between: (sale: Sale) => Promise<unknown>,
): Promise<{ sale: Sale; later: string[] }> {
  const { courier } = shop.running.shop
  const sold = Promise.withResolvers<Sale>()
  const done = Promise.withResolvers<void>()
  const later: string[] = []
  for (const name of ['assignAirwaybill', 'requestPickup'] as const)
    courier[name] = async (id: string): Promise<never> => {
      later.push(name)
      return (await calls[name](id)) as never
    }
  const ask = courier[call] as (sent: unknown) => Promise<unknown>
  Object.assign(courier, {
    [call]: async (sent: unknown) => {
      const made = await ask(sent)
      await between(await sold.promise)
      done.resolve()
      return made
    },
  })
  const sale = await sellOne(shop, seller, { units: 4 })
  sold.resolve(sale)
  await done.promise
  return { sale, later }
}

test('a parcel that is disputed while it gets its air waybill is not fetched', async () => {
  const { sale, later } = await sellAnd('assignAirwaybill', async ({ orderId }) => {
    const paymentId = await paymentOf(shop, orderId)
    await raiseDispute(shop, paymentId, { reason_code: fraud })
    await untilDispute(shop, paymentId, 'open')
  })
  await untilNoneBooks(shop)
  expect(await parcelOf(shop, sale.orderId)).toMatchObject({
    awb: expect.any(String),
    labelUrl: null,
    attention: expect.stringMatching(/bank disputes the payment/),
  })
  expect(later).toEqual(['assignAirwaybill'])
})

test('a parcel that is cancelled while the courier makes it gets no air waybill', async () => {
  const { sale, later } = await sellAnd('createParcel', async (sold) =>
    expect((await cancelPieces(sold)).status).toBe(200),
  )
  await untilNoneBooks(shop)
  await sweepDueParcels(shop, sale.orderId)
  await untilCancelledThere(shop, sale.orderId)
  expect(later).toEqual([])
  expect((await parcelsAt(shop, sale.orderId)).filter(({ cancelled }) => !cancelled)).toEqual([])
})
