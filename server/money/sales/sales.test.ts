/** An order becomes a sale when its parcel is handed over; reversals of sales (docs/money.md, Sales). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { courierWebhook, moveParcel, sellBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { addAdmin, type Admin } from '../../../tests/setup/people.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  admin = await addAdmin(shop)
  // In Rajasthan, as the buyer.
  seller = await addSeller(shop, { state: 'Rajasthan', GSTNumber: '08AAGCB7383J1Z8' })
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

/** Three pieces of ₹149.00 without an HSN code (18 %) whose parcel is booked. */
const sellThree = (by = seller) => sellBooked(shop, by, { pricePaise: 14_900, quantity: 3, units: 10 })

async function handOver(orderId: string): Promise<void> {
  await moveParcel(shop, orderId, { status: 'Shipped' })
  await untilParcel(shop, orderId, ({ status }) => status === 'shipped')
}

/** The balance of each account for one order in paise, and the seller's. */
async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const rows = await shop.db.query<{ account: string; paise: number }>(sql`
    select p.account, sum(p.amount_paise)::bigint as paise from journal_entry e join posting p on p.entry_id = e.id
    where e.payment_id = (select p.id from payment p join orders o using (checkout_id) where o.id = ${orderId}
      and p.outcome = 'order') and e.kind <> 'provider-charge' group by 1 having sum(p.amount_paise) <> 0`)
  return Object.fromEntries(rows.map(({ account, paise }) => [account, paise]))
}

describe('a parcel that is handed over', () => {
  test('makes the order a sale: the seller gets the price less commission, shipping, GST on both, TCS and TDS', async () => {
    const { orderId } = await sellThree()
    expect(await balancesOf(orderId)).toEqual({ provider: 44_700, buyer: -44_700 })
    await handOver(orderId)
    expect(await balancesOf(orderId)).toEqual({
      provider: 44_700,
      seller_payable: -33_291,
      commission: -4_470,
      shipping: -5_000,
      gst_on_fees: -1_705,
      tcs: -189,
      tds: -45,
    })
  })

  test('is one sale, however often and in whatever order the courier tells of it', async () => {
    const { orderId, row } = await sellThree()
    const tell = (code: number) =>
      courierWebhook(shop, {
        awb: row.awb,
        order_id: orderId,
        shipment_status_id: code,
        shipment_status: 'moved',
        current_timestamp: '23 05 2026 11:43:52',
      })
    await Promise.all(Array.from({ length: 24 }, (_, index) => tell([6, 18, 17, 7][index % 4]!)))
    await untilParcel(shop, orderId, ({ status }) => status === 'completed')
    const [{ count } = { count: 0 }] = await shop.db.query<{ count: number }>(
      sql`select count(*) as count from journal_entry where order_id = ${orderId} and kind = 'sale'`,
    )
    expect(count).toBe(1)
  })

  test.each([
    ['on its way back to the seller', { status: 'RTO' }, 'RTO'],
    ['lost', { code: 12 }, null],
  ])(
    'is a sale also where the first that the courier tells is that it is %s',
    nightly(
      'Other first words of the courier. A hand-over that is told late is one sale in the test above each time.',
    ),
    async (_, event, status) => {
      const { orderId } = await sellThree()
      await moveParcel(shop, orderId, event)
      await untilParcel(
        shop,
        orderId,
        (row) => row.attention !== null && (!status || row.shipmentStatus === status),
      )
      expect((await balancesOf(orderId))['seller_payable']).toBe(-33_291)
    },
  )

  test('has the rates of the day on which it was ordered, and those of its seller before the general ones', async () => {
    const other = await addSeller(shop)
    await shop.db.query(
      sql`insert into commission_rule (seller_id, rate_bp, valid_from) values (${other.id}, 500, '2020-01-01')`,
    )
    const { orderId } = await sellThree(other)
    await shop.db.query(sql`update commission_rule set rate_bp = 9000 where seller_id = ${other.id}`)
    await handOver(orderId)
    expect((await balancesOf(orderId))['commission']).toBe(-2_235)
  })
})

describe('a sale that does not reach the buyer', () => {
  const refund = (orderId: string) =>
    admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'The parcel does not arrive.' })
  const refunded = (orderId: string) =>
    eventually(
      () => balancesOf(orderId),
      (balances) => balances['refunds'] === undefined,
    )

  test(
    'and comes back: the seller gets the fees back, but pays for the parcel',
    nightly('One more end of a sale. returns.test.ts reverses sales each time.'),
    async () => {
      const { orderId } = await sellThree()
      await handOver(orderId)
      await moveParcel(shop, orderId, { status: 'RTO' })
      await untilParcel(shop, orderId, ({ status }) => status === 'cancelled')
      expect((await refund(orderId)).status).toBe(200)
      // Left are 50.00 for the parcel and the GST on it: 17.05 less the commission's share of 8.05.
      expect(await refunded(orderId)).toEqual({ seller_payable: 5_900, shipping: -5_000, gst_on_fees: -900 })
    },
  )

  test(
    'and is lost: the shop pays the seller what the sale would have paid',
    nightly(
      'One more end of a sale. disputes.test.ts and refund-part.test.ts prove what the shop bears each time.',
    ),
    async () => {
      const { orderId } = await sellThree()
      await handOver(orderId)
      await moveParcel(shop, orderId, { code: 12 })
      await untilParcel(shop, orderId, ({ attention }) => attention !== null)
      expect((await refund(orderId)).status).toBe(200)
      expect(await refunded(orderId)).toEqual({
        seller_payable: -33_291,
        claims: 39_191,
        shipping: -5_000,
        gst_on_fees: -900,
      })
    },
  )
})

test('of lost goods whose fees are above their price the shop pays the seller nothing, and the refund is made', async () => {
  const dear = await addSeller(shop)
  await shop.db.query(
    sql`insert into commission_rule (seller_id, rate_bp, valid_from) values (${dear.id}, 9000, '2020-01-01')`,
  )
  const { orderId } = await sellThree(dear)
  await handOver(orderId)
  await moveParcel(shop, orderId, { code: 12 })
  await untilParcel(shop, orderId, ({ attention }) => attention !== null)
  const note = 'The parcel does not arrive.'
  expect((await admin.post(`/public/admin/orders/${orderId}/refund`, { note })).status).toBe(200)
  expect((await balancesOf(orderId))['claims']).toBeUndefined()
})

describe('the database', () => {
  test('refuses to change or delete terms and sales, and to end the general rules', async () => {
    const { orderId } = await sellThree()
    await handOver(orderId)
    for (const statement of [
      sql`update order_terms set commission_bp = 0 where order_id = ${orderId}`,
      sql`delete from order_terms where order_id = ${orderId}`,
      sql`update order_sale set tds_paise = 0 where order_id = ${orderId}`,
      sql`delete from order_sale where order_id = ${orderId}`,
      sql`truncate order_terms`,
      sql`truncate order_sale cascade`,
    ])
      await expect(shop.db.query(statement)).rejects.toThrow('of an order does not change')
    for (const statement of [
      sql`update commission_rule set valid_to = '2030-01-01' where seller_id is null`,
      sql`delete from levy_rate where levy = 'tcs'`,
      sql`delete from shipping_charge where up_to_grams is null`,
      sql`delete from return_policy where category_id is null`,
      // Days without a rate, although the last rate does not end.
      sql`update commission_rule set valid_from = '2030-01-01' where seller_id is null and category_id is null`,
      sql`update shipping_charge set valid_from = '2030-01-01' where up_to_grams is null`,
      sql`update levy_rate set valid_from = '2030-01-01' where levy = 'tds' and valid_to is null`,
    ])
      await expect(shop.db.query(statement)).rejects.toThrow('must not end')
    await expect(
      shop.db.query(sql`insert into commission_rule (rate_bp, valid_from) values (500, '2026-01-01')`),
    ).rejects.toThrow('commission_rule_one_a_day')
  })

  // As a node of the previous version would try.
  test('refuses a hand-over without a sale, and the refund of a sale that is not taken back', async () => {
    const { orderId } = await sellThree()
    await expect(
      shop.db.query(sql`update orders set status = 'shipped' where id = ${orderId}`),
    ).rejects.toThrow('handed over without a sale')
    await handOver(orderId)
    await expect(
      shop.db.query(sql`update orders set status = 'refunded' where id = ${orderId}`),
    ).rejects.toThrow('refunded without its sale')
  })
})
