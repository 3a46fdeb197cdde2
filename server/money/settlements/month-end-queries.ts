/** SQL of the sums of a month. Amounts are paise. */
import type { Queryable } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export interface MonthRow {
  sellerId: string
  company: string
  gst: string
  /** Sales with tax, and the value of the taxable ones without it: TCS is not on goods with a rate of 0 (section 52). */
  grossPaise: number
  taxablePaise: number
  /** Reversed in this month, of sales of any month. */
  grossBackPaise: number
  taxableBackPaise: number
  /** Sales less reversals. */
  tcsInterPaise: number
  tcsIntraPaise: number
  tdsPaise: number
  /** What the months before had more reversals than sales, and no month since could take: brought into this month. */
  broughtPaise: number
  broughtInterPaise: number
  broughtIntraPaise: number
}

/**
 * Sales and reversals by the day of their invoice or credit note, so that the operator's returns and the seller's own GSTR-1
 * cannot put one supply into two months.
 */
const movements = (which: Sql) => sql`(
      select d.seller_id, d.seller_gstin as gstin, date_trunc('month', d.issued_on)::date as month,
        d.seller_state <> d.place_of_supply as inter, d.rate_bp > 0 as is_taxed, s.gross_paise as gross,
        s.taxable_paise as taxable, 0::bigint as gross_back, 0::bigint as taxable_back, s.tcs_paise as tcs, s.tds_paise as tds
      from tax_document d join order_sale s on s.order_id = d.order_id
      where d.kind = 'invoice' and ${which}
      union all
      select d.seller_id, d.seller_gstin, date_trunc('month', d.issued_on)::date, d.seller_state <> d.place_of_supply,
        d.rate_bp > 0, 0, 0, r.gross_paise, r.taxable_paise, -r.tcs_paise, -r.tds_paise
      from tax_document d join order_reversal r on r.id = d.reversal_id
      where d.kind = 'credit-note' and ${which})`

/** Sums over the movements `m` of a month. */
const tcsInter = sql`coalesce(sum(m.tcs) filter (where m.inter), 0)::bigint`
const tcsIntra = sql`coalesce(sum(m.tcs) filter (where not m.inter), 0)::bigint`
/** What earlier months bring to the row `t` of this month. */
const brought = {
  value: sql`coalesce((select b.value from brought b where b.seller_id = t.seller_id and b.gstin = t.gstin), 0)::bigint`,
  inter: sql`coalesce((select b.inter from brought b where b.seller_id = t.seller_id and b.gstin = t.gstin), 0)::bigint`,
  intra: sql`coalesce((select b.intra from brought b where b.seller_id = t.seller_id and b.gstin = t.gstin), 0)::bigint`,
}
const taxed = (amount: Sql) => sql`coalesce(sum(${amount}) filter (where m.is_taxed), 0)::bigint`

/**
 * Sums by seller and by the GST number on the documents: of the sellers after `after` with a document from `from` to before
 * `to`, two first days of months. What is brought comes from the twelve months before: the largest excess of reversals over
 * sales in a row of months that ends before this one.
 */
export async function sumsOfMonth(
  db: Queryable,
  from: string,
  to: string,
  after: Pick<MonthRow, 'sellerId' | 'gst'> | null,
  limit: number,
): Promise<MonthRow[]> {
  return db.query(sql`
    with this_month as (
      select m.seller_id, m.gstin, sum(m.gross)::bigint as gross, ${taxed(sql`m.taxable`)} as taxable,
        sum(m.gross_back)::bigint as gross_back, ${taxed(sql`m.taxable_back`)} as taxable_back, ${tcsInter} as tcs_inter,
        ${tcsIntra} as tcs_intra, sum(m.tds)::bigint as tds
      from ${movements(sql`d.issued_on >= ${from}::date and d.issued_on < ${to}::date`)} m
      where (m.seller_id, m.gstin) > (coalesce(${after?.sellerId ?? null}::uuid, '00000000-0000-0000-0000-000000000000'),
        coalesce(${after?.gst ?? null}::text, ''))
      group by 1, 2 order by 1, 2 limit ${limit}
    ), excess as (
      select m.seller_id, m.gstin, ${taxed(sql`m.taxable_back - m.taxable`)} as value, -${tcsInter} as inter,
        -${tcsIntra} as intra, m.month
      from ${movements(sql`d.issued_on >= ${from}::date - interval '12 months' and d.issued_on < ${from}::date
          and d.seller_id in (select seller_id from this_month)`)} m
      group by m.seller_id, m.gstin, m.month
    ), brought as (
      select seller_id, gstin, greatest(0, max(value)) as value, greatest(0, max(inter)) as inter, greatest(0, max(intra)) as intra
      from (select seller_id, gstin, sum(value) over since as value, sum(inter) over since as inter, sum(intra) over since as intra
        from excess window since as (partition by seller_id, gstin order by month desc)) s
      group by 1, 2
    )
    select t.seller_id as "sellerId", l.company_name as company, t.gstin as gst, t.gross as "grossPaise",
      t.taxable as "taxablePaise", t.gross_back as "grossBackPaise", t.taxable_back as "taxableBackPaise",
      t.tcs_inter as "tcsInterPaise", t.tcs_intra as "tcsIntraPaise", t.tds as "tdsPaise",
      ${brought.value} as "broughtPaise", ${brought.inter} as "broughtInterPaise", ${brought.intra} as "broughtIntraPaise"
    from this_month t join payee l on l.id = t.seller_id
    order by t.seller_id, t.gstin`)
}
