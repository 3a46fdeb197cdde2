/** The state of the invariants of money and stock, for the administrator's overview. */
import type { BrokenInvariants } from '../../../contract/admin-work.ts'
import type { Shop } from '../../platform/shop.ts'
import { listConfirmedRows, readCheckAge } from './queries.ts'

const shownOfEach = 3
/** Some checks were missed: the list may be out of date. */
const staleSeconds = { recent: 600, whole: 2 * 86_400 }

/** Each broken invariant with its first three rows. A row counts from the second check on that finds it. */
export async function listBrokenInvariants({ db }: Shop): Promise<BrokenInvariants> {
  const [age, rows] = [await readCheckAge(db), await listConfirmedRows(db, shownOfEach)]
  return {
    checkedAt: age.recentAt.toISOString(),
    isStale: age.recentSeconds > staleSeconds.recent || age.wholeSeconds > staleSeconds.whole,
    broken: [...Map.groupBy(rows, (row) => row.invariant)].map(([invariant, own]) => ({
      invariant,
      view: own[0]?.view ?? '',
      count: own[0]?.count ?? 0,
      since: new Date(Math.min(...own.map(({ since }) => since.getTime()))).toISOString(),
      rows: own.map(({ id, orderId, settlementId }) => ({ id, orderId, settlementId })),
    })),
  }
}
