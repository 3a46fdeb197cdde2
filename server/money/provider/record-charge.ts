/** What the payment provider deducts for one of its payments, refunds, transfers or adjustments, once in the ledger. */
import type { Tx } from '../../platform/db/client.ts'
import type { ProviderCharge } from '../../platform/providers/payments/provider.ts'
import { recordProviderCharge } from '../ledger/provider-entries.ts'
import { insertCharge, lockCharge, updateCharge } from './queries.ts'

export interface ChargedFor {
  /** The provider's id. */
  id: string
  /** For a payment its id again, as that of the entry. */
  paymentId: string | null
}

/**
 * Called again with the same figures, it writes nothing; another figure is corrected by a further entry. What a settlement said
 * (`settlementId`) only a settlement corrects.
 */
export async function recordCharge(
  tx: Tx,
  { id, paymentId }: ChargedFor,
  { paise, gstPaise }: ProviderCharge,
  settlementId: string | null = null,
): Promise<void> {
  const first = { paise, gstPaise, settlementId, entries: Number(paise !== 0 || gstPaise !== 0) }
  if (await insertCharge(tx, id, first)) {
    if (first.entries > 0) await recordProviderCharge(tx, { id, paymentId, no: 1, paise, gstPaise })
    return
  }
  const before = await lockCharge(tx, id)
  if (before.settlementId !== null && settlementId === null) return
  const change = { paise: paise - before.paise, gstPaise: gstPaise - before.gstPaise }
  const isNew = change.paise !== 0 || change.gstPaise !== 0
  const no = before.entries + Number(isNew)
  await updateCharge(tx, id, { paise, gstPaise, settlementId, entries: no })
  if (isNew) await recordProviderCharge(tx, { id, paymentId, no, ...change })
}
