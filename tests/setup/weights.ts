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
import type { TestClient } from './client.ts'
import { moveParcel, parcelOf, sellBooked, sweepDueParcels, untilParcel } from './parcels.ts'
import type { Admin } from './people.ts'
import type { Seller } from './sellers.ts'

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

/** Heavier than 20 g, which its seller packed and paid ₹50 for: 1.2 kg cost ₹120, so ₹70 and ₹12.60 GST more. */
export const heavy = 1.2

export const weightsOf = async (who: TestClient): Promise<any[]> => (await who.get('/private/weights')).body

export const weightOf = async (seller: TestClient, orderId: string) =>
  (await weightsOf(seller)).find(({ order }) => order.id === orderId)

/** A parcel on its way that the courier has weighed again. */
export async function sellWeighed(shop: TestShop, seller: Seller, kg = heavy): Promise<string> {
  const { orderId } = await sellBooked(shop, seller)
  await moveParcel(shop, orderId, { status: 'Shipped' })
  await untilParcel(shop, orderId, (row) => row.status === 'shipped')
  await weighAgain(shop, orderId, kg)
  return orderId
}

export async function weighAgain(shop: TestShop, orderId: string, kg: number): Promise<void> {
  await moveParcel(shop, orderId, { weigh: kg })
  await sweepDueParcels(shop, orderId)
}

export const weightChargesOf = async (shop: TestShop, orderId: string) =>
  (
    await shop.db.query<{ text: string }>(sql`
      select cause || ' ' || way_back_paise || ' ' || way_back_gst_paise as text from order_reversal
      where order_id = ${orderId} order by no`)
  ).map(({ text }) => text)

export const uploadBill = async (admin: Admin, csv: string, book = true) =>
  admin.post('/public/admin/courier-bills', { csv, book })

export const courierBill = (...rows: string[]) => `${[billHeading, ...rows].join('\r\n')}\r\n`

export const awbOf = async (shop: TestShop, orderId: string) => (await parcelOf(shop, orderId)).awb ?? ''

export const costOf = async (shop: TestShop, orderId: string) =>
  (
    await shop.db.query<any>(sql`
    select s.cost_paise as cost, s.applied_by as "by", coalesce((select sum(p.amount_paise) from journal_entry e
        join posting p on p.entry_id = e.id and p.account = 'freight' where e.order_id = ${orderId}), 0)::bigint as freight
    from order_shipment o join shipment s on s.id = o.id where o.order_id = ${orderId}`)
  )[0]
