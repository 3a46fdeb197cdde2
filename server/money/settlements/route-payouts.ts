/** Payouts through the provider: sent by a job, and ended by the provider's state of the transfer. */
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import { ProviderRefused, type ProviderTransfer } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { settleFailed, settlePaid, settlePartBack } from './pay.ts'
import {
  findPayout,
  findPayoutOfTransfer,
  forgetAsked,
  lockPayout,
  lockProfiles,
  markAsked,
  noteTransfer,
  type PayoutRow,
  readPayeeState,
  stalePayouts,
  touchPayout,
} from './payout-queries.ts'
import { findRouteAccount } from './route-queries.ts'

const sendsAtOnce = 5

/** A request whose answer was lost may still be on its way for so long. */
const inFlightMs = 120_000

/**
 * The job that requests the transfer of a payout. The payout's id is the idempotency key: run twice, or after a lost response,
 * it moves the money once. A payout of a suspended seller, or one that is held, waits. A refusal ends the payout as failed, for an
 * administrator. Throws while the provider is out of reach: the queue retries.
 */
export async function sendPayout(shop: Shop, payoutId: string): Promise<void> {
  const before = await findPayout(shop.db, payoutId)
  if (before?.state !== 'sending') return
  const step = before.transferId ? { transferId: before.transferId } : await claimTransfer(shop, before)
  if (!step) return
  let transfer: ProviderTransfer | null
  try {
    transfer =
      'transferId' in step
        ? await shop.payments.findTransfer(step.transferId)
        : 'askedAt' in step
          ? await shop.payments.findTransferOfKey(payoutId, before.createdAt)
          : await shop.payments.transfer({
              key: payoutId,
              accountId: step.accountId,
              amountPaise: before.paise,
            })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.error({ err: error, payoutId }, 'payout refused by the provider')
    return failPayout(shop, payoutId, `The provider refused it. ${error.message}`.slice(0, 500))
  }
  if (transfer) await applyTransfer(shop, payoutId, transfer)
  // It was never made: the next round may request it, to the seller's present account.
  else if ('askedAt' in step) await shop.db.transaction((tx) => forgetIfUnchanged(tx, payoutId, step.askedAt))
}

/**
 * Decides where a transfer goes before it is requested, with the profile locked: a linked account that is good for the seller's
 * present bank account, or none. What was requested before is repeated as it was, unless the bank account changed since. Then
 * `askedAt` says that the provider has to be asked first. Null where the payout waits or has failed.
 */
async function claimTransfer(
  shop: Shop,
  { id, sellerId }: PayoutRow,
): Promise<{ accountId: string } | { askedAt: Date } | null> {
  return shop.db.transaction(async (tx) => {
    await lockProfiles(tx, [sellerId])
    const route = await findRouteAccount(tx, sellerId)
    const payout = await lockPayout(tx, id)
    if (payout?.state !== 'sending' || payout.transferId) return null
    const { suspended, held, payeeId, routeIsCurrent } = await readPayeeState(tx, sellerId)
    // It is sent by the first sweep after the suspension or the hold.
    if (suspended || held) return null
    const { askedAccount, askedAt } = payout
    if (askedAt && payout.payeeId !== payeeId)
      return Date.now() - askedAt.getTime() > inFlightMs ? { askedAt } : null
    const accountId = askedAccount ?? (routeIsCurrent ? route?.accountId : undefined)
    if (!accountId) {
      await settleFailed(
        tx,
        payout,
        route?.accountId
          ? 'The linked account is not active, or was made for other details than the seller has now. Link it again, or pay by bank.'
          : 'The seller has no linked account.',
      )
      return null
    }
    await markAsked(tx, id, accountId, payeeId)
    return { accountId }
  })
}

async function forgetIfUnchanged(tx: Tx, id: string, askedAt: Date): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout?.state === 'sending' && !payout.transferId && payout.askedAt?.getTime() === askedAt.getTime())
    await forgetAsked(tx, id)
}

/**
 * The job of a webhook about a transfer: asks the provider for its state. A transfer whose response was lost is found by its
 * key. The payout of a seller who was suspended meanwhile is not sent again, and later the provider may have forgotten the key.
 */
export async function checkTransfer(shop: Shop, transferId: string): Promise<void> {
  const transfer = await shop.payments.findTransfer(transferId)
  if (!transfer) return
  const payout =
    (await findPayoutOfTransfer(shop.db, transferId)) ??
    (transfer.key === null ? undefined : await findPayout(shop.db, transfer.key))
  if (payout?.method === 'route' && (payout.transferId ?? transferId) === transferId)
    await applyTransfer(shop, payout.id, transfer)
}

/** Timer: payouts by Route without news for two sweeps. */
export async function sweepPayouts(shop: Shop): Promise<void> {
  const stale = await stalePayouts(shop.db, shop.config.sweepSeconds * 2)
  await forEachConcurrently(stale, sendsAtOnce, async ({ id }) => {
    try {
      await touchPayout(shop.db, id)
      await sendPayout(shop, id)
    } catch (error) {
      shop.log.warn({ err: error, payoutId: id }, 'payout not done yet')
    }
  })
}

async function applyTransfer(shop: Shop, payoutId: string, transfer: ProviderTransfer): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (!payout) return
    // Otherwise the ledger would say that the seller was paid, which is wrong.
    if (transfer.amountPaise !== payout.paise)
      throw new Error(`transfer ${transfer.id} is not the amount of payout ${payoutId}`)
    const { state } = payout
    if (state === 'sending') {
      await noteTransfer(tx, payoutId, transfer.id)
      if (transfer.state === 'processed' || transfer.state === 'partially_reversed')
        await settlePaid(shop, tx, payout, { transferId: transfer.id })
      else if (transfer.state !== 'pending')
        await settleFailed(tx, payout, `The provider says: the transfer ${transfer.id} is ${transfer.state}.`)
    } else if (state === 'paid' && transfer.state === 'reversed')
      await settleFailed(tx, payout, `The transfer ${transfer.id} was reversed at the provider.`)
    // An administrator decides about a part: the payout stays paid and is among the exceptions.
    if ((state === 'sending' || state === 'paid') && transfer.state === 'partially_reversed')
      await settlePartBack(tx, payout, transfer.reversedPaise)
  })
}

async function failPayout(shop: Shop, payoutId: string, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (payout?.state === 'sending') await settleFailed(tx, payout, note)
  })
}
