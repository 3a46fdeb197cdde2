/** Payouts through the provider: sent by a job, and ended by the provider's state of the transfer. */
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import { ProviderRefused, type ProviderTransfer } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { settleFailed, settlePaid, settlePartBack } from './pay.ts'
import {
  findPayout,
  findPayoutOfTransfer,
  isSuspended,
  lockPayout,
  noteTransfer,
  stalePayouts,
  touchPayout,
} from './payout-queries.ts'
import { findRouteAccount } from './route-queries.ts'

const sendsAtOnce = 5

/**
 * The job that requests the transfer of a payout. The payout's id is the idempotency key: run twice, or after a lost response,
 * it moves the money once. A payout of a suspended seller is held. A refusal ends the payout as failed, for an administrator.
 * Throws while the provider is out of reach: the queue retries.
 */
export async function sendPayout(shop: Shop, payoutId: string): Promise<void> {
  const payout = await findPayout(shop.db, payoutId)
  if (payout?.state !== 'sending') return
  // It is sent by the first sweep after the suspension.
  if (!payout.transferId && (await isSuspended(shop.db, payout.sellerId))) return
  const account = await findRouteAccount(shop.db, payout.sellerId)
  if (!account) return failPayout(shop, payoutId, 'The seller has no linked account.')
  let transfer: ProviderTransfer | null
  try {
    transfer = payout.transferId
      ? await shop.payments.findTransfer(payout.transferId)
      : await shop.payments.transfer({
          key: payoutId,
          accountId: account.accountId,
          amountPaise: payout.paise,
        })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.error({ err: error, payoutId }, 'payout refused by the provider')
    return failPayout(shop, payoutId, `The provider refused it. ${error.message}`.slice(0, 500))
  }
  if (transfer) await applyTransfer(shop, payoutId, transfer)
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
