/** What the courier weighs, as its tracking and its bill say it. */
import { findShipmentOfOrder } from '../../server/fulfilment/shipments/queries.ts'
import { addWaybill } from '../../server/fulfilment/shipments/track-shipment.ts'
import { applyTrackedWeight, endWeightWaits } from '../../server/fulfilment/weights/apply-weight.ts'
import { takeCourierBill } from '../../server/fulfilment/weights/take-bill.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { dayOf } from '../../server/platform/calendar.ts'
import { endWeightClock } from './clock.ts'
import type { TestShop } from './shop.ts'

export const billHeading = 'AWB Code,Order ID,Billed On,Applied Weight (KG),Freight,RTO Freight'

/** The courier has weighed the parcel of this order. Returns the id of the difference, where there is one. */
export async function weighParcel(shop: TestShop, orderId: string, grams: number): Promise<string | null> {
  const shipmentId = await findShipmentOfOrder(shop.db, orderId)
  if (!shipmentId) return null
  await applyTrackedWeight(shop.running.shop, shipmentId, grams)
  const [row] = await shop.db.query<{ id: string }>(
    sql`select id from weight_difference where shipment_id = ${shipmentId}`,
  )
  return row?.id ?? null
}

/** Nobody disputes any weight in time, and the courier weighs nothing again. */
export async function chargeWeights(shop: TestShop): Promise<void> {
  await endWeightClock(shop)
  await endWeightWaits(shop.running.shop)
}

/** The courier gives the parcel of this order another air waybill, as its tracking says. */
export async function reassignParcel(shop: TestShop, orderId: string): Promise<void> {
  const shipmentId = await findShipmentOfOrder(shop.db, orderId)
  const airwaybill = { awbNumber: `NEXT-${newId()}`.slice(0, 40), courierName: 'Another courier' }
  if (shipmentId) await addWaybill(shop.running.shop, shipmentId, airwaybill)
}

/** The courier's bill of today has the last air waybill of this order, or the first one. */
export async function billParcel(
  shop: TestShop,
  orderId: string,
  { grams, rupees, first = false }: { grams: number; rupees: number; first?: boolean },
): Promise<void> {
  const [row] = await shop.db.query<{ awb: string }>(sql`
    select w.awb_number as awb from order_shipment s join shipment_waybill w on w.shipment_id = s.id
    where s.order_id = ${orderId} order by case when ${first} then w.assigned_at end, w.assigned_at desc limit 1`)
  if (!row) return
  const line = `${row.awb},x,${dayOf(new Date())},${grams / 1_000},${rupees},`
  const { rows } = await takeCourierBill(shop.running.shop, `${billHeading}\n${line}\n`, true)
  if (rows[0]?.outcome === 'refused') throw new Error(rows[0].text)
}
