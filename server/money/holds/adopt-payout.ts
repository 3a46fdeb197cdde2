/** A payout that was made after the backup, by a settlement run that the restored rows do not know. Paise. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { recordPayout } from '../ledger/payout-entries.ts'
import { insertPayouts, markPaid } from '../settlements/payout-queries.ts'
import {
  adoptedRun,
  endInterruptedRuns,
  type HoldRow,
  insertAdoptedSettlement,
  insertLostPayout,
  noteOfPayout,
} from './queries.ts'

export interface LostPayout {
  sellerId: string
  paise: number
  /** `number` is that of the lost payout: the bank goes on to name it. */
  reference: { utr: string; number: number } | { transferId: string }
  note: string
}

/**
 * The seller has this money: they owe it until the next run sets it off against the sales that it paid. The caller has the hold
 * locked and knows that no payout has the reference; a unique key refuses a second one. Returns the payout's id.
 */
export async function adoptPayout(tx: Tx, hold: HoldRow, lost: LostPayout): Promise<string> {
  const { sellerId, paise, reference, note } = lost
  const method = 'utr' in reference ? 'bank' : 'route'
  // Where there is no run yet: long enough ago that the days of the lost runs can be settled.
  const firstDay = addDays(dayOf(hold.backupAt ?? hold.heldAt), -14)
  await endInterruptedRuns(tx)
  const runId = await adoptedRun(tx, hold.id, sellerId, newId(), firstDay)
  const settlementId = newId()
  await insertAdoptedSettlement(tx, { id: settlementId, runId, sellerId, paise })
  const id = newId()
  const payout = { id, settlementId, sellerId, paise }
  if ('utr' in reference) await insertLostPayout(tx, payout, reference.number)
  else await insertPayouts(tx, [{ ...payout, method }])
  await markPaid(tx, id, reference)
  await noteOfPayout(tx, id, note)
  await recordPayout(tx, { id, sellerId, amountPaise: paise, method })
  return id
}
