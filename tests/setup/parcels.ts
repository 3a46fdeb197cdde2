/** Orders on their way: parcels as the shop and the courier have them, and the time that passes. */
import { sql } from '../../server/platform/db/sql.ts'
import { kinds } from '../../server/fulfilment/returns/kinds.ts'
import { continueShipment, sweepShipments } from '../../server/fulfilment/shipments/sweep-shipments.ts'
import { findShipmentOfOrder } from '../../server/fulfilment/shipments/queries.ts'
import { applyEvent } from '../../server/fulfilment/shipments/track-shipment.ts'
import type { Shop } from '../../server/platform/shop.ts'
import { eventually } from './buying.ts'
import { makeParcelsDue } from './clock.ts'
import { courierLedger } from './providers.ts'
import { type Sale, sellOne, type WantedSale } from './sales.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'

/** What the timer of shipments does. */
export const sweepParcels = (shop: Shop) => sweepShipments(shop, kinds)

/** What the job of the shipment of an order does. */
export async function bookParcelOf({ running, db }: TestShop, orderId: string): Promise<void> {
  const id = await findShipmentOfOrder(db, orderId)
  if (id) await continueShipment(running.shop, kinds, id)
}

/** An event of the courier about the shipment of an order, as if its webhook had come. */
export async function tellOfOrder(
  { running, db }: TestShop,
  orderId: string,
  event: { code: number; words?: string; at?: Date },
  source: 'webhook' | 'sweep' = 'webhook',
): Promise<void> {
  const id = await findShipmentOfOrder(db, orderId)
  // Nothing travels of an order of which everything is cancelled.
  if (!id) return
  await applyEvent(running.shop, kinds, id, { words: '', at: new Date(), ...event }, source)
}

export interface ParcelRow {
  status: string
  shipmentStatus: string | null
  code: number | null
  awb: string | null
  shipmentId: string | null
  labelUrl: string | null
  courier: string | null
  deliveryDate: Date | null
  attention: string | null
  checkAt: Date | null
}

export async function parcelOf({ db }: TestShop, orderId: string): Promise<ParcelRow> {
  const [row] = await db.query<ParcelRow>(sql`
    select o.status, o.shipment_status as "shipmentStatus", o.shipment_status_code as code, o.awb_number as awb,
      o.shipment_id as "shipmentId", o.shipment_label_url as "labelUrl", o.courier_name as courier,
      o.delivery_date as "deliveryDate", o.needs_attention as attention, s.check_at as "checkAt"
    from orders o left join order_shipment s on s.order_id = o.id where o.id = ${orderId}`)
  if (!row) throw new Error(`no order ${orderId}`)
  return row
}

export const untilParcel = (shop: TestShop, orderId: string, good: (row: ParcelRow) => boolean) =>
  eventually(() => parcelOf(shop, orderId), good)

export const untilBooked = (shop: TestShop, orderId: string) =>
  untilParcel(shop, orderId, (row) => row.labelUrl !== null && row.awb !== null && row.attention === null)

/** The same for the next parcel of an order. Its job skips an order that is locked at that moment, and the timer finds it. */
export async function untilBookedAnew(shop: TestShop, orderId: string): Promise<ParcelRow> {
  await eventually(
    async () => {
      await sweepParcels(shop.running.shop)
      return parcelOf(shop, orderId)
    },
    (row) => row.labelUrl !== null,
  )
  return parcelOf(shop, orderId)
}

/** Waits until no booking runs: one that began before a change of its order would go on with what it has read. */
export const untilNoneBooks = ({ db }: TestShop) =>
  eventually(
    () =>
      db.query(
        sql`select from pgboss.job where name = 'continue-shipment' and state in ('created', 'active')`,
      ),
    (jobs) => jobs.length === 0,
  )

/** The parcel is due again and again, as it would be for hours, until `good`. */
export const untilSwept = (shop: TestShop, orderId: string, good: (row: ParcelRow) => boolean) =>
  eventually(async () => {
    await sweepDueParcels(shop, orderId)
    return parcelOf(shop, orderId)
  }, good)

/** An order that was bought and whose parcel is booked with the courier. */
export async function sellBooked(
  shop: TestShop,
  seller: Seller,
  wish: WantedSale = {},
): Promise<Sale & { row: ParcelRow }> {
  const sale = await sellOne(shop, seller, wish)
  const row = await untilBooked(shop, sale.orderId)
  // The label is there a moment before the job has set when the parcel is due next.
  await eventually(
    () =>
      shop.db.query(sql`
        select from pgboss.job where name = 'continue-shipment' and data ->> 'orderId' = ${sale.orderId}
          and state in ('created', 'active')`),
    (jobs) => jobs.length === 0,
  )
  return { ...sale, row }
}

/** Hours pass: the parcels that wait are due, all or that of one order, and the timer's step runs. */
export async function sweepDueParcels(shop: TestShop, orderId?: string): Promise<void> {
  await makeParcelsDue(shop, orderId)
  await sweepParcels(shop.running.shop)
}

export async function parcelsAtCourier(shop: TestShop, orderId: string): Promise<any[]> {
  return (await courierLedger(shop)).parcels.filter(({ id }) => id === orderId)
}

/** The courier moves a parcel on, as somebody would on its page in the sandbox. */
export const moveParcel = (shop: TestShop, orderId: string, body: object) =>
  shop.kit(`/dev/shipments/${orderId}`, body)

/** An event of the courier sent to the webhook, with the right key unless another one is given. */
export const courierWebhook = (shop: TestShop, body: object, key?: string) =>
  shop.client().post('/webhooks/courier', body, {
    'x-api-key': key ?? shop.running.shop.config.courier?.webhookToken ?? '',
  })

export const minutesAgo = (minutes: number) =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 - minutes * 60_000)

/** The courier reports an event of this time. */
export function tellAt(shop: TestShop, row: ParcelRow, code: number, at: Date) {
  const text = new Date(at.getTime() + 330 * 60_000).toISOString()
  const day = [text.slice(8, 10), text.slice(5, 7), text.slice(0, 4)].join(' ')
  return courierWebhook(shop, {
    awb: row.awb,
    shipment_status_id: code,
    shipment_status: `code ${code}`,
    current_timestamp: `${day} ${text.slice(11, 19)}`,
  })
}

/** Waits until the label is printed and the pickup is ordered: after that the parcel does not move by itself. */
export async function untilParcelRests({ db }: TestShop, orderId: string): Promise<void> {
  await eventually(
    () =>
      db.query(sql`
        select id from order_shipment where order_id = ${orderId} and label_url is not null and tries = 0
          and pickup_requested_at is not null and check_at > now() + interval '10 minutes'`),
    (rows) => rows.length === 1,
  )
}
