/** All sellers, newest first, in pages (specification §2, §7). */
import type { AdminSeller } from '../../../contract/admin.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countSellers, listSellerRows } from './all-sellers-queries.ts'
import { toAdminSeller } from './present.ts'

interface SellerListQuery extends PageRequest {
  q?: string | undefined
}

/** With the last four digits of account numbers. Refuses ('invalid') a malformed cursor. */
export async function listSellers(
  { db }: Pick<Shop, 'db'>,
  query: SellerListQuery,
): Promise<Page<AdminSeller>> {
  const words = query.q || undefined
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listSellerRows(db, words, limit, before),
    count: () => countSellers(db, words),
    toItem: toAdminSeller,
  })
}
