/** The timer of complaints: closes what is solved for good, and tells the desk each day of clocks that are nearly over, or over. */
import { reopenDays } from '../../../contract/complaint-words.ts'
import { record } from '../../people/audit/record.ts'
import { dayOf } from '../../platform/calendar.ts'
import { countHits } from '../../platform/rate-limit.ts'
import type { Shop } from '../../platform/shop.ts'
import { listDesk } from './desk.ts'
import { queueDueMail } from './mails.ts'
import { targetOf } from './make-complaint.ts'
import { closeOld, countWaiting, deleteOldRows, type WaitingComplaints } from './queries.ts'

const batch = 200

export async function watchComplaints(shop: Shop): Promise<void> {
  await closeSolved(shop)
  await remindDesk(shop)
}

async function closeSolved({ db }: Shop): Promise<void> {
  for (let closed = batch; closed === batch;)
    closed = await db.transaction(async (tx) => {
      const rows = await closeOld(tx, reopenDays, batch)
      for (const row of rows) await record(tx, 'complaint-closed', { target: targetOf(row) })
      return rows.length
    })
}

/** One mail a day to everybody who may answer. Of two runs on one day the second one finds that it was sent. */
async function remindDesk(shop: Shop): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { late, dueSoon } = await countWaiting(tx)
    if (dueSoon === 0) return
    const day = dayOf(new Date())
    if ((await countHits(tx, { key: `complaints-due:${day}`, seconds: 86_400 })) > 1) return
    for (const { email: to } of await listDesk(tx)) await queueDueMail(shop, tx, { to, day, late, dueSoon })
  })
}

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteOldComplaints = ({ db }: Pick<Shop, 'db'>, limit: number) => deleteOldRows(db, limit)

/** For /metrics. */
export const countWaitingComplaints = ({ db }: Pick<Shop, 'db'>): Promise<WaitingComplaints> =>
  countWaiting(db)
