/** Refunds of orders beside refunds that were made at the provider: together what the orders cost. */
// @module-tag nightly: Six mixtures. unmatched-refunds.test.ts proves refunds made at the provider each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { moveParcel } from '../../../tests/setup/parcels.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { type Seller } from '../../../tests/setup/sellers.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { refundsAtProvider } from '../../../tests/setup/refunds.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  refundOrder,
  orderWithRefunds,
  untilOrder,
  sweepLater,
  parcelsOfCourier,
  sellUnbookable,
  sellSeveral,
} from '../../../tests/setup/refunded-orders.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop, admin, seller } = made))

describe('together with refunds made at the provider', () => {
  test('without any webhook: the refund of the same amount is found, not made again', async () => {
    await shop.kit('/sandbox/payments/webhooks', { mode: 'off' })
    const { orderIds } = await sellSeveral(shop, 2)
    const [small] = orderIds as [string, string]
    const { paymentId } = await orderWithRefunds(shop, small)
    await moveParcel(shop, small, { status: 'Cancelled' })
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 10_000 })
    await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
    expect((await refundOrder(admin, small)).status).toBe(200)
    await untilOrder(shop, small, ({ refunds }) => refunds[0]?.state !== 'scheduled')
    expect((await orderWithRefunds(shop, small)).refunds).toMatchObject([{ orderId: small, amount: 10_000 }])
    expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
  })

  test('the whole payment: the orders end without another paisa', async () => {
    const { orderIds } = await sellSeveral(shop, 2)
    const { paymentId } = await orderWithRefunds(shop, orderIds[0]!)
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, {})
    for (const id of orderIds) {
      await untilOrder(shop, id, (row) => row.attention?.startsWith('The whole payment of this order'))
      await moveParcel(shop, id, { status: 'Cancelled' })
      expect((await refundOrder(admin, id)).body.msg).toContain('₹0.00 of')
    }
    expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
    expect((await orderWithRefunds(shop, orderIds[0]!)).refunds).toHaveLength(1)
  })

  test('the whole payment, and then a failed booking: the next try ends the order, and nothing goes back twice', async () => {
    const { orderId } = await sellUnbookable(shop, seller)
    const { paymentId } = await orderWithRefunds(shop, orderId)
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, {})
    await untilOrder(shop, orderId, ({ attention }) =>
      /^The whole payment .+ The parcel could not be booked: /.test(attention),
    )
    await sweepLater(shop, orderId)
    await untilOrder(shop, orderId, ({ status }) => status === 'refunded')
    expect(await parcelsOfCourier(shop, orderId)).toEqual([])
    expect(await refundsAtProvider(shop, paymentId)).toHaveLength(1)
  })

  test('a part of it: an order is not flagged for money that an order refunded meanwhile accounts for', async () => {
    const { orderIds } = await sellSeveral(shop, 2)
    const [small, large] = orderIds as [string, string]
    const { paymentId } = await orderWithRefunds(shop, large)
    // The job waits, as on a busy queue.
    await shop.db.execute(`
      create function wait_an_hour() returns trigger language plpgsql as $$
        begin new.start_after := now() + interval '1 hour'; return new; end $$;
      create trigger flag_waits before insert on pgboss.job for each row
        when (new.name = 'flag-orders-in-doubt') execute function wait_an_hour();`)
    try {
      await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 20_000 })
      await untilOrder(shop, large, ({ refunds }) => refunds.length === 1)
      await moveParcel(shop, large, { status: 'Cancelled' })
      expect((await refundOrder(admin, large)).body.msg).toContain('₹0.00 of ₹200.00 goes back now')
    } finally {
      await shop.db.execute('drop function wait_an_hour cascade')
    }
    await shop.db.query(sql`
      update pgboss.job set start_after = now() where name = 'flag-orders-in-doubt' and state = 'created'`)
    await eventually(
      () =>
        shop.db.query(sql`
          select 1 from pgboss.job where name = 'flag-orders-in-doubt' and state not in ('completed', 'failed')`),
      (waiting) => waiting.length === 0,
    )
    expect((await orderWithRefunds(shop, small)).attention).toBeNull()
  })

  test('a part of it, after our own refund failed: an administrator pays the rest by hand, once', async () => {
    const { orderIds } = await sellSeveral(shop, 2)
    const [small] = orderIds as [string, string]
    const { paymentId } = await orderWithRefunds(shop, small)
    await moveParcel(shop, small, { status: 'Cancelled' })
    await shop.kit('/sandbox/payments/faults', { call: 'refunds.process', fault: 'refuse-400' })
    expect((await refundOrder(admin, small)).status).toBe(200)
    await untilOrder(shop, small, ({ refunds }) => refunds[0]?.state === 'failed')
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 25_000 })
    await untilOrder(shop, small, ({ refunds }) => refunds.some(({ state }: any) => state === 'processed'))
    const late = async () =>
      (await admin.get(`/public/admin/refunds?q=${paymentId}`)).body as { id: string; amount: number }[]
    expect(await late()).toMatchObject([{ amount: 50 }])
    const [rest] = await late()
    const settled = await admin.post(`/public/admin/refunds/${rest!.id}/settled`, { note: 'by bank' })
    expect(settled).toMatchObject({ status: 200 })
    expect(await late()).toEqual([])
  })

  test('a part of it: only the rest of what the refunded orders cost goes back', async () => {
    const { orderIds } = await sellSeveral(shop, 2)
    const [small, large] = orderIds as [string, string]
    const { paymentId } = await orderWithRefunds(shop, small)
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 4_000 })
    await untilOrder(shop, small, ({ refunds }) => refunds.length === 1)
    await moveParcel(shop, small, { status: 'Cancelled' })
    expect((await refundOrder(admin, small)).body.msg).toContain('₹60.00 of ₹100.00 goes back now')
    await moveParcel(shop, large, { status: 'RTO' })
    expect((await refundOrder(admin, large)).body.msg).toBe('The order is refunded: ₹200.00 goes back.')
    await untilOrder(shop, small, ({ refunds }) => refunds.every(({ state }: any) => state === 'processed'))
    expect(
      (await refundsAtProvider(shop, paymentId)).map(({ amount }) => amount).toSorted((a, b) => a - b),
    ).toEqual([4_000, 6_000, 20_000])
  })
})
