/** What the administrator's overview says of the invariants of money and stock. */
import type { BrokenInvariants } from '../../../contract/admin-work.ts'
import type { Shop } from '../../platform/shop.ts'
import { listConfirmedRows, readCheckAge } from './queries.ts'

const shownOfEach = 3
/** Some checks were missed: what is shown may be out of date. */
const staleSeconds = { recent: 600, whole: 2 * 86_400 }

/** Each broken invariant with its first three rows. Rows count from the second check on that finds them. */
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
