/** All customers, newest first, in pages (specification §2, §7). */
import type { AdminCustomer } from '../../contract/admin.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import type { Shop } from '../shop.ts'
import { countCustomers, findCustomers, type AccountStateRow } from './all-accounts-queries.ts'

interface ListRequest {
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** `q` is searched in names, mobile and e-mail. Refuses: invalid for a malformed cursor. */
export async function listCustomers(
  { db }: Pick<Shop, 'db'>,
  { q, ...paging }: ListRequest,
): Promise<Page<AdminCustomer>> {
  const words = q || undefined
  const page = await keysetPage(paging, {
    rows: (limit, before) => findCustomers(db, words, limit, before),
    count: () => countCustomers(db, words),
  })
  return {
    ...page,
    items: page.items.map(({ firstName, lastName, mobile, email, createdAt, ...state }) => ({
      ...toAccountState(state),
      firstName,
      lastName,
      mobile,
      email,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Whether the account is verified or suspended, as the administrator's lists show it. */
export function toAccountState({ id, verified, suspendedAt, suspendedReason }: AccountStateRow) {
  return {
    id,
    verified,
    suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
  }
}
