/** All customers, newest first, in pages (specification §2, §7). */
import type { AdminCustomer } from '../../contract/admin.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import type { Shop } from '../shop.ts'
import { countCustomers, customers, type StateRow } from './people-queries.ts'

interface Asked {
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Refuses ('invalid') a cursor that is none. */
export async function listCustomers({ db }: Pick<Shop, 'db'>, asked: Asked): Promise<Page<AdminCustomer>> {
  const words = asked.q || undefined
  const page = await keysetPage(asked, {
    rows: (limit, before) => customers(db, words, limit, before),
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

export function toAccountState({ id, verified, suspendedAt, suspendedReason }: StateRow) {
  return {
    id,
    verified,
    suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
  }
}
