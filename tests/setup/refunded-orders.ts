/** Orders whose parcel does not arrive, and what is refunded of them. */
import { buy, eventually } from './buying.ts'
import type { Admin } from './people.ts'
import { addProduct, customerWithCart } from './products.ts'
import { type Sale, sellOne } from './sales.ts'
import { addSeller, type Seller } from './sellers.ts'
import type { Customer, TestShop } from './shop.ts'
import { moveParcel, sweepParcels } from './parcels.ts'
import { makeParcelsDue } from './clock.ts'
import { courierLedger, courierFault, stopCourierFaults } from './providers.ts'
import { sql } from '../../server/platform/db/sql.ts'

export const refundOrder = (admin: Admin, orderId: string) =>
  admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'The parcel does not arrive.' })

export const orderWithRefunds = async (shop: TestShop, orderId: string) =>
  (
    await shop.db.query<any>(sql`
      select o.status, o.awb_number as awb, o.shipment_status as "shipmentStatus", o.needs_attention as attention,
        s.check_at as "checkAt", o.shipment_label_url as label, p.id as "paymentId",
        (select coalesce(json_agg(json_build_object('amount', r.amount_paise, 'state', r.state, 'orderId', r.order_id)
          order by r.id), '[]') from refund r where r.payment_id = p.id) as refunds
      from orders o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
      left join order_shipment s on s.order_id = o.id where o.id = ${orderId}`)
  )[0]!

export const untilOrder = (shop: TestShop, orderId: string, good: (row: any) => boolean) =>
  eventually(() => orderWithRefunds(shop, orderId), good)

/** What happens to one order in the next hours: it is due, and the timer's step is run. */
export const sweepLater = async (shop: TestShop, orderId: string) => {
  await makeParcelsDue(shop, orderId)
  await sweepParcels(shop.running.shop)
}

export const parcelsOfCourier = async (shop: TestShop, orderId: string) =>
  (await courierLedger(shop)).parcels.filter((parcel: any) => parcel.id === orderId)

export const untilLabel = (shop: TestShop, orderId: string) =>
  untilOrder(shop, orderId, (row) => row.label !== null && row.checkAt > new Date(Date.now() + 600_000))

export async function sellWithLabel(shop: TestShop, seller: Seller, wish: object = {}): Promise<Sale> {
  const sale = await sellOne(shop, seller, wish)
  await untilLabel(shop, sale.orderId)
  return sale
}

export async function sellCancelled(shop: TestShop, seller: Seller, wish: object = {}): Promise<Sale> {
  const sale = await sellWithLabel(shop, seller, wish)
  await moveParcel(shop, sale.orderId, { status: 'Cancelled' })
  await untilOrder(shop, sale.orderId, (row) => row.status === 'cancelled')
  return sale
}

/** The courier refuses for good: an administrator is told. */
export async function sellUnbookable(shop: TestShop, seller: Seller, wish: object = {}): Promise<Sale> {
  await stopCourierFaults(shop)
  await courierFault(shop, 'orders.create', 'refuse-422', { times: 1_000 })
  const sale = await sellOne(shop, seller, wish)
  await untilOrder(shop, sale.orderId, (row) => row.attention !== null)
  await stopCourierFaults(shop)
  return sale
}

/** One checkout of several lines, each of another seller, all booked, each dearer than the one before. */
export async function sellSeveral(
  shop: TestShop,
  lines: number,
): Promise<{ buyer: Customer; orderIds: string[] }> {
  const products = []
  for (let n = 0; n < lines; n += 1)
    products.push(
      await addProduct(shop, { seller: await addSeller(shop), pricePaise: 10_000 * (n + 1), units: 10 }),
    )
  const buyer = await customerWithCart(shop, products)
  const { body } = await buy(shop, buyer)
  const orderIds = body
    .toSorted((a: any, b: any) => a.amount - b.amount)
    .map(({ id }: { id: string }) => id) as string[]
  for (const id of orderIds) await untilLabel(shop, id)
  return { buyer, orderIds }
}
