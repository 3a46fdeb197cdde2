/** Cancels pieces of orders, and reads the money and the parcels of these orders. */
import { sql } from '../../server/platform/db/sql.ts'
import { eventually } from './buying.ts'
import { courierLedger } from './providers.ts'
import type { Sale } from './sales.ts'
import type { TestShop } from './shop.ts'

/** The buyer cancels the whole order, or as many pieces as the body says. */
export const cancelPieces = ({ buyer, orderId }: Pick<Sale, 'buyer' | 'orderId'>, body: object = {}) =>
  buyer.post(`/private/order/cancel/${orderId}`, body)

export async function moneyOf({ db }: TestShop, orderId: string): Promise<any> {
  const [row] = await db.query<any>(sql`
    select o.status, (select count(*)::int from shipment_line l where l.order_id = o.id) as "parcelNo", o.cancelled_units as cancelled, o.refunded_paise as refunded,
      o.needs_attention as attention,
      (select coalesce(json_agg(r.amount_paise order by r.id), '[]') from refund r where r.order_id = o.id) as refunds,
      (select coalesce(json_agg(json_build_object('units', c.units, 'paise', c.paise, 'by', c.by,
        'parcelNo', (select count(*) from shipment_line l join shipment e on e.id = l.shipment_id
          where l.order_id = o.id and e.created_at <= s.created_at),
        'bookingStarted', s.booking_started_at is not null, 'atCourier', s.ended_at is not null, 'refund', c.refund_id is not null) order by c.id), '[]')
        from cancellation c join shipment s on s.id = c.shipment_id where c.order_id = o.id) as cancellations
    from orders o where o.id = ${orderId}`)
  return row
}

/** All parcels that the courier has of the order, oldest first. */
export const parcelsAt = async (shop: TestShop, orderId: string) =>
  (await courierLedger(shop)).parcels.filter(({ id }) => id.startsWith(orderId))

export const liveAt = async (shop: TestShop, orderId: string) =>
  (await parcelsAt(shop, orderId)).filter((one) => !one.cancelled)

/** Waits until the courier has cancelled the parcels of all cancelled pieces. */
export const untilCancelledThere = (shop: TestShop, orderId: string) =>
  eventually(
    () => moneyOf(shop, orderId),
    ({ cancellations }) => cancellations.every((one: any) => one.atCourier),
  )
