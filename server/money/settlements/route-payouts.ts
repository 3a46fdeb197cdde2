/** Payouts through the provider: sent by a job, and ended by the provider's state of their transfers. */
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import { ProviderRefused, type ProviderTransfer } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { settleExtra, settleFailed, settlePaid, settlePartBack } from './pay.ts'
import {
  findPayout,
  findPayoutOfTransfer,
  forgetAsked,
  isSettlementPaid,
  lockPayout,
  lockProfiles,
  markAsked,
  noteTransfer,
  oldestRoutePayout,
  type PayoutRow,
  readPayeeState,
  stalePayouts,
  touchPayout,
} from './payout-queries.ts'
import { movementsById } from './reconcile-queries.ts'
import { findRouteAccount } from './route-queries.ts'

const sendsAtOnce = 5
/** The provider's clock may differ from ours. */
const clockMs = 3_600_000
/**
 * After so many days a transfer is final. It is reversed with a refund of its buyers, and the provider refunds no payment that is
 * older than six months (providers.md §1.8).
 */
const daysUntilFinal = 190

/** A request whose answer was lost may still be on its way for so long. */
const inFlightMs = 120_000

/**
 * The job that requests the transfer of a payout. The payout's id is the idempotency key: run twice, or after a lost response,
 * it moves the money once. A payout of a suspended seller, or one that is held, waits. A refusal ends the payout as failed, for an
 * administrator, unless the provider has a transfer of it all the same. Throws while the provider is out of reach: the queue
 * retries.
 */
export async function sendPayout(shop: Shop, payoutId: string): Promise<void> {
  const payout = await findPayout(shop.db, payoutId)
  if (payout?.state !== 'sending') return
  if (payout.transferId) {
    const transfer = await shop.payments.findTransfer(payout.transferId)
    if (transfer) await applyTransfer(shop, payoutId, transfer)
    return
  }
  const step = await claimTransfer(shop, payout)
  if (!step) return
  const { askedAt } = step
  const fail = (note: string) =>
    unlessMade(shop, payout, askedAt, (tx, locked) => settleFailed(shop, tx, locked, note))
  if ('fails' in step) return fail(step.fails)
  // It was never made: the next round may request it, to the seller's present account.
  if ('forgets' in step) return unlessMade(shop, payout, askedAt, (tx) => forgetAsked(tx, payoutId))
  let transfer: ProviderTransfer
  try {
    transfer = await shop.payments.transfer({
      key: payoutId,
      accountId: step.accountId,
      amountPaise: payout.paise,
    })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.error({ err: error, payoutId }, 'payout refused by the provider')
    return fail(`The provider refused it. ${error.message}`.slice(0, 500))
  }
  await applyTransfer(shop, payoutId, transfer)
}

/** What follows for a payout that was requested last at `askedAt`, if ever. */
type Step =
  | { accountId: string; askedAt: Date }
  | { fails: string; askedAt: Date | null }
  | { forgets: true; askedAt: Date }

/**
 * Decides where a transfer goes before it is requested, with the profile locked: a linked account that is good for the seller's
 * present bank account, or none. What was requested before is repeated as it was, unless the bank account changed since: then the
 * request is forgotten. Null where the payout waits.
 */
async function claimTransfer(shop: Shop, { id, sellerId }: PayoutRow): Promise<Step | null> {
  return shop.db.transaction(async (tx) => {
    await lockProfiles(tx, [sellerId])
    const route = await findRouteAccount(tx, sellerId)
    const payout = await lockPayout(tx, id)
    if (payout?.state !== 'sending' || payout.transferId) return null
    const { suspended, held, payeeId, routeIsCurrent } = await readPayeeState(tx, sellerId)
    // It is sent by the first sweep after the suspension or the hold.
    if (suspended || held) return null
    const { askedAccount, askedAt } = payout
    const isInFlight = askedAt !== null && Date.now() - askedAt.getTime() <= inFlightMs
    if (await isSettlementPaid(tx, payout.settlementId))
      return isInFlight ? null : { fails: 'Another payout of this settlement was paid after all.', askedAt }
    if (askedAt && payout.payeeId !== payeeId) return isInFlight ? null : { forgets: true, askedAt }
    const accountId = askedAccount ?? (routeIsCurrent ? route?.accountId : undefined)
    if (accountId) return { accountId, askedAt: await markAsked(tx, id, accountId, payeeId) }
    const fails = route?.accountId
      ? 'The linked account is not active, or was made for other details than the seller has now. Link it again, or pay by bank.'
      : 'The seller has no linked account.'
    return { fails, askedAt }
  })
}

/**
 * Asks the provider for transfers with the payout's id: one may exist, though its answer was lost or it was refused later. Takes
 * them; does `then` where there are none, and nobody has requested one meanwhile. No payout fails, and no request is forgotten,
 * without it.
 */
async function unlessMade(
  shop: Shop,
  { id, createdAt }: PayoutRow,
  askedAt: Date | null,
  then: (tx: Tx, payout: PayoutRow) => Promise<void>,
): Promise<void> {
  const listed = await shop.payments.transfersBetween(
    new Date(createdAt.getTime() - clockMs),
    new Date(Date.now() + clockMs),
  )
  const made = listed.filter(({ key }) => key === id)
  for (const transfer of made) await applyTransfer(shop, id, transfer)
  if (made.length > 0) return
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout?.state === 'sending' && !payout.transferId && payout.askedAt?.getTime() === askedAt?.getTime())
      await then(tx, payout)
  })
}

/** The job of a webhook about a transfer: asks the provider for its state. */
export async function checkTransfer(shop: Shop, transferId: string): Promise<void> {
  const transfer = await shop.payments.findTransfer(transferId)
  if (transfer) await takeTransfer(shop, transfer)
}

/** Takes the provider's state of a transfer, known or not: one whose response was lost is found by its key. */
async function takeTransfer(shop: Shop, transfer: ProviderTransfer): Promise<void> {
  const payout =
    (await findPayoutOfTransfer(shop.db, transfer.id)) ??
    (transfer.key === null ? undefined : await findPayout(shop.db, transfer.key))
  if (payout?.method === 'route') await applyTransfer(shop, payout.id, transfer)
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

/**
 * Timer of the night: asks for every transfer that is not final, in the provider's lists of the days on which they were made, and
 * takes what changed since: a reversal, or a late success, whose webhook was lost. Throws the first failure after all days.
 */
export async function checkOpenTransfers(shop: Shop, night = new Date()): Promise<void> {
  const today = dayOf(night)
  const oldest = await oldestRoutePayout(shop.db, beginOf(addDays(today, -daysUntilFinal)))
  if (!oldest) return
  const failures: unknown[] = []
  const attempt = async (work: () => Promise<void>) => work().catch((error: unknown) => failures.push(error))
  for (let day = dayOf(new Date(oldest.getTime() - clockMs)); day <= today; day = addDays(day, 1))
    await attempt(async () => {
      const transfers = await shop.payments.transfersBetween(beginOf(day), beginOf(addDays(day, 1)))
      for (const transfer of await changedOf(shop, transfers))
        await attempt(() => takeTransfer(shop, transfer))
    })
  if (failures.length > 0) throw failures[0]
}

/** Those that moved another amount than the ledger says. */
async function changedOf({ db }: Shop, transfers: readonly ProviderTransfer[]): Promise<ProviderTransfer[]> {
  const ids = transfers.map(({ id }) => id)
  const here = new Map(
    (await movementsById(db, 'transfer', ids)).map(({ id, amountPaise }) => [id, amountPaise]),
  )
  return transfers.filter(({ id, state, amountPaise, reversedPaise }) => {
    const there = { processed: amountPaise, partially_reversed: amountPaise - reversedPaise }
    return (here.get(id) ?? 0) !== (there[state as keyof typeof there] ?? 0)
  })
}

async function applyTransfer(shop: Shop, payoutId: string, transfer: ProviderTransfer): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (!payout) return
    // Otherwise the ledger would say that the seller was paid, which is wrong.
    if (transfer.amountPaise !== payout.paise)
      throw new Error(`transfer ${transfer.id} is not the amount of payout ${payoutId}`)
    const { id: transferId, state: said, reversedPaise } = transfer
    const isPaid = said === 'processed' || said === 'partially_reversed'
    if (payout.transferId !== null && payout.transferId !== transferId) {
      // The provider made one more for the same payout.
      const { paise } = payout
      const backPaise = said === 'partially_reversed' ? reversedPaise : isPaid ? 0 : paise
      if (said !== 'pending') await settleExtra(shop, tx, payout, transferId, { paise, backPaise })
      return
    }
    await noteTransfer(tx, payoutId, transferId)
    const { state } = payout
    if (state === 'sending' || state === 'failed') {
      if (isPaid) await settlePaid(shop, tx, payout, { transferId })
      else if (state === 'sending' && said !== 'pending')
        await settleFailed(shop, tx, payout, `The provider says: the transfer ${transferId} is ${said}.`)
    } else if (state === 'paid' && (said === 'reversed' || said === 'failed'))
      await settleFailed(shop, tx, payout, `The transfer ${transferId} was ${said} at the provider.`)
    // An administrator decides about a part: the payout stays paid and is among the exceptions.
    if (state !== 'returned' && said === 'partially_reversed')
      await settlePartBack(shop, tx, payout, reversedPaise)
  })
}
