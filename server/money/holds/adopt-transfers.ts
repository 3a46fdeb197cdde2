/** Transfers to sellers that the provider made since the backup. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ProviderActivity } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { findPayout, findPayoutOfTransfer } from '../settlements/payout-queries.ts'
import { checkTransfer } from '../settlements/route-payouts.ts'
import { adoptPayout } from './adopt-payout.ts'
import { beginFinding } from './progress.ts'
import { type Finding, findPayeeOfAccount, type HoldRow, lockHold, saveFinding } from './queries.ts'

type Transfer = ProviderActivity['transfers'][number]

/** A transfer of a payout that the shop has gives it its state; any other is a payout of a lost run. */
export async function adoptTransfers(
  shop: Shop,
  hold: HoldRow,
  transfers: readonly Transfer[],
): Promise<void> {
  for (const transfer of transfers) {
    const found = await adoptTransfer(shop, hold, transfer)
    if (found)
      await saveFinding(shop.db, hold.id, {
        ...found,
        subject: 'transfer',
        reference: transfer.id,
        paise: transfer.amountPaise,
      })
  }
}

/** Null where the shop knew all of it. */
async function adoptTransfer(
  shop: Shop,
  hold: HoldRow,
  transfer: Transfer,
): Promise<Pick<Finding, 'outcome' | 'text'> | null> {
  const { id, key, state, amountPaise, accountId, reversedPaise } = transfer
  const amount = formatAmount(rupees(amountPaise))
  const read = async () =>
    (await findPayoutOfTransfer(shop.db, id)) ?? (key === null ? undefined : await findPayout(shop.db, key))
  const before = await read()
  if (before) {
    const isProcessed = state === 'processed' || state === 'partially_reversed'
    const isNew =
      before.state === 'sending' ||
      (before.state === 'paid' && state !== 'processed') ||
      // It failed, or came back, by what the backup knows; or it is one more transfer of the payout.
      (isProcessed && (before.state !== 'paid' || before.transferId !== id))
    const of = { subject: 'transfer', reference: id, paise: amountPaise, isNew } as const
    if (!(await beginFinding(shop.db, hold.id, of))) return null
    await checkTransfer(shop, id)
    const after = await read()
    return after?.state === 'sending'
      ? { outcome: 'under-way', text: `A transfer of ${amount} is under way.` }
      : { outcome: 'adopted', text: `The payout of ${amount} is ${after?.state ?? before.state}.` }
  }
  if (state === 'pending')
    return { outcome: 'under-way', text: `A transfer of ${amount} to ${accountId} is under way.` }
  // Also over what an earlier look has found: that one may have been under way.
  if (state === 'failed' || state === 'reversed')
    return {
      outcome: 'no-money',
      text: `A transfer of ${amount} to ${accountId} ${state === 'failed' ? 'failed' : 'came back'}.`,
    }
  const sellerId = await findPayeeOfAccount(shop.db, accountId)
  if (sellerId === undefined)
    return { outcome: 'unknown', text: `${amount} went to ${accountId}, which is no seller's account here.` }
  const found = {
    outcome: 'adopted',
    text: `${amount} was paid to a seller by a run that the backup does not have.`,
  } as const
  await shop.db.transaction(async (tx) => {
    // Two runs of the reconciliation wait for each other here.
    if ((await lockHold(tx))?.id !== hold.id || (await findPayoutOfTransfer(tx, id))) return
    await adoptPayout(tx, hold, {
      sellerId,
      paise: amountPaise,
      reference: { transferId: id },
      note: 'Made after the backup that was restored, found at the provider.',
    })
    await saveFinding(tx, hold.id, { ...found, subject: 'transfer', reference: id, paise: amountPaise })
  })
  if (reversedPaise > 0) await checkTransfer(shop, id)
  return found
}
