/** SQL of the terms of orders, of sales and of their reversals. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReversalAmounts, SaleAmounts, SaleTerms } from './rules.ts'

/** Stores the rates and periods of the day with each order. One statement for all of them. */
export async function insertOrderTerms(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into order_terms (order_id, commission_bp, gst_on_fees_bp, tcs_bp, tds_bp, piece_grams, cancel_until, return_days,
      answer_days, send_days, refund_days, change_of_mind, exchanges, way_back)
    select o.id, commission_bp_for(o.seller_id, p.category_id, d.day), levy_bp_for('gst-on-fees', d.day),
      levy_bp_for('tcs', d.day), levy_bp_for('tds', d.day),
      greatest(p.weight_grams, p.length_cm * p.width_cm * p.height_cm / 5, 0.01),
      o.created_at + r.cancel_minutes * interval '1 minute', r.return_days, r.answer_days, r.send_days, r.refund_days,
      r.change_of_mind, r.exchanges, r.way_back
    from placed_order o join goods p on p.id = o.product_id
    cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::date as day) d
    cross join lateral return_policy_for(p.category_id) r
    where o.id = any(${orderIds}::uuid[])`)
}

/** The orders of these of whose price the shop bears a part, with the payment that bought them. */
export async function readOffers(
  tx: Tx,
  orderIds: readonly string[],
): Promise<{ orderId: string; paymentId: string; amountPaise: number }[]> {
  return tx.query(sql`
    select o.id as "orderId", p.id as "paymentId", o.shop_discount_paise as "amountPaise"
    from placed_order o join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    where o.id = any(${orderIds}::uuid[]) and o.shop_discount_paise > 0 order by o.id`)
}

/** An order that is handed over to the courier, with its stored terms. */
export interface OrderToSell extends SaleTerms {
  orderId: string
  sellerId: string
  paymentId: string
  units: number
  /** What the buyer and what the shop pays for all its pieces; the charge for delivery is part of the first. */
  paidPaise: number
  shopPaise: number
  deliveryPaise: number
  cancelledUnits: number
  quantity: number
  /** What the seller pays for the parcel of these units, without GST; of one with other orders in it the share. */
  shippingPaise: number
}

/** Undefined for an order that is sold already, has no terms, or of which every piece was cancelled. The caller has locked the order. */
export async function readOrderToSell(tx: Tx, orderId: string): Promise<OrderToSell | undefined> {
  const [row] = await tx.query<OrderToSell>(sql`
    select o.id as "orderId", o.seller_id as "sellerId", p.id as "paymentId", k.units,
      o.amount_paise as "paidPaise",
      o.shop_discount_paise as "shopPaise", o.delivery_paise as "deliveryPaise", o.cancelled_units as "cancelledUnits", o.quantity,
      -- One parcel costs once. Its orders have their shares by weight, which add up to the paisa. What others were charged
      -- before it was known that this one travels with them is not charged again.
      least(round(w.paise * (g.before + t.piece_grams * k.units) / g.grams) - round(w.paise * g.before / g.grams),
        greatest(0, w.paise - g.charged))::bigint as "shippingPaise",
      t.commission_bp as "commissionBp", t.gst_on_fees_bp as "gstOnFeesBp", t.tcs_bp as "tcsBp", t.tds_bp as "tdsBp",
      x.rate_bp as "rateBp", x.seller_state as "sellerState", x.place_of_supply as "placeOfSupply"
    from placed_order o join order_terms t on t.order_id = o.id join order_tax x on x.order_id = o.id
    join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    cross join lateral (select o.quantity - o.cancelled_units as units) k
    cross join lateral (select coalesce(sum(x.piece_grams * m.value::int), 0) + t.piece_grams * k.units as grams,
        coalesce(sum(x.piece_grams * m.value::int) filter (where x.order_id < o.id), 0) as before,
        coalesce(sum((select s.shipping_paise from order_sale s where s.order_id = x.order_id)), 0) as charged
      from jsonb_each_text(o.together) m join order_terms x on x.order_id = m.key::uuid and x.order_id <> o.id) g
    cross join lateral (select shipping_paise_for(g.grams, (o.created_at at time zone 'Asia/Kolkata')::date)::numeric as paise) w
    where o.id = ${orderId} and k.units > 0
      and not exists (select from order_sale s where s.order_id = o.id)`)
  return row
}

export async function insertSale(
  tx: Tx,
  sale: SaleAmounts & { orderId: string; units: number },
  soldAt?: Date,
): Promise<void> {
  await tx.query(sql`
    insert into order_sale (order_id, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
      commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise, sold_at)
    values (${sale.orderId}, ${sale.units}, ${sale.grossPaise}, ${sale.taxablePaise}, ${sale.cgstPaise}, ${sale.sgstPaise},
      ${sale.utgstPaise}, ${sale.igstPaise}, ${sale.commissionPaise}, ${sale.shippingPaise}, ${sale.gstOnFeesPaise},
      ${sale.tcsPaise}, ${sale.tdsPaise}, coalesce(${soldAt ?? null}::timestamptz, now()))`)
}

/** A sale and how much of it was reversed. */
export interface SaleRow extends SaleAmounts {
  orderId: string
  sellerId: string
  paymentId: string
  units: number
  reversedPaise: number
  reversals: number
  gstOnFeesBp: number
}

/** Undefined for an order that is not sold. */
export async function readSale(db: Queryable, orderId: string): Promise<SaleRow | undefined> {
  const [row] = await db.query<SaleRow>(sql`
    select s.order_id as "orderId", s.seller_id as "sellerId", p.id as "paymentId", s.units, s.gross_paise as "grossPaise",
      s.taxable_paise as "taxablePaise", s.cgst_paise as "cgstPaise", s.sgst_paise as "sgstPaise",
      s.utgst_paise as "utgstPaise", s.igst_paise as "igstPaise", s.commission_paise as "commissionPaise",
      s.shipping_paise as "shippingPaise", s.gst_on_fees_paise as "gstOnFeesPaise", s.tcs_paise as "tcsPaise",
      s.tds_paise as "tdsPaise", s.reversed_paise as "reversedPaise", t.gst_on_fees_bp as "gstOnFeesBp",
      (select count(*) from order_reversal r where r.order_id = s.order_id) as reversals
    from sold_order s join order_terms t on t.order_id = s.order_id
    join payment p on p.checkout_id = s.checkout_id and p.outcome = 'order'
    where s.order_id = ${orderId}`)
  return row
}

export type ReversalCause = 'returned' | 'undelivered' | 'lost' | 'price-reduced'

export interface NewReversal extends ReversalAmounts {
  id: string
  orderId: string
  no: number
  cause: ReversalCause | 'exchanged' | 'corrected' | 'weight' | 'weight-corrected'
  units: number
  wayBackPaise: number
  wayBackGstPaise: number
  wayBackPaidBy: 'buyer' | 'seller' | null
  compensationPaise: number
  /** Of 'weight-corrected': the reversal whose charge it gives back. */
  correctsNo?: number
}

/** What the seller of an order lost by goods that did not come to the buyer, and what the shop has given for it so far. Fees above the price are no loss. */
export async function readCompensation(
  tx: Tx,
  orderId: string,
): Promise<{ worthPaise: number; givenPaise: number }> {
  return singleRow(
    await tx.query<{ worthPaise: number; givenPaise: number }>(sql`
      select coalesce(sum(greatest(0, gross_paise - commission_paise - gst_on_fees_paise - tcs_paise - tds_paise))
          filter (where cause in ('undelivered', 'lost')), 0)::bigint as "worthPaise",
        coalesce(sum(compensation_paise), 0)::bigint as "givenPaise"
      from order_reversal where order_id = ${orderId}`),
  )
}

/** What corrections of the parcel have given back of the way that the sale charged, less what they charged again. */
export async function readWayGivenBack(
  tx: Tx,
  orderId: string,
): Promise<{ paise: number; gstPaise: number }> {
  return singleRow(
    await tx.query<{ paise: number; gstPaise: number }>(sql`
      select coalesce(-sum(way_back_paise), 0)::bigint as paise, coalesce(-sum(way_back_gst_paise), 0)::bigint as "gstPaise"
      from order_reversal where order_id = ${orderId} and cause = 'corrected'`),
  )
}

export async function insertReversal(tx: Tx, row: NewReversal): Promise<void> {
  await tx.query(sql`
    insert into order_reversal (id, order_id, no, cause, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise,
      igst_paise, commission_paise, gst_on_fees_paise, tcs_paise, tds_paise, way_back_paise, way_back_gst_paise,
      way_back_paid_by, compensation_paise, corrects_no)
    values (${row.id}, ${row.orderId}, ${row.no}, ${row.cause}, ${row.units}, ${row.grossPaise}, ${row.taxablePaise},
      ${row.cgstPaise}, ${row.sgstPaise}, ${row.utgstPaise}, ${row.igstPaise}, ${row.commissionPaise}, ${row.gstOnFeesPaise},
      ${row.tcsPaise}, ${row.tdsPaise}, ${row.wayBackPaise}, ${row.wayBackGstPaise}, ${row.wayBackPaidBy},
      ${row.compensationPaise}, ${row.correctsNo ?? null})`)
}
