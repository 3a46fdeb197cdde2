/** 500 orders through a courier that fails at random: each ends with exactly one shipment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { courierLedger } from '../../../tests/setup/providers.ts'
import { placeOrders } from '../../../tests/setup/many-rows.ts'
import { sweepParcels } from '../../../tests/setup/parcels.ts'
import { sql } from '../../platform/db/sql.ts'

const count = 500

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.stop())

const openOrders = async () =>
  (
    await shop.db.query<{ n: number }>(sql`
      select count(*) as n from order_shipment where awb_number is null or label_url is null or pickup_requested_at is null`)
  )[0]!.n

test(
  `${count} orders, two nodes, every fifth call failing in one of seven ways: one shipment each`,
  {
    timeout: 180_000,
    ...nightly(
      'Five hundred orders. server/fulfilment/orders/parcels.test.ts books one parcel under three of these failures each time.',
    ),
  },
  async () => {
    const product = await addProduct(shop, { units: 1_000 })
    await placeOrders(shop, product, (await customerWithCart(shop, [])).email, count)
    const faults = [
      'lost-answer',
      'lost-request',
      'error-500',
      'rate-limit-429',
      'expired-401',
      'inside-200',
      'refuse-422',
    ]
    for (const fault of faults)
      await shop.kit('/sandbox/courier/faults', { call: '*', fault, times: 1_000_000, chance: 0.03 })
    let rounds = 0
    for (; (await openOrders()) > 0 && rounds < 60; rounds += 1) {
      // Time passes: everything that waits is due again, in whatever step it stopped.
      await shop.db.execute(
        'update shipment set check_at = now() where check_at is not null and (pickup_requested_at is null or label_url is null)',
      )
      await Promise.all([sweepParcels(shop.running.shop), sweepParcels(shop.running.shop)])
    }
    expect(rounds).toBeGreaterThan(1)
    expect(await openOrders()).toBe(0)

    const { parcels, repeats } = (await courierLedger(shop)) as {
      repeats: number
      parcels: {
        id: string
        awb: string
        shipmentId: number
        labelKey: string | null
        pickupAt: number | null
      }[]
    }
    // Each shipment was looked up before it was requested again: the courier never had to refuse a second one.
    expect(repeats).toBe(0)
    const rows = await shop.db.query<{
      id: string
      awb: string
      shipment: string
      attention: string | null
    }>(sql`
    select id, awb_number as awb, shipment_id as shipment, needs_attention as attention from orders`)
    const ours = rows.map((row) => `${row.id} ${row.shipment} ${row.awb}`).toSorted()
    expect(parcels.map((parcel) => `${parcel.id} ${parcel.shipmentId} ${parcel.awb}`).toSorted()).toEqual(
      ours,
    )
    expect(new Set(parcels.map((parcel) => parcel.id)).size).toBe(count)
    expect(new Set(parcels.map((parcel) => parcel.awb)).size).toBe(count)
    expect(parcels.filter((parcel) => !parcel.labelKey || !parcel.pickupAt)).toEqual([])
    // The flag of a refusal is removed by a later success.
    expect(rows.filter((row) => row.attention)).toEqual([])
  },
)
