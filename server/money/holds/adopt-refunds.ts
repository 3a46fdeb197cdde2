/** Refunds that were made since the backup: those of the restored rows, and those of rows that were lost. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ProviderActivity } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyRefundEvent } from '../payments/apply-refund-event.ts'
import { paymentIsKnown } from '../payments/queries.ts'
import { beginFinding } from './progress.ts'
import { type Finding, type HoldRow, knownRefunds, saveFinding } from './queries.ts'

/**
 * Imports all refunds of the payments that have one of `refunds`. A refund that no row asked for is money that went back to its
 * buyer: it is not refunded again, and the orders that it may belong to are flagged.
 */
export async function adoptRefunds(
  shop: Shop,
  hold: HoldRow,
  refunds: ProviderActivity['refunds'],
): Promise<void> {
  const known = new Set(
    await knownRefunds(
      shop.db,
      refunds.map(({ id }) => id),
    ),
  )
  const news: typeof refunds = []
  for (const refund of refunds) {
    const { id: reference, amountPaise: paise } = refund
    const isNew = !known.has(reference)
    if (await beginFinding(shop.db, hold.id, { subject: 'refund', reference, paise, isNew }))
      news.push(refund)
  }
  for (const paymentId of new Set(news.map((refund) => refund.paymentId)))
    if (await paymentIsKnown(shop.db, paymentId)) await applyRefundEvent(shop, paymentId)
  const adopted = new Set(
    await knownRefunds(
      shop.db,
      news.map(({ id }) => id),
    ),
  )
  for (const refund of news)
    await saveFinding(shop.db, hold.id, {
      subject: 'refund',
      reference: refund.id,
      paise: refund.amountPaise,
      ...found(refund, adopted.has(refund.id)),
    })
}

function found(
  { state, paymentId, amountPaise }: ProviderActivity['refunds'][number],
  isAdopted: boolean,
): Pick<Finding, 'outcome' | 'text'> {
  const amount = formatAmount(rupees(amountPaise))
  if (state === 'failed')
    return {
      outcome: 'no-money',
      text: `A refund of ${amount} of payment ${paymentId} failed: no money went back.`,
    }
  const went = state === 'processed' ? 'went back' : 'is going back'
  return isAdopted
    ? { outcome: 'adopted', text: `${amount} of payment ${paymentId} ${went} to the buyer.` }
    : { outcome: 'unknown', text: `${amount} ${went} of payment ${paymentId}, which is no order here.` }
}
