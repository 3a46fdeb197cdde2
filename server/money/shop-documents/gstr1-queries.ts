/** SQL of the shop's documents of a month, as the tables of GSTR-1 group them. Amounts are paise. */
import type { Queryable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { DocumentKind } from '../invoices/rules.ts'

/** From a day to before another one. */
export interface Month {
  from: string
  to: string
}

const ofMonth = ({ from, to }: Month): Sql => sql`d.issued_on >= ${from}::date and d.issued_on < ${to}::date`
const sign = sql`case d.kind when 'invoice' then 1 else -1 end`

export interface TaxLine {
  /** Its place in the list. */
  key: string
  serial: string
  issuedOn: string
  gstin: string
  name: string
  placeOfSupply: string
  placeOfSupplyCode: string
  rateBp: number
  taxablePaise: number
  /** Of the whole document. */
  grossPaise: number
}

/** Documents to businesses by rate, from after the key `after`. */
export async function listTaxLines(
  db: Queryable,
  month: Month,
  kind: DocumentKind,
  after: string,
  limit: number,
): Promise<TaxLine[]> {
  return db.query(sql`
    select * from (
      select d.id || ':' || lpad(l.rate_bp::text, 5, '0') as key, d.serial, d.issued_on::text as "issuedOn",
        d.recipient_gstin as gstin, d.recipient_name as name, d.place_of_supply as "placeOfSupply",
        d.place_of_supply_code as "placeOfSupplyCode", l.rate_bp as "rateBp", sum(l.taxable_paise)::bigint as "taxablePaise",
        d.gross_paise as "grossPaise"
      from shop_document d join shop_document_line l on l.document_id = d.id
      where ${ofMonth(month)} and d.kind = ${kind} and d.recipient_gstin is not null
      group by d.id, l.rate_bp) t
    where key > ${after} order by key limit ${limit}`)
}

export interface ToConsumers {
  placeOfSupply: string
  placeOfSupplyCode: string
  rateBp: number
  taxablePaise: number
}

/** What consumers pay, by place and rate: no way back costs so much that its invoice is listed alone. */
export async function sumToConsumers(db: Queryable, month: Month): Promise<ToConsumers[]> {
  return db.query(sql`
    select d.place_of_supply as "placeOfSupply", d.place_of_supply_code as "placeOfSupplyCode", l.rate_bp as "rateBp",
      sum(${sign} * l.taxable_paise)::bigint as "taxablePaise"
    from shop_document d join shop_document_line l on l.document_id = d.id
    where ${ofMonth(month)} and d.recipient_gstin is null group by 1, 2, 3 order by 2, 3`)
}

export interface SacSummary {
  isToBusiness: boolean
  sac: string
  rateBp: number
  grossPaise: number
  taxablePaise: number
  cgstPaise: number
  stateTaxPaise: number
  igstPaise: number
}

export async function sumBySac(db: Queryable, month: Month): Promise<SacSummary[]> {
  return db.query(sql`
    select d.recipient_gstin is not null as "isToBusiness", l.sac, l.rate_bp as "rateBp",
      sum(${sign} * l.gross_paise)::bigint as "grossPaise", sum(${sign} * l.taxable_paise)::bigint as "taxablePaise",
      sum(${sign} * l.cgst_paise)::bigint as "cgstPaise",
      sum(${sign} * (l.sgst_paise + l.utgst_paise))::bigint as "stateTaxPaise", sum(${sign} * l.igst_paise)::bigint as "igstPaise"
    from shop_document d join shop_document_line l on l.document_id = d.id
    where ${ofMonth(month)} group by 1, 2, 3 order by 1 desc, 2, 3`)
}

export interface ShopSeries {
  kind: DocumentKind
  first: string
  last: string
  numbers: number
  issued: number
}

export async function readShopSeries(db: Queryable, month: Month): Promise<ShopSeries[]> {
  return db.query(sql`
    select d.kind, min(d.serial) as first, max(d.serial) as last, max(d.no) - min(d.no) + 1 as numbers, count(*) as issued
    from shop_document d where ${ofMonth(month)} group by d.shop_gstin, d.financial_year, d.kind order by 1 desc, 2`)
}
