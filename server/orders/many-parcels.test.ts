/** 500 orders through a courier that fails at random: each ends with exactly one shipment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, customerWithCart } from '../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { newId } from '../db/ids.ts'
import { sql } from '../db/sql.ts'
import { sweepParcels } from './sweep-parcels.ts'

const count = 500

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.stop())

/** Paid and placed orders, written as checkout leaves them. */
async function placeMany(): Promise<void> {
  const product = await addProduct(shop, { units: 1_000 })
  const { email } = await customerWithCart(shop, [])
  const ids = Array.from({ length: count }, () => newId())
  await shop.db.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at)
    select n.id, a.id, 'completed', 14900, 'x', '12 Test Street', 'Jaipur', 'Rajasthan', '302001', now()
    from unnest(${ids}::uuid[]) as n (id), account a where a.email = ${email}`)
  await shop.db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select n.id, 1, p.id, p.seller_id, p.name, p.images[1], 14900, 1
    from unnest(${ids}::uuid[]) as n (id), product p where p.id = ${product.id}`)
  await shop.db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, parcel_check_at)
    select c.id, c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, 14900, c.street, c.city,
      c.state_name, c.pin_code, 'pending', now()
    from checkout c join checkout_line l on l.checkout_id = c.id where c.id = any(${ids}::uuid[])`)
}

const openOrders = async () =>
  (
    await shop.db.query<{ n: number }>(sql`
      select count(*) as n from orders where awb_number is null or shipment_label_url is null or pickup_requested_at is null`)
  )[0]!.n

test(
  `${count} orders, two nodes, every fifth call failing in one of seven ways: one shipment each`,
  { timeout: 180_000 },
  async () => {
    await placeMany()
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
      // Time passes: whatever waits is due again, in whatever step it stopped.
      await shop.db.execute(
        'update orders set parcel_check_at = now() where parcel_check_at is not null and pickup_requested_at is null or shipment_label_url is null',
      )
      await Promise.all([sweepParcels(shop.running.shop), sweepParcels(shop.running.shop)])
    }
    expect(rounds).toBeGreaterThan(1)
    expect(await openOrders()).toBe(0)

    const { parcels, repeats } = (await shop.kit('/sandbox/courier/ledger.json', undefined, 'GET')) as {
      repeats: number
      parcels: {
        id: string
        awb: string
        shipmentId: number
        labelKey: string | null
        pickupAt: number | null
      }[]
    }
    // Looked up before it was asked for again: not even once did the courier have to refuse a second shipment.
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
    // What a refusal flagged, a later success took back.
    expect(rows.filter((row) => row.attention)).toEqual([])
  },
)
