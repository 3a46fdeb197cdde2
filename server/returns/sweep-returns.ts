/** Timer: what the clock does with returns, and the pickups that wait for the courier. */
import type { Shop } from '../shop.ts'
import type { ReturnState } from '../../contract/return-words.ts'
import { continuePickup } from './book-pickup.ts'
import { tryMove } from './move-return.ts'
import { leaseDuePickups, readPickup } from './pickup-queries.ts'
import { dueReturns } from './queries.ts'
import { refundReturn } from './refund-return.ts'
import { courierDays } from './rules.ts'
import { trackPickup } from './track-pickup.ts'

const clockBatch = 100
const lowestId = '00000000-0000-0000-0000-000000000000'
const concurrency = 8

/** Safe on several nodes at once: each move is one conditional UPDATE. */
export async function sweepReturns(shop: Shop): Promise<void> {
  await letClocksAct(shop)
  for (;;) {
    const due = await leaseDuePickups(shop.db, { limit: concurrency })
    const answered = await Promise.all(due.map((id) => sweepOne(shop, id)))
    // A courier that answered no request of this batch is not asked again before the next sweep.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

/** All that are due, page by page: one that fails again and again does not keep the others waiting. */
async function letClocksAct(shop: Shop): Promise<void> {
  for (let last: string | undefined = lowestId; last;) {
    const due = await dueReturns(shop.db, clockBatch, last)
    for (const { id, state } of due)
      await letClockAct(shop, id, state).catch((error: unknown) =>
        // Another node or a person may have been quicker.
        shop.log.warn({ err: error, returnId: id }, 'clock of a return did not act'),
      )
    last = due.length < clockBatch ? undefined : due.at(-1)?.id
  }
}

/** No answer: accepted. Not sent, or not brought: a person decides. Nothing said against the goods: refunded. */
async function letClockAct(shop: Shop, id: string, state: ReturnState): Promise<void> {
  if (state === 'received') return refundReturn(shop, id, { by: 'clock', owner: null, restock: false })
  const note =
    state === 'requested'
      ? null
      : state === 'to-send'
        ? 'The goods did not arrive in time.'
        : `The courier did not bring the goods within ${courierDays} days.`
  const to = state === 'requested' ? 'accepted' : 'disputed'
  await shop.db.transaction((tx) => tryMove(shop, tx, id, { to, by: 'clock', owner: null, note }))
}

async function sweepOne(shop: Shop, id: string): Promise<boolean> {
  try {
    const pickup = await readPickup(shop.db, id)
    if (!pickup) return true
    return await (pickup.state === 'accepted' ? continuePickup(shop, pickup) : trackPickup(shop, pickup))
  } catch (error) {
    shop.log.error({ err: error, returnId: id }, 'return not swept')
    return true
  }
}
