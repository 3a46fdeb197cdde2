/** For the administrator: how many promised deliveries came in time. */
import type { KeptPromises } from '../../../contract/admin-work.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import type { Shop } from '../../platform/shop.ts'
import { countKept } from './queries.ts'

/** Of the orders of 30 days whose parcels have had their time, until yesterday. */
export async function showKeptPromises({ db }: Shop): Promise<KeptPromises> {
  const today = dayOf(new Date())
  const [from, to] = [addDays(today, -30), addDays(today, -1)]
  const { promised, inTime } = await countKept(db, from, to)
  return { from, to, promised, inTime, late: promised - inTime }
}
