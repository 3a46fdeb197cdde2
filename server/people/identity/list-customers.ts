/** All customers, newest first, in pages (specification §2, §7). */
import type { AdminCustomer } from '../../../contract/admin.ts'
import { type Page, type PageRequest, idCursor, keysetPage } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countCustomers, findAccountId, findAccountIdsLike, findCustomers } from './all-accounts-queries.ts'
import { type AccountStateRow, toAccountState } from './all-accounts-queries.ts'
import type { CustomerProfileRow } from './queries.ts'

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

export function toAdminCustomer(row: CustomerProfileRow & AccountStateRow): AdminCustomer {
  const { firstName, lastName, mobile, email, createdAt } = row
  return { ...toAccountState(row), firstName, lastName, mobile, email, createdAt: createdAt.toISOString() }
}

const maxAccounts = 100

/** Finds account ids: of exactly this e-mail, or of up to a hundred e-mails that contain a text. */
export function findAccounts({ db }: Pick<Shop, 'db'>) {
  return {
    one: (email: string) => findAccountId(db, email),
    some: (part: string) => findAccountIdsLike(db, part, maxAccounts),
  }
}
