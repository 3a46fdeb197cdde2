/** Timer: applies the time limits of returns. */
import type { Shop } from '../../platform/shop.ts'
import type { ReturnState } from '../../../contract/return-words.ts'
import { exchangeReturn } from './exchange-return.ts'
import { tryMove } from './move-return.ts'
import { type DueReturn, dueReturns } from './queries.ts'
import { refundReturn } from './refund-return.ts'
import { courierDays, handOverDays } from './rules.ts'

const clockBatch = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * All that are due, page by page: one that fails repeatedly does not delay the others. Safe on several nodes at once: each move is
 * one conditional UPDATE.
 */
export async function sweepReturns(shop: Shop): Promise<void> {
  for (let last: string | undefined = lowestId; last;) {
    const dues: DueReturn[] = await dueReturns(shop.db, clockBatch, last)
    for (const due of dues)
      await letClockAct(shop, due).catch((error: unknown) =>
        // Another node or a person may have acted first.
        shop.log.warn({ err: error, returnId: due.id }, 'clock of a return did not act'),
      )
    last = dues.length < clockBatch ? undefined : dues.at(-1)?.id
  }
}

const clockNotes: Partial<Record<ReturnState, string>> = {
  'to-send': 'The goods did not arrive in time.',
  replacing: `No courier has the replacement after ${handOverDays} days.`,
  sent: `The courier did not bring the replacement within ${courierDays} days.`,
}

/**
 * Without a decision of the seller in time: accepted. Not sent, or not delivered: disputed. No complaint about returned goods:
 * exchanged or refunded.
 */
async function letClockAct(shop: Shop, { id, state, isExchange }: DueReturn): Promise<void> {
  const by = { by: 'clock', owner: null } as const
  if (state === 'received' && isExchange) {
    await exchangeReturn(shop, id, { ...by, restock: false })
    return
  }
  if (state === 'received') return refundReturn(shop, id, { ...by, restock: false })
  const to = state === 'requested' ? 'accepted' : 'disputed'
  const note =
    clockNotes[state] ??
    (to === 'accepted' ? null : `The courier did not bring the goods within ${courierDays} days.`)
  await shop.db.transaction((tx) => tryMove(shop, tx, id, { ...by, to, note }))
}
