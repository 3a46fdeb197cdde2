/** The end of a payout: paid, failed or returned; and the payout after one that failed or was returned. Paise. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { record } from '../../people/audit/record.ts'
import { recordPayout, recordPayoutReturn } from '../ledger/payout-entries.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queuePaidMail } from './mails.ts'
import {
  hasLivePayout,
  insertPayouts,
  isSuspended,
  lockPayout,
  markFailed,
  markPaid,
  notePartBack,
  payoutContact,
  type PayoutRow,
  usesOfUtrs,
} from './payout-queries.ts'
import { bankReference } from './present.ts'
import { sellersWithRoute } from './route-queries.ts'

/** Marks a locked payout as paid, records it in the ledger and tells the seller, in the caller's transaction. */
export async function settlePaid(
  shop: Shop,
  tx: Tx,
  payout: PayoutRow,
  reference: { utr: string } | { transferId: string },
): Promise<void> {
  const { id, sellerId, paise, method } = payout
  await markPaid(tx, id, reference)
  await recordPayout(tx, { id, sellerId, amountPaise: paise, method })
  const text = 'utr' in reference ? reference.utr : reference.transferId
  await queuePaidMail(shop, tx, { ...(await payoutContact(tx, id)), payoutId: id, paise, reference: text })
}

/** Marks a locked payout as failed, or, where it was paid, as returned: the shop owes the money to the seller again. */
export async function settleFailed(tx: Tx, payout: PayoutRow, note: string): Promise<void> {
  const { id, sellerId, paise, method, state, cameBackPaise } = payout
  await markFailed(tx, id, state === 'paid' ? 'returned' : 'failed', note)
  if (state === 'paid')
    await recordPayoutReturn(tx, { id, sellerId, amountPaise: paise - cameBackPaise, method })
}

/**
 * A part of a locked payout that is paid came back: `cameBackPaise` with all parts before. The payout stays paid, and the shop
 * owes the seller this part again. Does nothing where as much is recorded already.
 */
export async function settlePartBack(tx: Tx, payout: PayoutRow, cameBackPaise: number): Promise<void> {
  const { id, sellerId, method } = payout
  const amountPaise = cameBackPaise - payout.cameBackPaise
  if (amountPaise <= 0) return
  const part = await notePartBack(tx, id, cameBackPaise)
  await recordPayoutReturn(tx, { id, sellerId, amountPaise, method }, part)
}

/**
 * For an administrator whose bank has confirmed a payout. Refuses: not-found; conflict for a payout that is not in a bank file
 * or waiting for one, for a UTR that another payout has, and for a suspended seller, unless `confirmSuspended` says that the
 * administrator knows: their payouts are in no bank file, so the bank should not have paid.
 */
export async function markPayoutPaid(
  shop: Shop,
  id: string,
  utr: string,
  confirmSuspended = false,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw notFound('There is no such payout.')
    const refused = paidRefusal(payout)
    if (refused) throw new Refusal('conflict', refused)
    if (!confirmSuspended && (await isSuspended(tx, payout.sellerId)))
      throw new Refusal(
        'conflict',
        'This seller is suspended, and nothing should be paid out to them. If the bank has paid all the same, confirm that, and mark the payout again.',
      )
    const [used] = await usesOfUtrs(tx, [utr])
    if (used) throw refusedUtr(used)
    try {
      await settlePaid(shop, tx, payout, { utr })
    } catch (error) {
      // Another payout got the UTR concurrently.
      const { constraint } = error as { constraint?: string }
      if (constraint === 'payout_utr_key' || constraint === 'bank_transfer_pkey') throw refusedUtr({ utr })
      throw error
    }
    await record(tx, 'payout-paid', { target: targetOf(payout), note: `UTR ${utr}` })
  })
}

interface UsedUtr {
  utr: string
  /** Of the payout; null for a refund, and absent where another call was faster. */
  number?: number | null
}

export function usedUtrWords({ utr, number }: UsedUtr): string {
  const what =
    number === undefined ? 'another payout' : number === null ? 'a refund' : `payout ${bankReference(number)}`
  return `The UTR ${utr} was used for ${what} already.`
}
const refusedUtr = (used: UsedUtr) => {
  const words = usedUtrWords(used)
  return new Refusal('conflict', words, { fields: { utr: words } })
}

/** Why a payout cannot be marked as paid by bank; null where it can. */
export function paidRefusal({ method, state, utr }: PayoutRow): string | null {
  if (method === 'route') return 'This payout goes through the payment provider.'
  if (state === 'paid') return `This payout is paid already, with the UTR ${utr ?? ''}.`
  if (state === 'failed' || state === 'returned')
    return 'This payout failed or came back. Make it again first.'
  return null
}

/** Refuses: not-found; conflict for a payout by Route, which the provider itself ends, and for one that failed before. */
export async function markPayoutFailed(shop: Shop, id: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw notFound('There is no such payout.')
    const refused = failedRefusal(payout)
    if (refused) throw new Refusal('conflict', refused)
    await settleFailed(tx, payout, note)
    await record(tx, 'payout-failed', { target: targetOf(payout), note })
  })
}

/** Why a payout cannot be marked as failed; null where it can. */
export function failedRefusal({ method, state }: PayoutRow): string | null {
  if (method === 'route')
    return 'This payout goes through the payment provider: reverse the transfer there, and the shop follows.'
  if (state === 'failed' || state === 'returned') return 'This payout failed or came back already.'
  return null
}

/**
 * A new payout for one that failed or came back. Refuses: not-found; conflict for any other, for one that was repeated, for a
 * suspended seller, and for Route where it is off or the seller has no active account.
 */
export async function payAgain(shop: Shop, id: string, method: 'route' | 'bank'): Promise<string> {
  return shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw notFound('There is no such payout.')
    const { settlementId, sellerId, paise, state } = payout
    if (state !== 'failed' && state !== 'returned')
      throw new Refusal('conflict', 'Only a payout that failed or came back is made again.')
    if (await isSuspended(tx, sellerId))
      throw new Refusal('conflict', 'This seller is suspended. Their payouts wait until the suspension ends.')
    if (await hasLivePayout(tx, settlementId))
      throw new Refusal('conflict', 'This payout was made again already.')
    if (
      method === 'route' &&
      (!shop.config.routeEnabled || !(await sellersWithRoute(tx, [sellerId])).has(sellerId))
    )
      throw new Refusal(
        'conflict',
        'This seller has no active linked account for their present details. Link it, or pay by bank instead.',
      )
    const again = newId()
    try {
      await insertPayouts(tx, [{ id: again, settlementId, sellerId, paise, method }])
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'payout_one_for_settlement')
        throw new Refusal('conflict', 'This payout was made again already.')
      throw error
    }
    if (method === 'route') await shop.jobs.send(tx, 'send-payout', { payoutId: again })
    await record(tx, 'payout-repeated', { target: targetOf(payout), note: `by ${method}` })
    return again
  })
}

const targetOf = ({ id, number }: PayoutRow) => ({
  kind: 'payout' as const,
  id,
  name: bankReference(number),
})
