/** Refunds of orders against each other, the booking of their parcels and the provider's dashboard: once, and never beside a parcel. */
// @module-tag nightly: Races of twenty. checkout/race.test.ts proves races for money each time, refund-order.test.ts the refund.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { unitsOf } from '../../../tests/setup/products.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { moveParcel, sweepParcels } from '../../../tests/setup/parcels.ts'
import { courierFault } from '../../../tests/setup/providers.ts'
import { refundsAtProvider } from '../../../tests/setup/refunds.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  refundOrder,
  orderWithRefunds,
  untilOrder,
  sweepLater,
  parcelsOfCourier,
  sellCancelled,
  sellUnbookable,
  sellSeveral,
} from '../../../tests/setup/refunded-orders.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
let other: Admin
let seller: Seller
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  other = await addAdmin(shop, undefined, ['support'])
})

describe('races', () => {
  test('twenty requests by two administrators: one refund, one mail, the stock once', async () => {
    const { orderId, productId, buyer } = await sellCancelled(shop, seller, { units: 7 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refundOrder(n % 2 ? admin : other, orderId)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await unitsOf(shop, productId)).toBe(7)
    const { paymentId } = await untilOrder(shop, orderId, (row) => row.refunds[0]?.state === 'processed')
    expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    const [order] = await shop.db.query<{ number: string }>(
      sql`select number from orders where id = ${orderId}`,
    )
    const told = async () =>
      (await shop.mail(buyer.email)).filter(({ text }) => text.includes(`Order: ${order?.number}`))
    expect(await eventually(told, (list) => list.length > 0)).toHaveLength(1)
  })

  test('a refund against the booking of the same parcel: never both, whoever is first', async () => {
    const ends = { refunded: 0, booked: 0 }
    for (let round = 0; round < 12; round += 1) {
      const { orderId } = await sellUnbookable(shop, seller)
      if (round % 3 === 0) await courierFault(shop, 'orders.create', 'slow', { ms: 150 })
      await shop.db.query(
        sql`update shipment set check_at = now() where reference = ${orderId} and withdrawn_at is null`,
      )
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const asked = refundOrder(admin, orderId)
      // The last round lets the refund start first, so that both outcomes occur on a machine of any speed.
      const lead = () => (round === 11 ? asked : wait(round * 3))
      const [answer] = await Promise.all([
        asked,
        lead().then(() => sweepParcels(shop.running.shop)),
        lead().then(() => sweepParcels(shop.running.shop)),
      ])
      await sweepLater(shop, orderId)
      const row = await orderWithRefunds(shop, orderId)
      const parcels = await parcelsOfCourier(shop, orderId)
      const won = answer.status === 200 ? 'refunded' : 'booked'
      ends[won] += 1
      expect({ ...row, parcels: parcels.length, answer: answer.status }).toMatchObject(
        won === 'refunded'
          ? { status: 'refunded', awb: null, checkAt: null, parcels: 0, answer: 200 }
          : { status: 'processing', refunds: [], parcels: 1, answer: 409 },
      )
    }
    expect(ends.refunded).toBeGreaterThan(0)
    expect(ends.booked).toBeGreaterThan(0)
  })

  test('a worker whose lease ends while it waits for the courier does not book an order that was refunded meanwhile', async () => {
    const { orderId } = await sellUnbookable(shop, seller)
    // Its job would take the lease on the parcel, which is ended below, before the refund does. The same holds for a try that
    // is under way or retried.
    await eventually(
      async () => {
        await shop.db.query(
          sql`delete from pgboss.job where name = 'continue-shipment' and state <> 'active'`,
        )
        return shop.db.query(sql`select 1 from pgboss.job where name = 'continue-shipment'`)
      },
      (jobs) => jobs.length === 0,
    )
    // Parcels of the tests before would take the slow response.
    await shop.db.query(sql`
        update shipment set check_at = now() + interval '1 hour' where check_at is not null and reference <> ${orderId}`)
    // It waits for the courier's search; meanwhile its lease ends, and the order is refunded.
    await courierFault(shop, 'orders.search', 'slow', { ms: 5_000 })
    await shop.db.query(
      sql`update shipment set check_at = now(), booking_started_at = now(), from_place = '{}', to_place = '{}', weight_grams = 1
          where reference = ${orderId}`,
    )
    const stuck = sweepParcels(shop.running.shop)
    await eventually(
      () => orderWithRefunds(shop, orderId),
      (row) => row.checkAt > new Date(Date.now() + 60_000),
    )
    // The refund searches, too: the slow response must be the worker's.
    await eventually(
      () => shop.kit('/sandbox/courier/faults', undefined, 'GET'),
      (faults) => faults.length === 0,
    )
    await shop.db.query(sql`
      update shipment set check_at = now() - interval '1 second' where reference = ${orderId}`)
    expect(await refundOrder(admin, orderId)).toMatchObject({ status: 200 })
    await stuck
    await sweepLater(shop, orderId)
    expect(await parcelsOfCourier(shop, orderId)).toEqual([])
    expect(await orderWithRefunds(shop, orderId)).toMatchObject({
      status: 'refunded',
      awb: null,
      checkAt: null,
    })
  })

  test('all lines of one purchase at once: each its own money, together the payment, to the paisa', async () => {
    const { orderIds } = await sellSeveral(shop, 4)
    for (const id of orderIds) await moveParcel(shop, id, { status: 'Cancelled' })
    const answers = await Promise.all(
      orderIds.flatMap((id) => [refundOrder(admin, id), refundOrder(other, id), refundOrder(admin, id)]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    const { paymentId } = await untilOrder(shop, orderIds[0]!, (row) =>
      row.refunds.every(({ state }: any) => state === 'processed'),
    )
    expect(
      (await refundsAtProvider(shop, paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b),
    ).toEqual([10_000, 20_000, 30_000, 40_000])
  })

  test('against refunds in the dashboard at the same moment: never more than was paid, and no order twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orderIds } = await sellSeveral(shop, 2)
      const [small, large] = orderIds as [string, string]
      for (const id of orderIds) await moveParcel(shop, id, { status: 'Cancelled' })
      const { paymentId } = await orderWithRefunds(shop, small)
      const amount = [undefined, 10_000, 25_000, 5_000][round]
      await Promise.all([
        refundOrder(admin, small),
        shop.kit(`/sandbox/payments/refunds/${paymentId}`, amount ? { amount } : {}).catch(() => null),
        refundOrder(admin, large),
      ])
      await eventually(
        async () => {
          // An amount that no order explains waits for a person, and so do the other refunds.
          const { body: late } = await admin.get(`/public/admin/refunds?q=${paymentId}`)
          for (const { id, attention } of late)
            if (attention === 'unmatched')
              await admin.post(`/public/admin/refunds/${id}/answer`, { answer: 'gift', note: 'A gift.' })
          return orderWithRefunds(shop, small)
        },
        ({ refunds }) => refunds.every(({ state }: any) => state === 'processed' || state === 'replaced'),
      )
      const moved = (await refundsAtProvider(shop, paymentId)).filter(({ status }) => status !== 'failed')
      expect(moved.reduce((sum, one) => sum + one.amount, 0)).toBe(30_000)
      expect([
        (await orderWithRefunds(shop, small)).status,
        (await orderWithRefunds(shop, large)).status,
      ]).toEqual(['refunded', 'refunded'])
    }
  })
})
