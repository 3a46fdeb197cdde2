/**
 * The end of a payout: paid, failed or returned; and the payout after one that failed or was returned. What bank and provider
 * say is taken whenever they say it: what went to a seller twice is their debt. Paise.
 */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { record } from '../../people/audit/record.ts'
import { recordLatePayout, recordPayout, recordPayoutReturn } from '../ledger/payout-entries.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { queuePaidTwiceMails } from '../mails.ts'
import { queuePaidMail } from './mails.ts'
import {
  failUnsent,
  hasLivePayout,
  insertPayouts,
  isSuspended,
  lockPayout,
  markFailed,
  markPaid,
  notePartBack,
  payoutContact,
  type PayoutRow,
} from './payout-queries.ts'
import {
  countLateEntry,
  extraPaiseOf,
  findExtraTransfer,
  insertPaidTwice,
  moneyOfSettlement,
  saveExtraTransfer,
  usesOfUtrs,
} from './transfer-queries.ts'
import { bankReference } from './present.ts'
import { sellersWithRoute } from './route-queries.ts'

/**
 * Takes that bank or provider paid a locked payout with this transfer, in the caller's transaction: records it in the ledger and
 * tells the seller. A payout that had failed is paid after all; for one that was paid before it is one more transfer.
 */
export async function settlePaid(
  shop: Shop,
  tx: Tx,
  payout: PayoutRow,
  reference: { utr: string } | { transferId: string },
): Promise<void> {
  const { id, sellerId, paise, method, state } = payout
  if (state === 'paid' || state === 'returned') {
    const name = 'utr' in reference ? reference.utr : reference.transferId
    return settleExtra(shop, tx, payout, name, { paise, backPaise: 0 })
  }
  await markPaid(tx, id, reference)
  await recordPayout(tx, { id, sellerId, amountPaise: paise, method })
  const text = 'utr' in reference ? reference.utr : reference.transferId
  await queuePaidMail(shop, tx, { ...(await payoutContact(tx, id)), payoutId: id, paise, reference: text })
  await failUnsent(tx, payout.settlementId, `Payout ${bankReference(payout.number)} was paid after all.`)
  await settleDebt(shop, tx, payout)
}

/** Marks a locked payout as failed, or, where it was paid, as returned: the shop owes the money to the seller again. */
export async function settleFailed(shop: Shop, tx: Tx, payout: PayoutRow, note: string): Promise<void> {
  const { id, sellerId, paise, method, state, cameBackPaise } = payout
  await markFailed(tx, id, state === 'paid' ? 'returned' : 'failed', note)
  if (state === 'paid') {
    await recordPayoutReturn(tx, { id, sellerId, amountPaise: paise - cameBackPaise, method })
    await settleDebt(shop, tx, payout)
  }
}

/**
 * Takes what one more transfer of a locked payout moved so far, and what of it came back. Does nothing where as much is recorded
 * already.
 */
export async function settleExtra(
  shop: Shop,
  tx: Tx,
  payout: PayoutRow,
  reference: string,
  now: { paise: number; backPaise: number },
): Promise<void> {
  const before = await findExtraTransfer(tx, payout.id, reference)
  const paise = before?.paise ?? now.paise
  const moved = paise - now.backPaise - (before ? before.paise - before.backPaise : 0)
  // Late answers change nothing: what came back does not go out again.
  if (moved === 0 || (before && now.backPaise < before.backPaise)) return
  await saveExtraTransfer(tx, payout.id, reference, { paise, backPaise: now.backPaise })
  const { id, sellerId, method } = payout
  await recordLatePayout(tx, { id, sellerId, amountPaise: moved, method }, await countLateEntry(tx, id))
  if (moved > 0)
    await failUnsent(tx, payout.settlementId, `Payout ${bankReference(payout.number)} was paid after all.`)
  await settleDebt(shop, tx, payout)
}

/** What the payouts of a settlement moved beyond what it pays is owed by the seller, and told to the administrators. */
async function settleDebt(shop: Shop, tx: Tx, { settlementId, sellerId }: PayoutRow): Promise<void> {
  const { movedPaise, payoutPaise, owedPaise } = await moneyOfSettlement(tx, settlementId)
  const paise = Math.max(0, movedPaise - payoutPaise) - owedPaise
  if (paise === 0) return
  const id = newId()
  await insertPaidTwice(tx, { id, settlementId, sellerId, paise })
  if (paise < 0) return
  shop.log.error({ settlementId, paise }, 'a settlement was paid twice')
  await queuePaidTwiceMails(shop, tx, { id, paise })
}

/**
 * A part of a locked payout that is paid came back: `cameBackPaise` with all parts before. The payout stays paid, and the shop
 * owes the seller this part again. Does nothing where as much is recorded already.
 */
export async function settlePartBack(
  shop: Shop,
  tx: Tx,
  payout: PayoutRow,
  cameBackPaise: number,
): Promise<void> {
  const { id, sellerId, method } = payout
  const amountPaise = cameBackPaise - payout.cameBackPaise
  if (amountPaise <= 0) return
  const part = await notePartBack(tx, id, cameBackPaise)
  await recordPayoutReturn(tx, { id, sellerId, amountPaise, method }, part)
  await settleDebt(shop, tx, payout)
}

/**
 * For an administrator whose bank has confirmed a payout, also one that had failed or come back. Refuses: not-found; conflict for
 * one that is paid, for a UTR that counts already, and for a suspended seller, unless `confirmSuspended` says that the
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
    await requireAsAsked(tx)
    const { state, utr: before } = payout
    const refused =
      state === 'paid'
        ? `This payout is paid already, with the UTR ${before ?? ''}. If the bank paid it again, upload its reply.`
        : paidRefusal(payout)
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
      if (constraint === 'payout_utr_key' || constraint === 'money_transfer_pkey') throw refusedUtr({ utr })
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
export function paidRefusal({ method }: PayoutRow): string | null {
  return method === 'route' ? 'This payout goes through the payment provider.' : null
}

/**
 * Refuses: not-found; conflict for a payout by Route, which the provider itself ends, for one that failed before, and for one of which
 * more than one payment is with the seller.
 */
export async function markPayoutFailed(shop: Shop, id: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw notFound('There is no such payout.')
    await requireAsAsked(tx)
    const refused = failedRefusal(payout)
    if (refused) throw new Refusal('conflict', refused)
    // The bank may still name the one that came back: it would count twice.
    if ((await extraPaiseOf(tx, [id])).some(({ paise }) => paise > 0))
      throw new Refusal(
        'conflict',
        "This payout was paid more than once. Upload the bank's reply with the UTR of the payment that came back.",
      )
    await settleFailed(shop, tx, payout, note)
    await record(tx, 'payout-failed', { target: targetOf(payout), note })
  })
}

/** Why a payout cannot be marked as failed; null where it can. */
export function failedRefusal({ method, state }: PayoutRow): string | null {
  if (method === 'route')
    return 'This payout goes through the payment provider: reverse the transfer there, and the shop follows.'
  if (state === 'failed' || state === 'returned') return 'This payout failed or came back already.'
  if (state === 'ready') return 'This payout is in no bank file yet: the bank has not said anything of it.'
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
    await requireAsAsked(tx)
    const { settlementId, sellerId, paise, state } = payout
    if (state !== 'failed' && state !== 'returned')
      throw new Refusal('conflict', 'Only a payout that failed or came back is made again.')
    if (await isSuspended(tx, sellerId))
      throw new Refusal('conflict', 'This seller is suspended. Their payouts wait until the suspension ends.')
    if (await hasLivePayout(tx, id))
      throw new Refusal('conflict', 'This payout was made again already, or paid after all.')
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
