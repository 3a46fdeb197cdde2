/** The settlement run: the amount due to each seller becomes a settlement and a payout (docs/money.md, Settlements). */
import type { SettlementPreview } from '../../../contract/admin-settlements.ts'
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { newId } from '../../platform/db/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayOf, lastSunday } from '../../platform/calendar.ts'
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
  previewRun,
} from './run-queries.ts'

/** Sellers of one transaction: few, so that it stays short and a kill undoes little. */
const sellersAtOnce = 50

/**
 * Starts the run of a day that has ended, or continues an interrupted one of this day; a job does the work. Returns the id.
 * Refuses: invalid for a day that has not ended; conflict where the day, or a later one, is settled, or another run is under
 * way.
 */
export async function startRun(shop: Shop, upTo: string): Promise<string> {
  refuseUnended(upTo)
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

/** What the run of this day would pay, in rupees. Refuses: invalid for a day that has not ended. */
export async function showPreview({ db }: Shop, upTo: string): Promise<SettlementPreview> {
  refuseUnended(upTo)
  const { payoutPaise, largest, ...counts } = await previewRun(db, upTo)
  return {
    ...counts,
    payout: rupees(payoutPaise),
    largest: largest.map((one) => ({ company: one.company, payout: rupees(one.payoutPaise) })),
  }
}

function refuseUnended(upTo: string): void {
  if (upTo >= dayOf(new Date()))
    throw new Refusal('invalid', 'Only days that have ended can be settled.', {
      fields: { upTo: 'Only days that have ended can be settled.' },
    })
}

/** Timer of the night: settles the last week once it is Monday. If nothing was due for that week, a later night may settle it. */
export async function settleLastWeek(shop: Shop, night = new Date()): Promise<'unfinished' | 'finished'> {
  await continueSettlement(shop)
  const upTo = lastSunday(dayOf(night))
  const newest = await newestRun(shop.db)
  if ((newest && newest.upTo >= upTo) || !(await hasUnsettled(shop.db))) return 'finished'
  const id = newId()
  // Another settlement is under way.
  if (!(await insertRun(shop.db, id, upTo))) return 'unfinished'
  await continueRun(shop, id)
  return 'finished'
}

/** Timer: continues an interrupted run. */
export async function continueSettlement(shop: Shop): Promise<void> {
  const running = await findRunning(shop.db)
  if (running) await continueRun(shop, running.id)
}

/**
 * Settles the sellers of a run that have no settlement of it yet, some in each transaction. Killed at any point and called
 * again, it continues where it stopped. Two nodes wait for each other at the row of the run.
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
