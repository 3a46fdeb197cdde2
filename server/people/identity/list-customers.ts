/** All customers, newest first, in pages (specification §2, §7). */
import type { AdminCustomer } from '../../../contract/admin.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countCustomers, findCustomers } from './all-accounts-queries.ts'
import { toAdminCustomer } from './present.ts'

interface CustomerListQuery extends PageRequest {
  q?: string | undefined
}

/** `q` is searched in names, mobile and e-mail. Refuses: invalid for a malformed cursor. */
export async function listCustomers(
  { db }: Pick<Shop, 'db'>,
  query: CustomerListQuery,
): Promise<Page<AdminCustomer>> {
  const words = query.q || undefined
  return keysetPage(query, idCursor, {
    rows: (limit, before) => findCustomers(db, words, limit, before),
    count: () => countCustomers(db, words),
    toItem: toAdminCustomer,
  })
}
