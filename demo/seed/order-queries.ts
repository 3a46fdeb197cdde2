/** SQL of the demo shop's purchases: one statement for each table, with the rows as one JSON value. */
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { buyerJson, sellerJson } from '../../server/fulfilment/shipments/parcel-columns.ts'
import { showShipment } from '../../server/fulfilment/shipments/queries.ts'
import { hsnOfOrder, taxColumns } from '../../server/fulfilment/orders/queries.ts'
import type { TaxedSale } from '../../server/money/tax/record-tax.ts'

export interface CheckoutRow {
  id: string
  state: 'completed' | 'refunded'
  totalPaise: number
  addressId: string
  providerOrderId: string
  at: Date
}

export interface OrderRow {
  id: string
  checkoutId: string
  lineNo: number
  productId: string
  quantity: number
  at: Date
  status: string
  shipmentStatus: string | null
  code: number | null
  shipmentId: string | null
  courierOrderId: string | null
  awb: string | null
  courierName: string | null
  pickupAt: Date | null
  handedOverAt: Date | null
  deliveredAt: Date | null
  needsAttention: string | null
}

export interface PaymentRow {
  id: string
  checkoutId: string
  amountPaise: number
  outcome: 'order' | 'refund'
  at: Date
}

export interface RefundRow {
  id: string
  paymentId: string
  providerRefundId: string
  amountPaise: number
  reason: string
  state: 'processed' | 'failed'
  at: Date
}

export interface EventRow {
  orderId: string
  code: number
  words: string
  at: Date
}

export async function insertCheckouts(
  tx: Tx,
  customerId: string,
  rows: readonly CheckoutRow[],
): Promise<void> {
  await tx.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, address_id, street, city, state_name, pin_code,
      provider_order_id, hold_expires_at, created_at, settled_at)
    select r.id, ${customerId}, r.state, r."totalPaise", r.id::text, a.id, a.street, a.city, a.state, a.pin_code,
      r."providerOrderId", r.at, r.at, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, state text, "totalPaise" bigint, "addressId" uuid, "providerOrderId" text, at timestamptz)
    join address a on a.id = r."addressId"`)
}

/** Inserts the lines of checkouts and the orders made of them. */
export async function insertLinesAndOrders(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  await tx.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select r."checkoutId", r."lineNo", p.id, p.seller_id, p.name, p.images[1], p.price_paise, r.quantity
    from jsonb_to_recordset(${json}::jsonb)
      as r ("checkoutId" uuid, "lineNo" int, "productId" uuid, quantity int)
    join product p on p.id = r."productId"`)
  await tx.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, delivery_date, needs_attention, created_at, updated_at)
    select r.id, c.id, l.line_no, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, l.quantity,
      l.price_paise * l.quantity, c.street, c.city, c.state_name, c.pin_code, r.status, r."deliveredAt", r."needsAttention", r.at, r.at
    from jsonb_to_recordset(${json}::jsonb)
      as r (id uuid, "checkoutId" uuid, "lineNo" int, status text, "deliveredAt" timestamptz, "needsAttention" text, at timestamptz)
    join checkout c on c.id = r."checkoutId"
    join checkout_line l on l.checkout_id = c.id and l.line_no = r."lineNo"`)
}

/** One for each order that was not refunded at once; no courier is asked about them. */
export async function insertShipments(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  const json = JSON.stringify(rows.filter(({ status }) => status !== 'refunded'))
  await tx.query(sql`
    insert into shipment (id, kind, reference, seller_id, from_place, to_place, weight_grams, length_cm, width_cm, height_cm,
      courier_order_id, courier_shipment_id, booking_started_at, pickup_requested_at, state, code, handed_over_at, ended_at, created_at)
    select r.id, 'forward', r.id, p.seller_id, case when r.awb is not null then ${sellerJson} end,
      case when r.awb is not null then ${buyerJson} end, p.weight_grams * r.quantity, p.length_cm, p.width_cm, p.height_cm * r.quantity,
      r."courierOrderId", r."shipmentId", case when r.awb is not null then r.at end, r."pickupAt", r."shipmentStatus", r.code,
      r."handedOverAt", case when r."shipmentStatus" in ('Delivered', 'Cancelled', 'RTO') then r.at end, r.at
    from jsonb_to_recordset(${json}::jsonb) as r (id uuid, quantity int, "shipmentId" text, "shipmentStatus" text, code int, awb text,
      "courierOrderId" text, "pickupAt" timestamptz, "handedOverAt" timestamptz, at timestamptz)
    join order_parcel p on p.order_id = r.id`)
  await tx.query(sql`
    insert into shipment_line (shipment_id, order_id, units)
    select id, id, quantity from jsonb_to_recordset(${json}::jsonb) as r (id uuid, quantity int)`)
  await tx.query(sql`
    insert into shipment_waybill (awb_number, shipment_id, courier_name, assigned_at)
    select awb, id, "courierName", at
    from jsonb_to_recordset(${json}::jsonb) as r (id uuid, awb text, "courierName" text, at timestamptz) where awb is not null`)
  for (const { id, awb } of rows) if (awb !== null) await showShipment(tx, id)
}

/** What decides about the tax of all orders that were not refunded at once. */
export async function readTaxedSales(tx: Tx): Promise<TaxedSale[]> {
  return tx.query(sql`
    select ${taxColumns} from orders o join goods p on p.id = o.product_id join present_identity s on s.seller_id = o.seller_id
    cross join ${hsnOfOrder}
    where o.status <> 'refunded'`)
}

export async function insertPaymentsAndRefunds(
  tx: Tx,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
): Promise<void> {
  await tx.query(sql`
    insert into payment (id, checkout_id, amount_paise, outcome, received_at)
    select id, "checkoutId", "amountPaise", outcome, at
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as r (id text, "checkoutId" uuid, "amountPaise" bigint, outcome text, at timestamptz)`)
  await tx.query(sql`
    insert into refund (id, payment_id, amount_paise, reason, state, provider_refund_id, created_at, updated_at)
    select id, "paymentId", "amountPaise", reason, state, "providerRefundId", at, at
    from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
      as r (id uuid, "paymentId" text, "amountPaise" bigint, reason text, state text, "providerRefundId" text, at timestamptz)`)
}

export async function insertEvents(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  await tx.query(sql`
    insert into shipment_event (shipment_id, code, happened_at, words, heard_by, received_at)
    select "orderId", code, at, words, 'webhook', at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("orderId" uuid, code int, words text, at timestamptz)`)
}
