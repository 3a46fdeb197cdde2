/** The lists of returns: a seller's own, and all of them for the administrator. Newest first, in pages. */
import { adminReturns, type AdminReturn } from '../../../contract/admin-returns.ts'
import type { Query } from '../../../contract/endpoint.ts'
import { type ListedReturn, returns } from '../../../contract/returns.ts'
import { compactIdCursor, idCursor, keysetPage, type Page } from '../../platform/keyset-page.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { toOrderReturn } from '../orders/present-returns.ts'
import type { Shop } from '../../platform/shop.ts'
import { countReturns, type ListedReturnRow, listReturnRows, type ReturnFilter } from './list-queries.ts'
import { decisionsFor } from './rules.ts'

/** Refuses ('invalid') a cursor that is none. */
export async function listSellerReturns(
  shop: Shop,
  sellerId: string,
  query: Query<typeof returns.getSeller>,
): Promise<Page<ListedReturn>> {
  const filter = { sellerId, state: query.state }
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
