/** SQL of the sums of a month. Amounts are paise. */
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface MonthRow {
  sellerId: string
  company: string
  gst: string
  /** Sales, with tax and without. */
  grossPaise: number
  taxablePaise: number
  /** Reversed in this month, of sales of any month. */
  grossBackPaise: number
  taxableBackPaise: number
  /** Sales less reversals. */
  tcsInterPaise: number
  tcsIntraPaise: number
  tdsPaise: number
}

/**
 * Sums by seller and by the GST number on the documents. Only sellers after `after` with a sale or a reversal from `from` to
 * before `to`.
 */
export async function sumsOfMonth(
  db: Queryable,
  from: Date,
  to: Date,
  after: Pick<MonthRow, 'sellerId' | 'gst'> | null,
  limit: number,
): Promise<MonthRow[]> {
  return db.query(sql`
    select m.seller_id as "sellerId", l.company_name as company, m.gstin as gst, sum(m.gross)::bigint as "grossPaise",
      sum(m.taxable)::bigint as "taxablePaise", sum(m.gross_back)::bigint as "grossBackPaise",
      sum(m.taxable_back)::bigint as "taxableBackPaise",
      coalesce(sum(m.tcs) filter (where m.inter), 0)::bigint as "tcsInterPaise",
      coalesce(sum(m.tcs) filter (where not m.inter), 0)::bigint as "tcsIntraPaise", sum(m.tds)::bigint as "tdsPaise"
    from (
      select s.seller_id, x.seller_gstin as gstin, x.seller_state <> x.place_of_supply as inter, s.gross_paise as gross,
        s.taxable_paise as taxable, 0::bigint as gross_back, 0::bigint as taxable_back, s.tcs_paise as tcs, s.tds_paise as tds
      from sold_order s join order_tax x on x.order_id = s.order_id
      where s.sold_at >= ${from} and s.sold_at < ${to}
      union all
      select s.seller_id, x.seller_gstin, x.seller_state <> x.place_of_supply, 0, 0, r.gross_paise, r.taxable_paise,
        -r.tcs_paise, -r.tds_paise
      from order_reversal r join sold_order s on s.order_id = r.order_id join order_tax x on x.order_id = r.order_id
      where r.created_at >= ${from} and r.created_at < ${to} and r.cause <> 'exchanged') m
    join payee l on l.id = m.seller_id
    where (m.seller_id, m.gstin) > (coalesce(${after?.sellerId ?? null}::uuid, '00000000-0000-0000-0000-000000000000'),
      coalesce(${after?.gst ?? null}::text, ''))
    group by m.seller_id, l.company_name, m.gstin order by m.seller_id, m.gstin limit ${limit}`)
}
