/** What a dispute or a refund does to goods at each step of their booking, to replacements and to returns. */
// @module-tag nightly: Every step in turn. goods-not-sent.test.ts proves each time that a disputed parcel is not booked.
import { beforeEach, describe, expect, test } from 'vitest'
import { cartOf, create, eventually, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import { makeReturnsDue } from '../../../tests/setup/clock.ts'
import {
  disputeOrder,
  fraud,
  listedAs,
  notAsDescribed,
  paymentOf,
  raiseDispute,
  sellDisputed,
  untilDispute,
  waitsForBank,
} from '../../../tests/setup/disputes.ts'
import {
  moveParcel,
  parcelOf,
  parcelsAtCourier,
  sellBooked,
  sweepDueParcels,
  untilParcel,
  sweepParcels,
  untilSwept,
} from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart, unitsOf } from '../../../tests/setup/products.ts'
import { courierFault, stopCourierFaults } from '../../../tests/setup/providers.ts'
import {
  letClockRunOut,
  moveReplacement,
  received,
  replacementOf,
  replacing,
  returnOf,
  sellDelivered,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import { type Sale, sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { compareDisputes } from '../../money/disputes/import-dispute.ts'
import { sweepReturns } from '../returns/sweep-returns.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

test('a parcel whose whole payment is refunded at the provider before it is booked is never booked, and no money goes back twice', async () => {
  await courierFault(shop, '*', 'error-500', { times: 1_000 })
  const { orderId, productId } = await sellOne(shop, seller, { pricePaise: 149_00, quantity: 3, units: 9 })
  const paymentId = await paymentOf(shop, orderId)
  await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 447_00 })
  const refunds = () =>
    shop.db.query<{ state: string; paise: number }>(
      sql`select state, amount_paise as paise from refund where payment_id = ${paymentId}`,
    )
  await eventually(refunds, ([one]) => one?.state === 'processed')
  await stopCourierFaults(shop)
  await untilSwept(shop, orderId, ({ status, labelUrl }) => status === 'refunded' || labelUrl !== null)
  expect(await parcelsAtCourier(shop, orderId)).toEqual([])
  expect(await unitsOf(shop, productId)).toBe(9)
  expect(await refunds()).toEqual([{ state: 'processed', paise: 447_00 }])
})

test('a parcel of a payment that was disputed before the shop knew it is not booked', async () => {
  const buyer = await customerWithCart(shop, [await addProduct(shop, { seller })])
  const items = await cartOf(buyer)
  await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
  const paid = await pay(shop, (await startPaying(buyer)).body)
  await raiseDispute(shop, paid.razorpay_payment_id, { reason_code: fraud, webhooks: 'none' })
  await compareDisputes(shop.running.shop, new Date())
  expect((await verify(buyer, paid)).status).toBe(200)
  const { id: orderId } = (await create(buyer, items)).body[0]
  await sweepDueParcels(shop, orderId)
  await untilParcel(shop, orderId, ({ attention, labelUrl }) => attention !== null || labelUrl !== null)
  expect(await parcelsAtCourier(shop, orderId)).toEqual([])
  await compareDisputes(shop.running.shop, new Date())
  await untilDispute(shop, paid.razorpay_payment_id, 'open')
  await sweepDueParcels(shop, orderId)
  expect(await parcelOf(shop, orderId)).toMatchObject({
    awb: null,
    attention: expect.stringMatching(waitsForBank),
  })
})

describe('a parcel of a payment that is disputed before it is booked', () => {
  test.for([
    ['it has an air waybill already', ['pickup', 'label']],
    ['its pickup is requested already', ['label']],
  ] as const)('gets no label when %s', async ([, failing]) => {
    for (const step of failing) await courierFault(shop, step, 'error-500', { times: 1_000 })
    const { orderId } = await sellOne(shop, seller)
    const requested = () =>
      shop.db.query(sql`
          select from shipment_line l join shipment s on s.id = l.shipment_id
          where l.order_id = ${orderId} and s.pickup_requested_at is not null`)
    await untilParcel(shop, orderId, ({ awb }) => awb !== null)
    if (failing.length === 1) await eventually(requested, (rows) => rows.length === 1)
    const { end } = await disputeOrder(shop, { orderId }, fraud)
    await stopCourierFaults(shop)
    for (let sweeps = 0; sweeps < 2; sweeps += 1) await sweepDueParcels(shop, orderId)
    expect(await parcelOf(shop, orderId)).toMatchObject({
      labelUrl: null,
      attention: expect.stringMatching(waitsForBank),
    })
    expect(await requested()).toHaveLength(2 - failing.length)
    await end('won')
    await untilSwept(shop, orderId, ({ labelUrl }) => labelUrl !== null)
  })

  test('stops between two steps of its booking', async () => {
    await courierFault(shop, 'awb', 'error-500', { times: 1_000 })
    const sale = await sellOne(shop, seller, { pricePaise: 149_00 })
    await untilSwept(shop, sale.orderId, ({ shipmentId }) => shipmentId !== null)
    const { end } = await disputeOrder(shop, sale, fraud)
    await stopCourierFaults(shop)
    await sweepDueParcels(shop, sale.orderId)
    expect(await parcelOf(shop, sale.orderId)).toMatchObject({
      awb: null,
      attention: expect.stringMatching(waitsForBank),
    })
    await end('closed')
    await untilSwept(shop, sale.orderId, ({ awb, labelUrl }) => awb !== null && labelUrl !== null)
  })

  test('is tried again by itself when the courier fails after a dispute of two months', async () => {
    const { orderId, end } = await sellDisputed(shop, seller)
    await end('won')
    await shop.db.query(
      sql`update orders set created_at = created_at - interval '60 days' where id = ${orderId}`,
    )
    await courierFault(shop, '*', 'error-500', { times: 1_000 })
    await sweepDueParcels(shop, orderId)
    await stopCourierFaults(shop)
    const row = await untilSwept(shop, orderId, ({ awb, labelUrl }) => awb !== null && labelUrl !== null)
    expect(row.attention).toBeNull()
  })
})

test('a parcel of which nothing is paid any more is not sent: its order ends', async () => {
  await courierFault(shop, '*', 'error-500', { times: 1_000 })
  const { orderId, productId } = await sellOne(shop, seller, { pricePaise: 149_00, units: 5 })
  const whole = { amount: 149, bears: 'shop', left: 149, note: 'The buyer does not want it any more.' }
  expect((await admin.post(`/public/admin/orders/${orderId}/refund-part`, whole)).status).toBe(200)
  await stopCourierFaults(shop)
  const row = await untilSwept(shop, orderId, ({ status }) => status !== 'pending')
  expect(row).toMatchObject({ status: 'refunded', awb: null, checkAt: null })
  expect(await unitsOf(shop, productId)).toBe(5)
})

describe('a replacement', () => {
  const back = async () => {
    const sale = await sellDelivered(shop, seller, { pricePaise: 149_00, quantity: 1, units: 5 })
    return { ...sale, id: await received(shop, seller, sale, { wanted: 'exchange' }) }
  }
  /** Its booking was begun, and no courier has taken it. */
  const begun = async () => {
    const sale = await back()
    await courierFault(shop, '*', 'error-500', { times: 1_000 })
    expect((await seller.post(`/private/returns/${sale.id}/exchange`, { restock: false })).status).toBe(200)
    return sale
  }
  const sweep = async () => {
    await makeReturnsDue(shop)
    await sweepReturns(shop.running.shop)
    await sweepParcels(shop.running.shop)
  }
  const earnings = async () => (await seller.get('/private/earnings')).body
  const refundedOf = async ({ orderId }: Sale) => {
    const [row] = await shop.db.query<{ paise: number }>(
      sql`select refunded_paise as paise from orders where id = ${orderId}`,
    )
    return row?.paise
  }

  test('is not sent by the clock while the bank disputes the payment; lost, the buyer has the money and nothing else', async () => {
    const sale = await back()
    const { end } = await disputeOrder(shop, sale, notAsDescribed)
    await letClockRunOut(shop, sale.id)
    expect((await returnOf(shop, sale.id)).state).toBe('received')
    expect((await seller.post(`/private/returns/${sale.id}/exchange`, { restock: false })).status).toBe(409)
    expect((await listedAs({ seller, admin }, sale.orderId)).admin.needsAttention).toMatch(waitsForBank)
    expect((await listedAs({ seller, admin }, sale.orderId)).seller.statusNote).toMatch(/keep the goods/)
    await end('lost')
    await letClockRunOut(shop, sale.id)
    expect(await returnOf(shop, sale.id)).toMatchObject({
      state: 'refunded',
      fellBack: 'shop',
      refundPaise: 0,
    })
    expect(await replacementOf(shop, sale.id)).toMatchObject({
      ended: true,
      stockReturned: true,
      booked: false,
    })
    expect(await refundedOf(sale)).toBe(149_00)
    expect((await parcelOf(shop, sale.orderId)).attention).toBeNull()
  })

  test('is sent by the clock after the dispute is won', async () => {
    const sale = await back()
    const { end } = await disputeOrder(shop, sale, notAsDescribed)
    await letClockRunOut(shop, sale.id)
    await end('won')
    await letClockRunOut(shop, sale.id)
    await eventually(
      () => replacementOf(shop, sale.id),
      (row) => row.booked && row.label !== null,
    )
    expect((await parcelOf(shop, sale.orderId)).attention).toBeNull()
  })

  test('whose booking was begun waits during the dispute, however long, and is sent when it is won', async () => {
    const sale = await begun()
    const { end } = await disputeOrder(shop, sale, notAsDescribed)
    await stopCourierFaults(shop)
    await shop.db.query(sql`
      update return_request set updated_at = updated_at - interval '9 days', due_at = now() - interval '2 days' where id = ${sale.id}`)
    await makeReturnsDue(shop)
    await sweep()
    expect(await replacementOf(shop, sale.id)).toMatchObject({ awb: null, booked: false, ended: false })
    expect((await parcelOf(shop, sale.orderId)).attention).toMatch(waitsForBank)
    await end('won')
    await eventually(
      async () => {
        await sweep()
        return replacementOf(shop, sale.id)
      },
      (row) => row.booked && row.label !== null,
    )
    expect((await parcelOf(shop, sale.orderId)).attention).toBeNull()
  })

  test('whose booking was begun ends as a refund of nothing once the bank has taken the money', async () => {
    const sale = await begun()
    const { end } = await disputeOrder(shop, sale, notAsDescribed)
    await end('lost')
    await stopCourierFaults(shop)
    await eventually(
      async () => {
        await sweep()
        return returnOf(shop, sale.id)
      },
      (row) => row.state === 'refunded',
    )
    expect(await replacementOf(shop, sale.id)).toMatchObject({
      booked: false,
      ended: true,
      stockReturned: true,
    })
    expect(await refundedOf(sale)).toBe(149_00)
  })

  test('that waits for its courier is not sent after an administrator refunded the whole amount', async () => {
    const sale = await begun()
    const whole = { amount: 149, bears: 'seller', left: 149, note: 'x' }
    expect((await admin.post(`/public/admin/orders/${sale.orderId}/refund-part`, whole)).status).toBe(200)
    await stopCourierFaults(shop)
    await eventually(
      async () => {
        await sweep()
        return returnOf(shop, sale.id)
      },
      (row) => row.state === 'refunded',
    )
    expect(await replacementOf(shop, sale.id)).toMatchObject({ booked: false, ended: true })
    expect((await earnings()).onHold).toBe(0)
  })

  test('that is booked and not fetched is cancelled when the money is gone; one that is on its way is not', async () => {
    const [waiting, moving] = [
      await sellDelivered(shop, seller, { pricePaise: 149_00, units: 5 }),
      await sellDelivered(shop, seller, { pricePaise: 149_00, units: 5 }),
    ]
    const ids = [await replacing(shop, seller, waiting), await replacing(shop, seller, moving)] as const
    await moveReplacement(shop, ids[1], 'Shipped')
    await untilReturn(shop, ids[1], 'sent')
    for (const sale of [waiting, moving]) await (await disputeOrder(shop, sale, notAsDescribed)).end('lost')
    await sweep()
    expect((await returnOf(shop, ids[0])).state).toBe('refunded')
    expect((await returnOf(shop, ids[1])).state).toBe('sent')
    expect(await replacementOf(shop, ids[0])).toMatchObject({ ended: true, stockReturned: true })
  })
})

test('what the courier has already goes on during a dispute', async () => {
  const sale = await sellBooked(shop, seller, { pricePaise: 149_00 })
  await moveParcel(shop, sale.orderId, { status: 'Shipped' })
  await disputeOrder(shop, sale, fraud)
  await sweepDueParcels(shop, sale.orderId)
  await moveParcel(shop, sale.orderId, { status: 'Delivered' })
  const row = await eventually(
    () => parcelOf(shop, sale.orderId),
    ({ status }) => status === 'completed',
  )
  expect(row.attention).toBeNull()
})

test('a return that the clock refunds during a dispute: the buyer reads that the money waits for the bank', async () => {
  const sale = await sellDelivered(shop, seller, { pricePaise: 149_00, quantity: 1, units: 5 })
  const id = await received(shop, seller, sale)
  const { end } = await disputeOrder(shop, sale, notAsDescribed)
  await letClockRunOut(shop, id)
  await untilReturn(shop, id, 'refunded')
  const mail = await eventually(
    async () =>
      (await shop.mail(sale.buyer.email)).find(({ subject }) =>
        subject.startsWith('Your return is refunded'),
      ),
    (found) => found !== undefined,
  )
  expect(mail?.text).toMatch(/₹149\.00[^]*waits until the bank has\s+decided/)
  expect(mail?.text).not.toMatch(/5 to 7 working days/)
  await end('won')
})
