/** Orders that were delivered, and their returns. */
import { sql } from '../../server/platform/db/sql.ts'
import { sweepReturns } from '../../server/fulfilment/returns/sweep-returns.ts'
import { eventually, ordersOf } from './buying.ts'
import { type Answer, type TestClient } from './client.ts'
import { endReturnClock, makeReturnsDue } from './clock.ts'
import { moveParcel, sellBooked, sweepParcels, untilParcel } from './parcels.ts'
import type { Sale, WantedSale } from './sales.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'

/** An order that the courier has delivered a moment ago. */
export async function sellDelivered(shop: TestShop, seller: Seller, wish: WantedSale = {}): Promise<Sale> {
  const sale = await sellBooked(shop, seller, wish)
  await moveParcel(shop, sale.orderId, { status: 'Delivered' })
  await untilParcel(shop, sale.orderId, (row) => row.status === 'completed')
  return sale
}

export const askBody = (more: object = {}) => ({
  units: 1,
  reason: 'damaged',
  words: '',
  photos: [],
  ...more,
})

export const ask = (buyer: TestClient, orderId: string, more: object = {}): Promise<Answer> =>
  buyer.post(`/private/order/${orderId}/return`, askBody(more))

/** For a request of a replacement instead of the money. */
export const exchange = { wanted: 'exchange' }

/** Asks for a return; returns its id. */
export async function asked(buyer: TestClient, orderId: string, more: object = {}): Promise<string> {
  const { status, body } = await ask(buyer, orderId, more)
  if (status !== 200) throw new Error(`return: ${status} ${JSON.stringify(body)}`)
  return body.id
}

export async function returnOf(shop: TestShop, id: string): Promise<any> {
  const [row] = await shop.db.query<any>(sql`
    select r.state, r.units, r.due_at as "dueAt", w.awb_number as awb, r.refund_paise as "refundPaise", r.refund_id as "refundId",
      r.wanted, r.fell_back as "fellBack", r.restocked, w.courier_shipment_id as "shipmentId", w.code, w.tries,
      r.way_back_paid_by as "paidBy", f.state as "refundState",
      f.amount_paise as "refundedPaise", f.provider_refund_id as reference,
      (select json_agg(e.state || ':' || e.by order by e.no) from return_event e where e.request_id = r.id) as steps
    from return_request r left join refund f on f.id = r.refund_id left join way_back w on w.request_id = r.id
    where r.id = ${id}`)
  return row
}

export const untilReturn = (shop: TestShop, id: string, state: string) =>
  eventually(
    () => returnOf(shop, id),
    (row) => row.state === state,
  )

/** Hours pass: the courier is asked about returns, and returns whose time has run out go on. */
export async function sweepDueReturns(shop: TestShop): Promise<void> {
  await makeReturnsDue(shop)
  await sweepReturns(shop.running.shop)
  await sweepParcels(shop.running.shop)
}

/** The clock of this return runs out, and the timer acts. */
export async function letClockRunOut(shop: TestShop, id: string): Promise<void> {
  await endReturnClock(shop, id)
  await sweepReturns(shop.running.shop)
}

/** The courier moves a return on, as somebody would on its page in the sandbox. */
export const moveReturnParcel = (shop: TestShop, id: string, status: string | number) =>
  shop.kit(`/dev/shipments/R-${id}`, typeof status === 'number' ? { code: status } : { status })

/** A return whose goods are back with the seller. */
export async function received(
  shop: TestShop,
  seller: Seller,
  { orderId, buyer }: Sale,
  more: object = {},
): Promise<string> {
  const id = await asked(buyer, orderId, more)
  await seller.post(`/private/returns/${id}/accept`)
  await untilReturn(shop, id, 'pickup-booked')
  await moveReturnParcel(shop, id, 'Delivered')
  await untilReturn(shop, id, 'received')
  return id
}

/** The replacement of a return; undefined while no pieces are held. */
export async function replacementOf(shop: TestShop, returnId: string): Promise<any> {
  const [row] = await shop.db.query<any>(sql`
    select x.id, x.shipment_id as "shipmentId", x.units, x.awb_number as awb, x.label_url as label, x.handed_over_at is not null as "handedOver",
      x.stock_returned_at is not null as "stockReturned", x.ended_at is not null as ended, s.pickup_requested_at is not null as booked
    from replacement_parcel x left join shipment s on s.id = x.shipment_id where x.request_id = ${returnId}`)
  return row
}

/** The courier moves the replacement on. */
export async function moveReplacement(shop: TestShop, returnId: string, status: string | number) {
  const { id } = await replacementOf(shop, returnId)
  await shop.kit(`/dev/shipments/X-${id}`, typeof status === 'number' ? { code: status } : { status })
}

/** An exchange whose replacement the courier has booked. */
export async function replacing(shop: TestShop, seller: Seller, sale: Sale): Promise<string> {
  const id = await received(shop, seller, sale, exchange)
  const { status, body } = await seller.post(`/private/returns/${id}/exchange`, { restock: false })
  if (status !== 200) throw new Error(`exchange: ${status} ${JSON.stringify(body)}`)
  await eventually(
    () => replacementOf(shop, id),
    (row) => row.booked && row.label !== null,
  )
  return id
}

/** Makes the call of this move of a return. */
export const postReturn = (who: { post: TestClient['post'] }, id: string, move: string, body?: object) =>
  who.post(`/private/returns/${id}/${move}`, body)

export const decideReturn = (admin: TestClient, id: string, decision: string) =>
  admin.post(`/public/admin/returns/${id}/decide`, { decision, note: 'We have looked at it.' })

/** Waits until the provider has refunded the pieces of this return. */
export const untilReturnRefunded = (shop: TestShop, id: string) =>
  eventually(
    () => returnOf(shop, id),
    (row) => row.refundState === 'processed',
  )

/** What returns and exchanges of an order took back from its sale. */
export const reversalsOf = ({ db }: TestShop, orderId: string) =>
  db.query<any>(sql`
    select cause, gross_paise as gross, way_back_paise as ways, way_back_gst_paise as gst, compensation_paise > 0 as paid
    from order_reversal where order_id = ${orderId} order by no`)

/** What the buyer reads of this order in My Orders. */
export const orderCard = async (buyer: TestClient, orderId: string): Promise<any> =>
  (await ordersOf(buyer)).find((order: any) => order.id === orderId)
