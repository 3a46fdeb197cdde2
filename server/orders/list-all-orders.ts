/** All orders, newest first, in pages; those of one seller by his e-mail (specification §2, §7). */
import { admin, type AdminOrder } from '../../contract/admin.ts'
import type { Query } from '../../contract/endpoint.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import { apiBase } from '../http/http-app.ts'
import type { Shop } from '../shop.ts'
import { listOrderRows, type AdminOrderRow, countOrderRows, type OrderFilter } from './all-orders-queries.ts'
import { refundRefusal } from './refund-rules.ts'
import { toOrder } from './rules.ts'
import { orderSearch } from './search-rules.ts'

type Asked = Pick<Query<typeof admin.allOrders>, 'q' | 'status' | 'attention' | 'cursor'> & { limit: number }
export interface AccountsByEmail {
  /** The account with exactly this e-mail. */
  one(email: string): Promise<string | undefined>
  /** The accounts whose e-mail begins so, or has this in it. */
  some(part: string): Promise<string[]>
}

/** Refuses ('invalid') a cursor that is none. An unknown e-mail has no orders. */
export async function listAllOrders(
  shop: Shop,
  asked: Asked & { sellerEmail?: string | undefined },
  accounts: AccountsByEmail,
): Promise<Page<AdminOrder>> {
  const nothing = { items: [], total: 0, next: undefined }
  const filter: OrderFilter = { status: asked.status, attention: asked.attention === 'yes' }
  if (asked.sellerEmail) {
    filter.sellerId = await accounts.one(asked.sellerEmail)
    if (!filter.sellerId) return nothing
  }
  const wanted = orderSearch(asked.q)
  if (wanted && 'email' in wanted) {
    const ids = await accounts.some(wanted.email)
    if (ids.length === 0) return nothing
    filter.search = { accounts: ids }
  } else filter.search = wanted
  const page = await keysetPage(asked, {
    rows: (limit, before) => listOrderRows(shop.db, filter, limit, before),
    count: () => countOrderRows(shop.db, filter),
  })
  return { ...page, items: page.items.map((row) => toAdminOrder(shop, row)) }
}

function toAdminOrder(shop: Shop, row: AdminOrderRow): AdminOrder {
  return {
    ...toOrder(shop, row),
    // Nobody is to use the label of an order whose money went back.
    shipmentLabelUrl:
      row.status === 'refunded'
        ? null
        : row.shipmentLabelUrl && apiBase + admin.label.path.replace('{id}', row.id),
    customer: { id: row.customerId, name: row.customerName, email: row.customerEmail },
    sellerCompany: row.sellerCompany,
    needsAttention: row.needsAttention,
    refundable: refundRefusal(row) === null,
  }
}
