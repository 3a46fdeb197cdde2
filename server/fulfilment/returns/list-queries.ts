/** SQL of the lists of returns: a seller's, and the administrator's. */
import { limits } from '../../../contract/limits.ts'
import type { ReturnState } from '../../../contract/return-words.ts'
import { type Queryable, singleRow } from '../../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { replacementFacts } from './queries.ts'
import { returnJson, type ReturnJson } from '../orders/return-columns.ts'

export interface ListedReturnRow {
  id: string
  return: ReturnJson
  createdAt: Date
  orderId: string
  number: string
  quantity: number
  productName: string
  productImage: string
  customerName: string
  customerEmail: string
  sellerCompany: string
  sellerEmail: string
  receivedAt: Date | null
  courierCode: number | null
  canReplace: boolean
  isReplaced: boolean
}

export interface ReturnFilter {
  sellerId?: string
  state?: ReturnState | undefined
  openOnly?: boolean
  /** The number of an order, or the e-mail of a buyer or seller. */
  q?: string | undefined
}

const matches = ({ sellerId, state, openOnly, q }: ReturnFilter): Sql => sql`
    ${sellerId ? sql`and r.seller_id = ${sellerId}` : emptySql} ${state ? sql`and r.state = ${state}` : emptySql}
    ${openOnly ? sql`and r.is_open` : emptySql}
    ${
      q
        ? sql`and (exists (select from orders o where o.id = r.order_id and o.number = upper(${q}))
            or exists (select from account a where a.email = lower(${q}) and (a.id = r.seller_id
              or a.id = (select o.customer_id from orders o where o.id = r.order_id))))`
        : emptySql
    }`

/** One page, newest first, from below the return `before`. */
export async function listReturnRows(
  db: Queryable,
  filter: ReturnFilter,
  limit: number,
  before: string,
): Promise<ListedReturnRow[]> {
  return db.query(sql`
    with page as materialized (
      select r.* from return_request r where r.id < ${before} ${matches(filter)} order by r.id desc limit ${limit}
    )
    select r.id, ${returnJson} as return, r.created_at as "createdAt", o.id as "orderId", o.number, o.quantity,
      o.product_name as "productName", o.product_image as "productImage",
      c.first_name || ' ' || c.last_name as "customerName", b.email as "customerEmail",
      s.company_name as "sellerCompany", a.email as "sellerEmail", r.received_at as "receivedAt", r.courier_code as "courierCode",
      ${replacementFacts}
    from page r join orders o on o.id = r.order_id left join replacement x on x.request_id = r.id join customer c on c.account_id = o.customer_id
    join account b on b.id = o.customer_id join seller s on s.account_id = r.seller_id join account a on a.id = r.seller_id
    order by r.id desc`)
}

/** Counts up to `limits.countFiltered`. */
export async function countReturns(db: Queryable, filter: ReturnFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (
        select 1 from return_request r where true ${matches(filter)} limit ${limits.countFiltered}) as counted`),
  ).count
}
