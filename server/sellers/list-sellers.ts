/** All sellers, newest first, in pages (specification §2, §7). */
import type { AdminSeller } from '../../contract/admin.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import { toAccountState } from '../identity/list-customers.ts'
import type { Shop } from '../shop.ts'
import { countSellers, sellers } from './all-sellers-queries.ts'
import { toSellerProfile } from './read-profile.ts'

interface Asked {
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Of account numbers the last four digits. Refuses ('invalid') a cursor that is none. */
export async function listSellers({ db }: Pick<Shop, 'db'>, asked: Asked): Promise<Page<AdminSeller>> {
  const words = asked.q || undefined
  const page = await keysetPage(asked, {
    rows: (limit, before) => sellers(db, words, limit, before),
    count: () => countSellers(db, words),
  })
  return {
    ...page,
    items: page.items.map((row) => ({ ...toSellerProfile(row), ...toAccountState(row) })),
  }
}
