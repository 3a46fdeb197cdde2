/** SQL of a seller's documents of a month, as the tables of GSTR-1 group them. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DocumentKind } from './rules.ts'

export interface SellersMonth {
  sellerId: string
  /** A return is of one registration. */
  gstin: string
  /** YYYY-MM. */
  month: string
}

/**
 * 'b2b': to a business that gave its GST number; 'b2cl': a large invoice to another state; 'b2cs': all others with tax; 'nil':
 * without tax. A credit note is in the group of its invoice.
 */
export type SupplyGroup = 'b2b' | 'b2cl' | 'b2cs' | 'nil'

const documentsOf = ({ sellerId, gstin, month }: SellersMonth) => sql`
    select d.*, case d.kind when 'invoice' then 1 else -1 end as sign,
      case when d.rate_bp = 0 then 'nil' when d.buyer_gstin is not null then 'b2b'
        when d.seller_state <> d.place_of_supply and coalesce(i.gross_paise, d.gross_paise)
          > gstr1_large_paise(coalesce(d.invoice_on, d.issued_on)) then 'b2cl'
        else 'b2cs' end as supply
    from tax_document d left join tax_document i on i.id = d.invoice_id
    where d.seller_id = ${sellerId} and d.seller_gstin = ${gstin} and d.issued_on >= (${month} || '-01')::date
      and d.issued_on < (${month} || '-01')::date + interval '1 month'`

export interface ListedDocument {
  no: number
  serial: string
  issuedOn: string
  buyerGstin: string | null
  buyerName: string
  placeOfSupply: string
  placeOfSupplyCode: string
  rateBp: number
  grossPaise: number
  taxablePaise: number
}

/** Documents of one kind and group in the order of their numbers, from above `after`. A month is in one financial year. */
export async function listDocuments(
  db: Queryable,
  month: SellersMonth,
  { kind, supply }: { kind: DocumentKind; supply: SupplyGroup },
  after: number,
  limit: number,
): Promise<ListedDocument[]> {
  return db.query(sql`
    select no, serial, issued_on::text as "issuedOn", buyer_gstin as "buyerGstin",
      coalesce(buyer_business_name, buyer_name) as "buyerName", place_of_supply as "placeOfSupply",
      place_of_supply_code as "placeOfSupplyCode", rate_bp as "rateBp", gross_paise as "grossPaise",
      taxable_paise as "taxablePaise"
    from (${documentsOf(month)}) m
    where kind = ${kind} and supply = ${supply} and no > ${after} order by no limit ${limit}`)
}

export interface SmallSupplies {
  placeOfSupply: string
  placeOfSupplyCode: string
  rateBp: number
  taxablePaise: number
}

/** The small supplies to consumers less their credit notes, by place of supply and rate; none where nothing is left. */
export async function sumSmallSupplies(db: Queryable, month: SellersMonth): Promise<SmallSupplies[]> {
  return db.query(sql`
    select place_of_supply as "placeOfSupply", place_of_supply_code as "placeOfSupplyCode", rate_bp as "rateBp",
      sum(sign * taxable_paise)::bigint as "taxablePaise"
    from (${documentsOf(month)}) m where supply = 'b2cs' group by 1, 2, 3
    having sum(sign * taxable_paise) <> 0 order by 2, 3`)
}

export interface SuppliesWithoutTax {
  isBetweenStates: boolean
  isToBusiness: boolean
  grossPaise: number
}

export async function sumSuppliesWithoutTax(
  db: Queryable,
  month: SellersMonth,
): Promise<SuppliesWithoutTax[]> {
  return db.query(sql`
    select seller_state <> place_of_supply as "isBetweenStates", buyer_gstin is not null as "isToBusiness",
      sum(sign * gross_paise)::bigint as "grossPaise"
    from (${documentsOf(month)}) m where supply = 'nil' group by 1, 2
    having sum(sign * gross_paise) <> 0 order by 1 desc, 2 desc`)
}

export interface HsnSummary {
  isToBusiness: boolean
  hsnCode: string | null
  unit: string
  rateBp: number
  quantity: number
  grossPaise: number
  taxablePaise: number
  cgstPaise: number
  stateTaxPaise: number
  igstPaise: number
}

/** All supplies less their credit notes, by HSN code and rate; those to businesses separately. None where nothing is left. */
export async function sumByHsn(db: Queryable, month: SellersMonth): Promise<HsnSummary[]> {
  return db.query(sql`
    select buyer_gstin is not null as "isToBusiness", hsn_code as "hsnCode", unit, rate_bp as "rateBp",
      sum(sign * quantity)::bigint as quantity, sum(sign * gross_paise)::bigint as "grossPaise",
      sum(sign * taxable_paise)::bigint as "taxablePaise", sum(sign * cgst_paise)::bigint as "cgstPaise",
      sum(sign * (sgst_paise + utgst_paise))::bigint as "stateTaxPaise", sum(sign * igst_paise)::bigint as "igstPaise"
    from (${documentsOf(month)}) m group by 1, 2, 3, 4
    having sum(sign * quantity) <> 0 or sum(sign * gross_paise) <> 0
      or sum(sign * taxable_paise) <> 0 or sum(sign * igst_paise) <> 0 order by 1 desc, 2, 4`)
}

export interface Registration {
  gstin: string
  /** The days of the first and the last document under it. */
  from: string
  to: string
}

export interface SeriesOfMonth {
  kind: DocumentKind
  financialYear: number
  first: number
  last: number
  issued: number
}

/** Numbers without a gap between them. Where one is missing, another seller who has the GST number now, or had it, used it. */
export async function readSeries(db: Queryable, month: SellersMonth): Promise<SeriesOfMonth[]> {
  return db.query(sql`
    select kind, financial_year as "financialYear", min(no) as first, max(no) as last, count(*) as issued
    from (select kind, financial_year, no,
        no - row_number() over (partition by kind, financial_year order by no) as run from (${documentsOf(month)}) m) r
    group by kind, financial_year, run order by kind desc, financial_year, min(no)`)
}

/** The GST numbers under which the seller has documents, the newest first. */
export async function findRegistrations(db: Queryable, sellerId: string): Promise<Registration[]> {
  return db.query(sql`
    select seller_gstin as gstin, min(issued_on)::text as "from", max(issued_on)::text as "to"
    from tax_document where seller_id = ${sellerId} group by seller_gstin order by max(issued_at) desc limit 50`)
}

/** Those of a month. */
export async function registrationsOfMonth(
  db: Queryable,
  { sellerId, month }: { sellerId: string; month: string },
): Promise<string[]> {
  const rows = await db.query<{ gstin: string }>(sql`
    select distinct seller_gstin as gstin from tax_document
    where seller_id = ${sellerId} and issued_on >= (${month} || '-01')::date
      and issued_on < (${month} || '-01')::date + interval '1 month' order by 1`)
  return rows.map(({ gstin }) => gstin)
}
