/** SQL of invoices and credit notes. */
import { partOf } from '../../../contract/part-of.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DocumentKind } from './rules.ts'

/** The data of an invoice of an order that was handed over. */
export interface InvoiceFacts {
  orderId: string
  orderNumber: string
  orderedOn: string
  paymentId: string
  customerId: string
  sellerId: string
  /** The version of the seller with which the order was taxed: all that is printed of the seller. */
  identityId: number
  sellerName: string
  sellerAddress: string
  sellerGstin: string
  sellerState: string
  buyerName: string
  buyerBusinessName: string | null
  buyerGstin: string | null
  street: string
  city: string
  pinCode: string
  placeOfSupply: string
  description: string
  hsnCode: string | null
  quantity: number
  rateBp: number
  /** The seller's discount: the gross is the price of the pieces less this. */
  discountPaise: number
  /** What of the gross the shop paid. */
  shopDiscountPaise: number
  /** What of the gross is the charge for delivery. */
  deliveryPaise: number
  grossPaise: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  utgstPaise: number
  igstPaise: number
}

/** With both discounts and the charge of the whole order, and which of its pieces were sold. */
interface FactsRow extends Omit<InvoiceFacts, 'discountPaise' | 'shopDiscountPaise'> {
  goodsPaise: number
  sellersPaise: number
  shopsPaise: number
  cancelledUnits: number
  ordered: number
}

/** Undefined for an order that is not sold, or that has an invoice. The caller has locked the order. */
export async function readInvoiceFacts(tx: Tx, orderId: string): Promise<InvoiceFacts | undefined> {
  const [row] = await tx.query<FactsRow>(sql`
    select o.order_id as "orderId", o.number as "orderNumber",
      (o.placed_at at time zone 'Asia/Kolkata')::date::text as "orderedOn", p.id as "paymentId",
      o.customer_id as "customerId", o.seller_id as "sellerId", x.identity_id as "identityId",
      s.company_name as "sellerName", s.address as "sellerAddress",
      x.seller_gstin as "sellerGstin", x.seller_state as "sellerState", k.buyer_name as "buyerName",
      k.buyer_business_name as "buyerBusinessName", k.buyer_gstin as "buyerGstin", o.street, o.city, o.pin_code as "pinCode",
      x.place_of_supply as "placeOfSupply", o.product_name as description, x.hsn_code as "hsnCode",
      o.units as quantity, x.rate_bp as "rateBp", b.amount_paise - b.delivery_paise as "goodsPaise", b.delivery_paise as "deliveryPaise",
      b.seller_discount_paise as "sellersPaise",
      b.shop_discount_paise as "shopsPaise", b.cancelled_units as "cancelledUnits", b.quantity as ordered, o.gross_paise as "grossPaise", o.taxable_paise as "taxablePaise",
      o.cgst_paise as "cgstPaise", o.sgst_paise as "sgstPaise", o.utgst_paise as "utgstPaise",
      o.igst_paise as "igstPaise"
    from sold_order o join order_tax x on x.order_id = o.order_id
    join purchase k on k.id = o.checkout_id join payment p on p.checkout_id = o.checkout_id and p.outcome = 'order'
    join identity_version s on s.id = x.identity_id
    join placed_order b on b.id = o.order_id
    where o.order_id = ${orderId}
      and not exists (select from tax_document d where d.order_id = o.order_id and d.kind = 'invoice')`)
  if (!row) return undefined
  const { goodsPaise, sellersPaise, shopsPaise, cancelledUnits, ordered, ...facts } = row
  const of = (paise: number) => partOf(paise, cancelledUnits, facts.quantity, ordered)
  // The price of the pieces is exact: what is taken off is the rest of it.
  const soldPaise = of(goodsPaise + shopsPaise)
  return {
    ...facts,
    discountPaise: of(goodsPaise + shopsPaise + sellersPaise) - soldPaise,
    shopDiscountPaise: soldPaise - of(goodsPaise),
    deliveryPaise: of(facts.deliveryPaise),
  }
}

export interface TakenNumber {
  financialYear: number
  no: number
  issuedOn: string
}

/**
 * Increments the series that the GST number has in the financial year, whoever sells under it. Its row stays locked until the transaction ends, and a rollback frees
 * the number. The day is read while the lock is held, so that dates ascend with the numbers. A series that was begun before
 * midnight of 31 March ends on that day. A credit note is not dated before its invoice, which a clock that was ahead may have
 * dated later than today.
 */
export async function takeNumber(
  tx: Tx,
  {
    gstin,
    kind,
    at,
    invoiceId,
  }: { gstin: string; kind: DocumentKind; at?: Date | undefined; invoiceId?: string },
): Promise<TakenNumber> {
  const moment = sql`greatest((select issued_on::timestamp from tax_document where id = ${invoiceId ?? null}),
    coalesce(${at ?? null}::timestamptz, clock_timestamp()) at time zone 'Asia/Kolkata')`
  return singleRow(
    await tx.query<TakenNumber>(sql`
      insert into invoice_series as s (gstin, financial_year, kind, last_no, last_on)
      select ${gstin}, extract(year from t.local - interval '3 months')::int, ${kind}, 1, t.local::date
      from (select ${moment} as local) t
      on conflict (gstin, financial_year, kind) do update set last_no = s.last_no + 1,
        last_on = greatest(s.last_on, least((${moment})::date, make_date(s.financial_year + 1, 3, 31)))
      returning financial_year as "financialYear", last_no as no, last_on::text as "issuedOn"`),
  )
}

export interface NewInvoice extends InvoiceFacts, TakenNumber {
  id: string
  serial: string
  issuedAt: Date | undefined
  sellerStateCode: string
  placeOfSupplyCode: string
}

export async function insertInvoice(tx: Tx, row: NewInvoice): Promise<void> {
  await tx.query(sql`
    insert into tax_document (id, kind, seller_id, financial_year, no, serial, issued_on, issued_at, order_id, customer_id,
      order_number, ordered_on, payment_id, seller_name, seller_address, seller_gstin, seller_state, seller_state_code,
      buyer_name, buyer_business_name, buyer_gstin, delivery_street, delivery_city, delivery_pin_code, place_of_supply,
      place_of_supply_code, description, hsn_code, quantity, rate_bp, gross_paise, taxable_paise, cgst_paise, sgst_paise,
      utgst_paise, igst_paise, identity_id, discount_paise, shop_discount_paise, delivery_paise)
    values (${row.id}, 'invoice', ${row.sellerId}, ${row.financialYear}, ${row.no}, ${row.serial}, ${row.issuedOn}::date,
      coalesce(${row.issuedAt ?? null}::timestamptz, clock_timestamp()), ${row.orderId}, ${row.customerId},
      ${row.orderNumber}, ${row.orderedOn}::date, ${row.paymentId}, ${row.sellerName}, ${row.sellerAddress},
      ${row.sellerGstin}, ${row.sellerState}, ${row.sellerStateCode}, ${row.buyerName}, ${row.buyerBusinessName},
      ${row.buyerGstin}, ${row.street}, ${row.city}, ${row.pinCode}, ${row.placeOfSupply}, ${row.placeOfSupplyCode},
      ${row.description}, ${row.hsnCode}, ${row.quantity}, ${row.rateBp}, ${row.grossPaise}, ${row.taxablePaise},
      ${row.cgstPaise}, ${row.sgstPaise}, ${row.utgstPaise}, ${row.igstPaise}, ${row.identityId},
      ${row.discountPaise}, ${row.shopDiscountPaise}, ${row.deliveryPaise})`)
}

export interface ReversalFacts {
  orderId: string
  sellerGstin: string
  cause: 'returned' | 'undelivered' | 'lost' | 'price-reduced'
  /** Null where the sale has no invoice yet. */
  invoiceId: string | null
}

export async function readReversal(tx: Tx, reversalId: string): Promise<ReversalFacts> {
  return singleRow(
    await tx.query<ReversalFacts>(sql`
      select r.order_id as "orderId", x.seller_gstin as "sellerGstin", r.cause, d.id as "invoiceId"
      from order_reversal r join order_tax x on x.order_id = r.order_id
      left join tax_document d on d.order_id = r.order_id and d.kind = 'invoice'
      where r.id = ${reversalId}`),
  )
}

/** Parts of the gross of a credit note. */
export interface CreditParts {
  deliveryPaise: number
  shopPaise: number
}

/** Supplier, recipient and goods are those of the invoice; quantity and amounts are those of the reversal. */
export async function insertCreditNote(
  tx: Tx,
  note: TakenNumber & {
    id: string
    serial: string
    reversalId: string
    invoiceId: string
    reason: string
    /** Null: all that the invoice has. */
    parts: CreditParts | null
  },
): Promise<void> {
  await tx.query(sql`
    insert into tax_document (id, kind, seller_id, financial_year, no, serial, issued_on, issued_at, order_id, reversal_id,
      customer_id, order_number, ordered_on, payment_id, seller_name, seller_address, seller_gstin, seller_state,
      seller_state_code, buyer_name, buyer_business_name, buyer_gstin, delivery_street, delivery_city, delivery_pin_code,
      place_of_supply, place_of_supply_code, description, hsn_code, quantity, unit, rate_bp, gross_paise, taxable_paise,
      cgst_paise, sgst_paise, utgst_paise, igst_paise, reverse_charge, invoice_id, invoice_serial, invoice_on, reason, delivery_paise,
      shop_discount_paise)
    select ${note.id}, 'credit-note', d.seller_id, ${note.financialYear}, ${note.no}, ${note.serial}, ${note.issuedOn}::date,
      clock_timestamp(), d.order_id, r.id, d.customer_id, d.order_number, d.ordered_on, d.payment_id, d.seller_name,
      d.seller_address, d.seller_gstin, d.seller_state, d.seller_state_code, d.buyer_name, d.buyer_business_name,
      d.buyer_gstin, d.delivery_street, d.delivery_city, d.delivery_pin_code, d.place_of_supply, d.place_of_supply_code,
      d.description, d.hsn_code, r.units, d.unit, d.rate_bp, r.gross_paise, r.taxable_paise, r.cgst_paise, r.sgst_paise,
      r.utgst_paise, r.igst_paise, d.reverse_charge, d.id, d.serial, d.issued_on, ${note.reason},
      coalesce(${note.parts?.deliveryPaise ?? null}::bigint, d.delivery_paise),
      -- Earlier credits have their parts of what the shop paid: the last one has what is left.
      least(coalesce(${note.parts?.shopPaise ?? null}::bigint, d.shop_discount_paise), d.shop_discount_paise
        - (select coalesce(sum(n.shop_discount_paise), 0) from tax_document n where n.order_id = d.order_id and n.kind = 'credit-note'))
    from tax_document d join order_reversal r on r.id = ${note.reversalId} where d.id = ${note.invoiceId}`)
}

/** The invoice of an order, for the mail that brings it. */
export async function findInvoiceOfOrder(db: Queryable, orderId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from tax_document where order_id = ${orderId} and kind = 'invoice'`)
  return row?.id
}

/** A document with the data of its PDF. Days are YYYY-MM-DD. */
export interface DocumentRow {
  id: string
  kind: DocumentKind
  serial: string
  issuedOn: string
  issuedAt: Date
  orderNumber: string
  orderedOn: string
  paymentId: string
  sellerName: string
  sellerAddress: string
  sellerGstin: string
  sellerState: string
  sellerStateCode: string
  buyerName: string
  buyerBusinessName: string | null
  buyerGstin: string | null
  street: string
  city: string
  pinCode: string
  placeOfSupply: string
  placeOfSupplyCode: string
  description: string
  hsnCode: string | null
  quantity: number
  unit: string
  rateBp: number
  discountPaise: number
  shopDiscountPaise: number
  deliveryPaise: number
  grossPaise: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  utgstPaise: number
  igstPaise: number
  reverseCharge: boolean
  invoiceSerial: string | null
  invoiceOn: string | null
  reason: string | null
}

export async function findDocument(db: Queryable, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.query<DocumentRow>(sql`
    select id, kind, serial, issued_on::text as "issuedOn", issued_at as "issuedAt", order_number as "orderNumber",
      ordered_on::text as "orderedOn", payment_id as "paymentId", seller_name as "sellerName",
      seller_address as "sellerAddress", seller_gstin as "sellerGstin", seller_state as "sellerState",
      seller_state_code as "sellerStateCode", buyer_name as "buyerName", buyer_business_name as "buyerBusinessName",
      buyer_gstin as "buyerGstin", delivery_street as street, delivery_city as city, delivery_pin_code as "pinCode",
      place_of_supply as "placeOfSupply", place_of_supply_code as "placeOfSupplyCode", description, hsn_code as "hsnCode",
      quantity, unit, rate_bp as "rateBp", discount_paise as "discountPaise",
      shop_discount_paise as "shopDiscountPaise", delivery_paise as "deliveryPaise", gross_paise as "grossPaise", taxable_paise as "taxablePaise",
      cgst_paise as "cgstPaise", sgst_paise as "sgstPaise", utgst_paise as "utgstPaise", igst_paise as "igstPaise",
      reverse_charge as "reverseCharge", invoice_serial as "invoiceSerial", invoice_on::text as "invoiceOn", reason
    from tax_document where id = ${id}`)
  return row
}

/** Whether this account is the buyer or the seller of the document. */
export async function findOwnDocument(
  db: Queryable,
  id: string,
  accountId: string,
): Promise<{ serial: string } | undefined> {
  const [row] = await db.query<{ serial: string }>(sql`
    select serial from tax_document where id = ${id} and ${accountId}::uuid in (customer_id, seller_id)`)
  return row
}

export async function findSerial(db: Queryable, id: string): Promise<{ serial: string } | undefined> {
  return (await db.query<{ serial: string }>(sql`select serial from tax_document where id = ${id}`))[0]
}

export async function findFile(db: Queryable, id: string): Promise<Buffer | undefined> {
  return (
    await db.query<{ pdf: Buffer }>(sql`select pdf from tax_document_file where document_id = ${id}`)
  )[0]?.pdf
}

/** An existing file stays. */
export async function insertFile(db: Queryable, id: string, pdf: Buffer): Promise<void> {
  await db.query(sql`
    insert into tax_document_file (document_id, pdf) values (${id}, ${pdf}) on conflict do nothing`)
}
