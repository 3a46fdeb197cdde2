/** All orders, newest first, in pages; those of one seller by e-mail address (specification §2, §7). */
import type { admin, AdminOrder } from '../../../contract/admin.ts'
import type { Query } from '../../../contract/endpoint.ts'
import { orderStatus } from '../../../contract/order.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  countOrderRows,
  countOrdersByState,
  hasParcel,
  listOrderRows,
  type OrderFilter,
} from './all-orders-queries.ts'
import { toAdminOrder } from './present.ts'
import { readOrderSearch } from './search-rules.ts'

type AllOrdersQuery = PageRequest & Pick<Query<typeof admin.allOrders>, 'q' | 'status' | 'attention'>

export interface AccountFinder {
  /** The account with exactly this e-mail. */
  one(email: string): Promise<string | undefined>
  /** The accounts whose e-mail contains this. */
  some(part: string): Promise<string[]>
  /** The customers whose name or mobile contains this. */
  called(text: string): Promise<string[]>
}

/** Refuses ('invalid') a malformed cursor. An unknown e-mail has no orders. `countAll` returns how many orders the shop has. */
export async function listAllOrders(
  shop: Shop,
  query: AllOrdersQuery & { sellerEmail?: string | undefined },
  accounts: AccountFinder,
  countAll: () => Promise<number>,
): Promise<Page<AdminOrder>> {
  const nothing = { items: [], total: 0, next: undefined }
  const filter: OrderFilter = { status: query.status, attention: query.attention === 'yes' }
  if (query.sellerEmail) {
    filter.sellerId = await accounts.one(query.sellerEmail)
    if (!filter.sellerId) return nothing
  }
  const wanted = readOrderSearch(query.q)
  if (wanted && 'email' in wanted) {
    const one = await accounts.one(wanted.email)
    const ids = one ? [one] : await accounts.some(wanted.email)
    if (ids.length === 0) return nothing
    filter.search = { accounts: ids }
  } else if (wanted && 'words' in wanted)
    filter.search = (await hasParcel(shop.db, wanted.parcel))
      ? { parcel: wanted.parcel }
      : {
          words: wanted.words,
          customers: wanted.parcel.length < 3 ? [] : await accounts.called(wanted.parcel),
        }
  else filter.search = wanted
  const isWhole = !filter.sellerId && !filter.status && !filter.attention && !filter.search
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listOrderRows(shop.db, filter, limit, before),
    count: () => (isWhole ? countAll() : countOrderRows(shop.db, filter)),
    toItem: (row) => toAdminOrder(shop, row),
  })
}

export const countOrderStates = ({ db }: Shop) => countOrdersByState(db, orderStatus.options)

/** All orders of the shop. */
export const countEveryOrder = (db: Queryable): Promise<number> => countOrderRows(db, {})
