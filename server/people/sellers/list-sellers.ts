/** All sellers, newest first, in pages (specification §2, §7). */
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { AccountStateFilter } from '../identity/all-accounts-queries.ts'
import type { Shop } from '../../platform/shop.ts'
import { countSellers, countSellersByState, listSellerRows, sellersOnSale } from './all-sellers-queries.ts'
import { type SellerOfList, toAdminSeller } from './present.ts'

interface SellerListQuery extends PageRequest {
  q?: string | undefined
  state?: AccountStateFilter
}

/** With the last four digits of account numbers. Refuses ('invalid') a malformed cursor. */
export async function listSellers(
  { db }: Pick<Shop, 'db'>,
  query: SellerListQuery,
): Promise<Page<SellerOfList>> {
  const filter = { words: query.q || undefined, state: query.state }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listSellerRows(db, filter, limit, before),
    count: () => countSellers(db, filter),
    toItem: toAdminSeller,
  })
}

export const countSellerStates = ({ db }: Pick<Shop, 'db'>) => countSellersByState(db)

/** How many sellers can sell, and the cities that they are in. */
export const countSellersOnSale = ({ db }: Pick<Shop, 'db'>) => sellersOnSale(db)
