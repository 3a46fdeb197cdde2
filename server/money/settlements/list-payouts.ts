/** The payouts of all sellers, newest first, for administrators. */
import type { AdminPayout } from '../../../contract/admin-settlements.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countPayouts, countPayoutsByState, listPayoutRows, type PayoutFilter } from './payout-queries.ts'
import { toAdminPayout } from './present.ts'

export async function listPayouts(
  { db }: Shop,
  query: PageRequest & PayoutFilter,
): Promise<Page<AdminPayout>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listPayoutRows(db, query, limit, before),
    count: () => countPayouts(db, query),
    toItem: toAdminPayout,
  })
}

export const countPayoutStates = ({ db }: Shop) => countPayoutsByState(db)
