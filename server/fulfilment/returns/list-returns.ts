/** The lists of returns: a seller's own, and all of them for the administrator. Newest first, in pages. */
import { type AdminReturn, adminReturns } from '../../../contract/admin-returns.ts'
import type { Query } from '../../../contract/endpoint.ts'
import { type ListedReturn, returns } from '../../../contract/returns.ts'
import { type Page, compactIdCursor, idCursor, keysetPage } from '../../platform/keyset-page.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { toOrderReturn } from '../orders/present-returns.ts'
import type { Shop } from '../../platform/shop.ts'
import { hasWords } from '../orders/queries.ts'
import { readSellerSearch } from '../orders/search-rules.ts'
import { decisionsFor } from './rules.ts'
import type { ReturnState } from '../../../contract/return-words.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { type Sql, emptySql, sql } from '../../platform/db/sql.ts'
import { replacementFacts, shipmentsOfReturn } from './queries.ts'
import { type ReturnJson, returnJson } from '../orders/return-columns.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listSellerReturns(
  shop: Shop,
  sellerId: string,
  query: Query<typeof returns.getSeller>,
): Promise<Page<ListedReturn>> {
  const filter = { sellerId, state: query.state, orders: readSellerSearch(query.search) }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listReturnRows(shop.db, filter, limit, before),
    count: () => countReturns(shop.db, filter),
    toItem: (row) => toListedReturn(shop, row, returns.label.path),
  })
}

export async function listAllReturns(
  shop: Shop,
  query: Query<typeof adminReturns.returns>,
): Promise<Page<AdminReturn>> {
  const filter: ReturnFilter = {
    q: query.q?.trim(),
    ...(query.show === 'disputed' && { state: 'disputed' as const }),
    openOnly: query.show === 'open',
  }
  return keysetPage(query, compactIdCursor, {
    rows: (limit, before) => listReturnRows(shop.db, filter, limit, before),
    count: () => countReturns(shop.db, filter),
    toItem: (row) => ({
      ...toListedReturn(shop, row, adminReturns.returnLabel.path),
      customerEmail: row.customerEmail,
      sellerCompany: row.sellerCompany,
      sellerEmail: row.sellerEmail,
      decisions: decisionsFor({ ...row, state: row.return.state }),
    }),
  })
}

function toListedReturn(shop: Shop, row: ListedReturnRow, labelPath: string): ListedReturn {
  return {
    ...toOrderReturn(shop, row.return, labelPath),
    createdAt: row.createdAt.toISOString(),
    order: {
      id: row.orderId,
      number: row.number,
      quantity: row.quantity,
      productName: row.productName,
      imageUrl: publicImageUrl(shop.config, row.productImage),
    },
    customerName: row.customerName,
  }
}

interface ListedReturnRow {
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

interface ReturnFilter {
  sellerId?: string
  state?: ReturnState | undefined
  openOnly?: boolean
  /** Of which orders, as sellers search them. */
  orders?: ReturnType<typeof readSellerSearch>
  /** The number of an order, or the e-mail of a buyer or seller. */
  q?: string | undefined
}

const matches = ({ sellerId, state, openOnly, orders, q }: ReturnFilter): Sql => sql`
    ${sellerId ? sql`and r.seller_id = ${sellerId}` : emptySql} ${state ? sql`and r.state = ${state}` : emptySql}
    ${openOnly ? sql`and r.is_open` : emptySql}
    ${
      orders && (orders.id !== undefined || orders.words.length > 0)
        ? sql`and exists (select from orders o where o.id = r.order_id
            ${orders.id === undefined ? emptySql : sql`and o.id = ${orders.id}`} ${hasWords(orders.words)})`
        : emptySql
    }
    ${
      q
        ? sql`and (exists (select from orders o where o.id = r.order_id and o.number = upper(${q}))
            or exists (select from order_parties p where p.order_id = r.order_id
              and lower(${q}) in (p.buyer_email, p.seller_email)))`
        : emptySql
    }`

/** One page, newest first, from below the return `before`. */
async function listReturnRows(
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
      p.buyer_first_name || ' ' || p.buyer_last_name as "customerName", p.buyer_email as "customerEmail",
      p.seller_company as "sellerCompany", p.seller_email as "sellerEmail", r.received_at as "receivedAt", x.code as "courierCode",
      ${replacementFacts}
    from page r join orders o on o.id = r.order_id ${shipmentsOfReturn}
    join order_parties p on p.order_id = o.id
    order by r.id desc`)
}

const countReturns = (db: Queryable, filter: ReturnFilter): Promise<number> =>
  countRows(db, sql`select from return_request r where true ${matches(filter)}`)
