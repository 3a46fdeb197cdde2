/** SQL of the shop's own invoices and credit notes. Amounts are paise, days YYYY-MM-DD. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { containing } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { DocumentKind } from '../invoices/rules.ts'
import type { Fees, ServiceLine, Sums } from './rules.ts'

/** The first day of the first month whose sellers have not all got their invoice. */
export async function nextMonth(db: Queryable): Promise<string> {
  const rows = await db.query<{ month: string }>(
    sql`select next_month::text as month from shop_document_progress`,
  )
  return singleRow(rows).month
}

/** The same with the row locked: one transaction at a time issues documents. */
export async function lockNextMonth(tx: Tx): Promise<string> {
  const rows = await tx.query<{ month: string }>(
    sql`select next_month::text as month from shop_document_progress for update`,
  )
  return singleRow(rows).month
}

/** All sellers have their documents of `month`; does nothing where another run was faster. */
export async function endMonth(tx: Tx, month: string, next: string): Promise<void> {
  await tx.query(
    sql`update shop_document_progress set next_month = ${next}::date where next_month = ${month}::date`,
  )
}

/** Nothing is invoiced before this month: the operator has said so. */
export async function beginWith(tx: Tx, month: string): Promise<void> {
  await tx.query(sql`
    update shop_document_progress set first_month = ${month}::date, next_month = ${month}::date
    where next_month < ${month}::date`)
}

/** In the calendar of India. */
const within = (from: string, to: string | null) => sql`
  f.happened_at >= (${from}::date)::timestamp at time zone 'Asia/Kolkata'
    ${to === null ? emptySql : sql`and f.happened_at < (${to}::date)::timestamp at time zone 'Asia/Kolkata'`}`
const isOpen = sql`not exists (select from shop_document_fee d where d.entry_id = f.entry_id and d.part = f.part)`

export interface SellerToCharge {
  sellerId: string
  gstin: string
}

/** Sellers with charges of a month that no document has, by the GST number under which they sold. */
export async function sellersToCharge(
  db: Queryable,
  from: string,
  to: string,
  limit: number,
): Promise<SellerToCharge[]> {
  return db.query(sql`
    select x.seller_id as "sellerId", x.seller_gstin as gstin
    from shop_fee f join tax_document x on x.order_id = f.order_id and x.kind = 'invoice'
    where f.payer = 'seller' and f.part = 'charge' and ${within(from, to)} and ${isOpen}
    group by 1, 2 order by 1, 2 limit ${limit}`)
}

/** Invoices of which something that they charged was given back in a month, and no credit note says so. */
export async function invoicesToCredit(
  db: Queryable,
  from: string,
  to: string,
  limit: number,
): Promise<{ id: string }[]> {
  return db.query(sql`
    select i.document_id as id from shop_fee f
    join shop_document_fee i on i.entry_id = f.of_entry_id and i.part = 'charge'
    where f.part = 'credit' and ${within(from, to)} and ${isOpen}
    group by 1 order by 1 limit ${limit}`)
}

export interface BuyerToCharge {
  entryId: number
  orderId: string
}

/** Ways back that buyers have paid since a day, and that no document has. */
export async function buyersToCharge(db: Queryable, from: string, limit: number): Promise<BuyerToCharge[]> {
  return db.query(sql`
    select f.entry_id as "entryId", f.order_id as "orderId" from shop_fee f
    where f.payer = 'buyer' and ${within(from, null)} and ${isOpen}
      and exists (select from tax_document x where x.order_id = f.order_id and x.kind = 'invoice')
    order by 1 limit ${limit}`)
}

/** Puts these fees into the document, which follows in this transaction, and returns their sums by rate. */
async function takeFees(tx: Tx, documentId: string, which: Sql): Promise<Fees[]> {
  return tx.query(sql`
    with taken as (
      insert into shop_document_fee (entry_id, part, document_id, commission_paise, commission_gst_paise, shipping_paise,
        shipping_gst_paise)
      select f.entry_id, f.part, ${documentId}::uuid, f.commission_paise, f.commission_gst_paise, f.shipping_paise,
        f.shipping_gst_paise
      from shop_fee f where ${which} and ${isOpen}
      returning *
    )
    select f.rate_bp as "rateBp", sum(t.commission_paise)::bigint as "commissionPaise",
      sum(t.commission_gst_paise)::bigint as "commissionGstPaise", sum(t.shipping_paise)::bigint as "shippingPaise",
      sum(t.shipping_gst_paise)::bigint as "shippingGstPaise"
    from taken t join shop_fee f on f.entry_id = t.entry_id and f.part = t.part group by 1 order by 1 desc`)
}

export const takeSellersCharges = (
  tx: Tx,
  documentId: string,
  of: SellerToCharge,
  from: string,
  to: string,
) =>
  takeFees(
    tx,
    documentId,
    sql`f.payer = 'seller' and f.part = 'charge' and ${within(from, to)} and exists (
      select from tax_document x where x.order_id = f.order_id and x.kind = 'invoice' and x.seller_id = ${of.sellerId}
        and x.seller_gstin = ${of.gstin})`,
  )

export const takeCredits = (tx: Tx, documentId: string, invoiceId: string, from: string, to: string) =>
  takeFees(
    tx,
    documentId,
    sql`f.part = 'credit' and ${within(from, to)} and exists (
      select from shop_document_fee i
      where i.entry_id = f.of_entry_id and i.part = 'charge' and i.document_id = ${invoiceId})`,
  )

export const takeWayBack = (tx: Tx, documentId: string, { entryId }: BuyerToCharge) =>
  takeFees(tx, documentId, sql`f.payer = 'buyer' and f.entry_id = ${entryId}`)

export interface Recipient {
  sellerId: string | null
  month: string | null
  customerId: string | null
  orderId: string | null
  orderNumber: string | null
  name: string
  address: string
  gstin: string | null
  placeOfSupply: string
  placeOfSupplyCode: string
}

/** As on the newest invoice that was made in the name of the seller with this GST number. */
export async function readSeller(
  tx: Tx,
  { sellerId, gstin }: SellerToCharge,
  month: string,
): Promise<Recipient> {
  return singleRow(
    await tx.query<Recipient>(sql`
      select x.seller_id as "sellerId", ${month}::text as month, null::uuid as "customerId", null::uuid as "orderId",
        null as "orderNumber", x.seller_name as name, x.seller_address as address, x.seller_gstin as gstin,
        x.seller_state as "placeOfSupply", x.seller_state_code as "placeOfSupplyCode"
      from tax_document x where x.seller_id = ${sellerId} and x.seller_gstin = ${gstin} and x.kind = 'invoice'
      order by x.issued_on desc, x.id desc limit 1`),
  )
}

/** The buyer of an order, as its invoice names them. */
export async function readBuyer(tx: Tx, orderId: string): Promise<Recipient> {
  return singleRow(
    await tx.query<Recipient>(sql`
      select null::uuid as "sellerId", null as month, x.customer_id as "customerId", x.order_id as "orderId",
        x.order_number as "orderNumber", coalesce(x.buyer_business_name, x.buyer_name) as name,
        concat_ws(', ', x.delivery_street, x.delivery_city, x.place_of_supply) || ' - ' || x.delivery_pin_code as address,
        x.buyer_gstin as gstin, x.place_of_supply as "placeOfSupply", x.place_of_supply_code as "placeOfSupplyCode"
      from tax_document x where x.order_id = ${orderId} and x.kind = 'invoice'`),
  )
}

export interface TakenShopNumber {
  no: number
  /** Not before the last one of the series: a clock may have been set back. */
  issuedOn: string
}

/** The caller has locked the progress. */
export async function nextNumber(
  tx: Tx,
  series: { gstin: string; financialYear: number; kind: DocumentKind },
  day: string,
): Promise<TakenShopNumber> {
  return singleRow(
    await tx.query<TakenShopNumber>(sql`
      select coalesce(max(no), 0) + 1 as no, greatest(max(last_on), ${day}::date)::text as "issuedOn"
      from end_of_shop_series(${series.gstin}, ${series.financialYear}, ${series.kind})`),
  )
}

export interface NewShopDocument extends Sums, TakenShopNumber {
  id: string
  kind: DocumentKind
  financialYear: number
  serial: string
  shop: { name: string; address: string; gstin: string; state: string; stateCode: string }
  to: Recipient
  lines: readonly ServiceLine[]
}

export async function insertShopInvoice(tx: Tx, row: NewShopDocument): Promise<void> {
  const { shop, to } = row
  await tx.query(sql`
    insert into shop_document (id, kind, shop_gstin, shop_name, shop_address, shop_state, shop_state_code, financial_year, no,
      serial, issued_on, seller_id, month, customer_id, order_id, order_number, recipient_name, recipient_address,
      recipient_gstin, place_of_supply, place_of_supply_code, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
      gross_paise)
    values (${row.id}, 'invoice', ${shop.gstin}, ${shop.name}, ${shop.address}, ${shop.state}, ${shop.stateCode},
      ${row.financialYear}, ${row.no}, ${row.serial}, ${row.issuedOn}::date, ${to.sellerId}, ${to.month}::date, ${to.customerId},
      ${to.orderId}, ${to.orderNumber}, ${to.name}, ${to.address}, ${to.gstin}, ${to.placeOfSupply}, ${to.placeOfSupplyCode},
      ${row.taxablePaise}, ${row.cgstPaise}, ${row.sgstPaise}, ${row.utgstPaise}, ${row.igstPaise}, ${row.grossPaise})`)
  await insertLines(tx, row.id, row.lines)
}

/** Supplier and recipient are those of the invoice. */
export async function insertShopCreditNote(
  tx: Tx,
  row: Omit<NewShopDocument, 'shop' | 'to' | 'kind'> & { invoiceId: string; month: string; reason: string },
): Promise<void> {
  await tx.query(sql`
    insert into shop_document (id, kind, shop_gstin, shop_name, shop_address, shop_state, shop_state_code, financial_year, no,
      serial, issued_on, seller_id, month, recipient_name, recipient_address, recipient_gstin, place_of_supply,
      place_of_supply_code, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise, gross_paise, invoice_id,
      invoice_serial, invoice_on, reason)
    select ${row.id}, 'credit-note', i.shop_gstin, i.shop_name, i.shop_address, i.shop_state, i.shop_state_code,
      ${row.financialYear}, ${row.no}, ${row.serial}, ${row.issuedOn}::date, i.seller_id, ${row.month}::date, i.recipient_name,
      i.recipient_address, i.recipient_gstin, i.place_of_supply, i.place_of_supply_code, ${row.taxablePaise}, ${row.cgstPaise},
      ${row.sgstPaise}, ${row.utgstPaise}, ${row.igstPaise}, ${row.grossPaise}, i.id, i.serial, i.issued_on, ${row.reason}
    from shop_document i where i.id = ${row.invoiceId}`)
  await insertLines(tx, row.id, row.lines)
}

async function insertLines(tx: Tx, id: string, lines: readonly ServiceLine[]): Promise<void> {
  await tx.query(sql`
    insert into shop_document_line (document_id, no, sac, description, rate_bp, taxable_paise, cgst_paise, sgst_paise,
      utgst_paise, igst_paise, gross_paise)
    select ${id}::uuid, l.no, l.sac, l.description, l."rateBp", l."taxablePaise", l."cgstPaise", l."sgstPaise", l."utgstPaise",
      l."igstPaise", l."grossPaise"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ no: index + 1, ...line })))}::jsonb) as l (no int,
      sac text, description text, "rateBp" int, "taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint,
      "utgstPaise" bigint, "igstPaise" bigint, "grossPaise" bigint)`)
}

/** Supplier and place of supply of an invoice: they decide the tax of its credit notes. */
export async function readInvoicePlaces(
  tx: Tx,
  id: string,
): Promise<{
  shopGstin: string
  shopState: string
  placeOfSupply: string
  sellerId: string
  issuedOn: string
}> {
  return singleRow(
    await tx.query<{
      shopGstin: string
      shopState: string
      placeOfSupply: string
      sellerId: string
      issuedOn: string
    }>(sql`
      select shop_gstin as "shopGstin", shop_state as "shopState", place_of_supply as "placeOfSupply", seller_id as "sellerId",
        issued_on::text as "issuedOn"
      from shop_document where id = ${id}`),
  )
}

/** Who is told of a document of the shop. */
export async function contactOf(
  db: Queryable,
  id: string,
): Promise<{ email: string; name: string } | undefined> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select l.email, l.company_name as name from shop_document d join payee l on l.id = d.seller_id where d.id = ${id}
    union all
    select p.buyer_email, p.buyer_name
    from shop_document d join placed_order o on o.id = d.order_id join purchase p on p.id = o.checkout_id where d.id = ${id}`)
  return row
}

/** A document with the data of its PDF. */
export interface ShopDocumentRow extends Sums {
  id: string
  kind: DocumentKind
  serial: string
  issuedOn: string
  issuedAt: Date
  month: string | null
  orderNumber: string | null
  shopName: string
  shopAddress: string
  shopGstin: string
  shopState: string
  shopStateCode: string
  recipientName: string
  recipientAddress: string
  recipientGstin: string | null
  placeOfSupply: string
  placeOfSupplyCode: string
  invoiceSerial: string | null
  invoiceOn: string | null
  reason: string | null
  lines: ServiceLine[]
}

export async function findShopDocument(db: Queryable, id: string): Promise<ShopDocumentRow | undefined> {
  const [row] = await db.query<ShopDocumentRow>(sql`
    select d.id, d.kind, d.serial, d.issued_on::text as "issuedOn", d.issued_at as "issuedAt", d.month::text as month,
      d.order_number as "orderNumber", d.shop_name as "shopName", d.shop_address as "shopAddress", d.shop_gstin as "shopGstin",
      d.shop_state as "shopState", d.shop_state_code as "shopStateCode", d.recipient_name as "recipientName",
      d.recipient_address as "recipientAddress", d.recipient_gstin as "recipientGstin", d.place_of_supply as "placeOfSupply",
      d.place_of_supply_code as "placeOfSupplyCode", d.taxable_paise as "taxablePaise", d.cgst_paise as "cgstPaise",
      d.sgst_paise as "sgstPaise", d.utgst_paise as "utgstPaise", d.igst_paise as "igstPaise", d.gross_paise as "grossPaise",
      d.invoice_serial as "invoiceSerial", d.invoice_on::text as "invoiceOn", d.reason,
      (select json_agg(json_build_object('sac', l.sac, 'description', l.description, 'rateBp', l.rate_bp,
        'taxablePaise', l.taxable_paise, 'cgstPaise', l.cgst_paise, 'sgstPaise', l.sgst_paise, 'utgstPaise', l.utgst_paise,
        'igstPaise', l.igst_paise, 'grossPaise', l.gross_paise) order by l.no)
        from shop_document_line l where l.document_id = d.id) as lines
    from shop_document d where d.id = ${id}`)
  return row
}

/** A document of anybody, or only of this seller or buyer. */
export async function findShopSerial(
  db: Queryable,
  id: string,
  accountId: string | null,
): Promise<{ serial: string } | undefined> {
  const own = accountId === null ? emptySql : sql`and ${accountId}::uuid in (seller_id, customer_id)`
  return (
    await db.query<{ serial: string }>(sql`select serial from shop_document where id = ${id} ${own}`)
  )[0]
}

export async function findShopFile(db: Queryable, id: string): Promise<Buffer | undefined> {
  const rows = await db.query<{ pdf: Buffer }>(
    sql`select pdf from shop_document_file where document_id = ${id}`,
  )
  return rows[0]?.pdf
}

/** An existing file stays. */
export async function insertShopFile(db: Queryable, id: string, pdf: Buffer): Promise<void> {
  await db.query(
    sql`insert into shop_document_file (document_id, pdf) values (${id}, ${pdf}) on conflict do nothing`,
  )
}

export interface ListedShopDocument {
  id: string
  kind: DocumentKind
  serial: string
  issuedOn: string
  month: string | null
  orderNumber: string | null
  recipientName: string
  recipientGstin: string | null
  taxablePaise: number
  grossPaise: number
}

/** Documents of one seller, or of all recipients. `q` is a part of a name, a serial or a GST number. */
export interface ShopDocumentFilter {
  sellerId?: string | undefined
  q?: string | undefined
}

const matches = ({ sellerId, q }: ShopDocumentFilter) => sql`
  ${sellerId ? sql`and d.seller_id = ${sellerId}` : emptySql}
  ${q ? sql`and (d.recipient_name ilike ${containing(q)} or d.serial = ${q.toUpperCase()} or d.recipient_gstin = ${q.toUpperCase()})` : emptySql}`

export async function listShopDocumentRows(
  db: Queryable,
  filter: ShopDocumentFilter,
  limit: number,
  before: string,
): Promise<ListedShopDocument[]> {
  return db.query(sql`
    select d.id, d.kind, d.serial, d.issued_on::text as "issuedOn", d.month::text as month, d.order_number as "orderNumber",
      d.recipient_name as "recipientName", d.recipient_gstin as "recipientGstin", d.taxable_paise as "taxablePaise",
      d.gross_paise as "grossPaise"
    from shop_document d where d.id < ${before} ${matches(filter)} order by d.id desc limit ${limit}`)
}

export const countShopDocuments = (db: Queryable, filter: ShopDocumentFilter): Promise<number> =>
  countRows(db, sql`select from shop_document d where true ${matches(filter)}`)
