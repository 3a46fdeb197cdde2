/** The timer of complaints: ends what nobody answers, closes what is solved for good, and tells the desk each day of clocks that are nearly over, or over. */
import { reopenDays, waitingDays } from '../../../contract/complaint-words.ts'
import { record } from '../../people/audit/record.ts'
import { dayOf } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { countHits } from '../../platform/rate-limit.ts'
import type { Shop } from '../../platform/shop.ts'
import { listDesk } from './desk.ts'
import { queueDueMail, queueForgottenMail, queueSilentMail } from './mails.ts'
import { targetOf } from './make-complaint.ts'
import {
  closeForgotten,
  closeOld,
  countWaiting,
  deleteOldRows,
  solveSilent,
  type WaitingComplaints,
} from './queries.ts'

const batch = 200

export async function watchComplaints(shop: Shop): Promise<void> {
  await solveSilentOnes(shop)
  await close(shop, async (tx) => {
    const rows = await closeForgotten(tx, batch)
    for (const row of rows) await queueForgottenMail(shop, tx, row)
    return rows
  })
  await close(shop, (tx) => closeOld(tx, reopenDays, batch))
  await remindDesk(shop)
}

/** They can be opened again like others, and so close two weeks later. */
async function solveSilentOnes(shop: Shop): Promise<void> {
  for (let solved = batch; solved === batch;)
    solved = await shop.db.transaction(async (tx) => {
      const rows = await solveSilent(tx, waitingDays, batch)
      for (const row of rows) {
        await queueSilentMail(shop, tx, row)
        await record(tx, 'complaint-ended', { target: targetOf(row) })
      }
      return rows.length
    })
}

async function close(
  { db }: Shop,
  closeSome: (tx: Tx) => Promise<{ id: string; number: string }[]>,
): Promise<void> {
  for (let closed = batch; closed === batch;)
    closed = await db.transaction(async (tx) => {
      const rows = await closeSome(tx)
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
    for (const { id: toId, email: to } of await listDesk(tx))
      await queueDueMail(shop, tx, { to, toId, day, late, dueSoon })
  })
}

/** Deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteOldComplaints = ({ db }: Pick<Shop, 'db'>, limit: number) => deleteOldRows(db, limit)

/** For /metrics. */
export const countWaitingComplaints = ({ db }: Pick<Shop, 'db'>): Promise<WaitingComplaints> =>
  countWaiting(db)
