/** Of fifty concurrent decisions about one exchange, exactly one succeeds: one replacement or one refund. */
// @module-tag nightly: Races of fifty. checkout/race.test.ts proves races for stock and money each time, exchange-money.test.ts the decisions.
import { expect, test } from 'vitest'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import { fifty } from '../../../tests/setup/fifty.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { customerWithCart, putInCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { moveParcel, untilBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import {
  asked,
  decideReturn,
  exchange,
  postReturn,
  moveReturnParcel,
  received,
  replacementOf,
  replacing,
  returnOf,
  sellDelivered,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { continueShipment } from '../shipments/sweep-shipments.ts'
import { applyEvent } from '../shipments/track-shipment.ts'
import { kinds } from './kinds.ts'
import { exchangeReturn } from './exchange-return.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

const post = (id: string, what: string, body?: object) => () => postReturn(seller, id, what, body)
const decide = (id: string, decision: string) => () => decideReturn(admin, id, decision)
const refundsOf = (orderId: string) => shop.db.query(sql`select 1 from refund where order_id = ${orderId}`)

test('sending the replacement against refunding, a dispute, an administrator and the clock: one outcome', async () => {
  for (const round of [1, 2]) {
    const sale = await sellDelivered(shop, seller, { pricePaise: 10_000 * round, units: 4 })
    const id = await received(shop, seller, sale, exchange)
    expect(await unitsOf(shop, sale.productId)).toBe(2)
    const clock = (): Promise<unknown> =>
      exchangeReturn(shop.running.shop, id, { by: 'clock', owner: null, restock: false }).catch(() => null)
    await fifty<unknown>(
      post(id, 'exchange', { restock: false }),
      post(id, 'refund', { restock: false }),
      post(id, 'dispute', { note: 'It was used.' }),
      decide(id, 'refund'),
      clock,
    )
    if ((await returnOf(shop, id)).state === 'disputed') await decide(id, 'exchange')()
    const { state, steps } = await returnOf(shop, id)
    expect(['replacing', 'refunded']).toContain(state)
    // An administrator may also refund what was about to be sent: then there is no replacement any more.
    expect(steps.filter((step: string) => step.startsWith('refunded'))).toHaveLength(
      state === 'refunded' ? 1 : 0,
    )
    expect(await refundsOf(sale.orderId)).toHaveLength(state === 'refunded' ? 1 : 0)
    expect(await unitsOf(shop, sale.productId)).toBe(state === 'refunded' ? 3 : 2)
  }
})

test('the last piece in the stock goes to one of two exchanges, the other one is refunded', async () => {
  const first = await sellDelivered(shop, seller, { units: 3 })
  const buyer = await customerWithCart(shop, [])
  await putInCart(buyer, first.productId)
  const { body } = await buy(shop, buyer)
  const second = { orderId: body[0].id as string, productId: first.productId, buyer }
  await untilBooked(shop, second.orderId)
  await moveParcel(shop, second.orderId, { status: 'Delivered' })
  await untilParcel(shop, second.orderId, (row) => row.status === 'completed')
  const ids = await Promise.all(
    [first, second].map(async ({ buyer: who, orderId }) => asked(who, orderId, exchange)),
  )
  for (const id of ids) {
    await post(id, 'accept')()
    await untilReturn(shop, id, 'pickup-booked')
  }
  await fifty<unknown>(
    ...ids.flatMap((id) => [() => moveReturnParcel(shop, id, 'Delivered'), post(id, 'receive')]),
  )
  const rows = await Promise.all(ids.map(async (id) => untilReturn(shop, id, 'received')))
  expect(new Set(rows.map(({ fellBack }) => fellBack))).toEqual(new Set([null, 'sold-out']))
  expect(await unitsOf(shop, first.productId)).toBe(0)
})

test('delivered, lost, coming back, cancelled by the courier and refunded by an administrator at once: one end', async () => {
  for (const codes of [
    [7, 12, 9],
    [8, 6, 7],
    [6, 18, 9],
  ]) {
    const sale = await sellDelivered(shop, seller, { pricePaise: 15_000, units: 4 })
    const id = await replacing(shop, seller, sale)
    const { shipmentId } = await replacementOf(shop, id)
    await fifty<unknown>(
      ...codes.map(
        (code) => () =>
          applyEvent(shop.running.shop, kinds, shipmentId, { code, words: '', at: new Date() }, 'webhook'),
      ),
      decide(id, 'refund'),
      () => continueShipment(shop.running.shop, kinds, shipmentId),
    )
    const { state, steps } = await eventually(
      () => returnOf(shop, id),
      (row) => ['exchanged', 'refunded'].includes(row.state),
    )
    const ends = steps.filter((step: string) => /^(exchanged|refunded)/.test(step))
    expect(ends).toHaveLength(1)
    expect(await refundsOf(sale.orderId)).toHaveLength(state === 'refunded' ? 1 : 0)
    const { handedOver, stockReturned } = await replacementOf(shop, id)
    expect(stockReturned).toBe(!handedOver)
    expect(await unitsOf(shop, sale.productId)).toBe(stockReturned ? 3 : 2)
  }
})

test('fifty workers book one replacement: the courier has one parcel', async () => {
  const sale = await sellDelivered(shop, seller, { units: 4 })
  const id = await received(shop, seller, sale, exchange)
  await fifty<unknown>(post(id, 'exchange', { restock: true }))
  // Sent once, and the returned pieces are counted once.
  expect(await unitsOf(shop, sale.productId)).toBe(3)
  const { id: replacementId, shipmentId } = await replacementOf(shop, id)
  await fifty<unknown>(() => continueShipment(shop.running.shop, kinds, shipmentId))
  await eventually(
    () => replacementOf(shop, id),
    (row) => row.booked && row.label !== null,
  )
  const { parcels, repeats } = await courierLedger(shop)
  expect(parcels.filter((one: any) => one.id === `X-${replacementId}`)).toHaveLength(1)
  expect(repeats).toBe(0)
})
