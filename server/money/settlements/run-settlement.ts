/** The settlement run: what is due to each seller becomes a settlement and a payout (docs/money.md, Settlements). */
import { record } from '../../people/audit/record.ts'
import { newId } from '../../platform/db/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayOf, lastSunday } from './days.ts'
import { makePayouts } from './make-payouts.ts'
import {
  findRun,
  findRunning,
  finishRun,
  hasUnsettled,
  insertRun,
  insertSettlements,
  lockRunning,
  newestRun,
  nextSellers,
} from './run-queries.ts'

/** Sellers of one transaction: it stays short, and what a kill undoes is little. */
const sellersAtOnce = 50
/** On a Monday the run waits until the couriers' events of Sunday have come in. */
const runHour = 4

/**
 * Starts the run of a day that has ended, or continues one of this day that was interrupted; a job does the work. Answers the id.
 * Refuses: invalid for a day that has not ended; conflict where the day, or a later one, is settled, or another run is under way.
 */
export async function startRun(shop: Shop, upTo: string): Promise<string> {
  if (upTo >= dayOf(new Date()))
    throw new Refusal('invalid', 'Only days that have ended can be settled.', {
      fields: { upTo: 'Only days that have ended can be settled.' },
    })
  return shop.db.transaction(async (tx) => {
    const newest = await newestRun(tx)
    if (newest && newest.upTo > upTo)
      throw new Refusal('conflict', `All sellers are settled up to ${newest.upTo} already.`)
    const id = newId()
    const isNew = await insertRun(tx, id, upTo)
    const run = isNew ? { id } : await findRun(tx, upTo)
    if (!run) throw new Refusal('conflict', 'Another settlement is under way. Please try again in a minute.')
    if ('state' in run && run.state === 'done')
      throw new Refusal('conflict', `All sellers are settled up to ${upTo} already.`)
    await record(tx, 'settlement-started', { target: { kind: 'settlement', id: run.id, name: upTo } })
    await shop.jobs.send(tx, 'settle-sellers', { runId: run.id })
    return run.id
  })
}

/** Timer: begins the run of the last week once it is Monday, and continues what was interrupted. */
export async function sweepSettlements(shop: Shop, now = new Date()): Promise<void> {
  const running = await findRunning(shop.db)
  if (running) return continueRun(shop, running.id)
  // The hour belongs to the night before.
  const upTo = lastSunday(dayOf(new Date(now.getTime() - runHour * 3_600_000)))
  const newest = await newestRun(shop.db)
  if ((newest && newest.upTo >= upTo) || !(await hasUnsettled(shop.db))) return
  const id = newId()
  if (await insertRun(shop.db, id, upTo)) await continueRun(shop, id)
}

/**
 * Settles the sellers of a run that have no settlement of it yet, some in each transaction. Killed at any point and called again, it
 * goes on where it was. Two nodes wait for each other at the row of the run.
 */
export async function continueRun(shop: Shop, id: string, atOnce = sellersAtOnce): Promise<void> {
  for (let after: string | null = null; ;) {
    const from: string | null = after
    const last = await shop.db.transaction(async (tx): Promise<string | null> => {
      const run = await lockRunning(tx, id)
      if (!run) return null
      const sellers = await nextSellers(tx, run, from, atOnce)
      const end = sellers.at(-1)
      if (end === undefined) {
        await finishRun(tx, id)
        return null
      }
      const settled = await insertSettlements(
        tx,
        run,
        sellers,
        sellers.map(() => newId()),
      )
      await makePayouts(
        shop,
        tx,
        settled.filter(({ payoutPaise }) => payoutPaise > 0),
      )
      return end
    })
    if (last === null) return
    after = last
  }
}
