import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, sellDelivered } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { countDeliveries } from './delivery-record.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
})
afterAll(() => shop.stop())

test('how a seller delivers is counted from facts, and shown beside the product from ten parcels on', async () => {
  const seller = await addSeller(shop)
  const late = await sellDelivered(shop, seller)
  const returned = await sellDelivered(shop, seller)
  expect((await ask(returned.buyer, returned.orderId, { reason: 'not-as-described' })).status).toBe(200)
  const { orderId } = await sellOne(shop, seller, { quantity: 1 })
  const cannot = { units: 1, reason: 'out-of-stock' }
  expect((await seller.post(`/private/order/cannot-deliver/${orderId}`, cannot)).status).toBe(200)
  // Both promises are past: one parcel came five days late.
  await shop.db.query(sql`delete from order_promise`)
  await shop.db.query(sql`
    update orders set delivery_date = delivery_date - interval '5 days' where id = ${returned.orderId}`)
  await shop.db.query(sql`
    insert into order_promise (order_id, handling_days, transit_days, hand_over_by, promised_by, answered_at)
    select id, 1, 1, current_date - 4, current_date - 4, now() from orders where id in (${late.orderId}, ${returned.orderId})`)
  const deliveryOf = async () => (await shop.client().get(`/public/product/${late.productId}`)).body.delivery
  await countDeliveries(shop.running.shop)
  expect(await deliveryOf()).toBeNull()
  const [row] = await shop.db.query(sql`
    select parcels, promised, in_time as "inTime", ordered, cancelled, received, not_as_described as "notAsDescribed"
    from delivery_record where seller_id = ${seller.id}`)
  const facts = { promised: 2, inTime: 1, ordered: 3, cancelled: 1, received: 2, notAsDescribed: 1 }
  expect(row).toEqual({ parcels: 2, ...facts })
  await shop.db.query(sql`update delivery_record set parcels = 10`)
  expect(await deliveryOf()).toEqual({ parcels: 10, ...facts })
})
