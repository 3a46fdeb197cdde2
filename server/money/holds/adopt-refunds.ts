/** Refunds that were made since the backup: those of the restored rows, and those of rows that were lost. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ProviderActivity } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyRefundEvent } from '../payments/apply-refund-event.ts'
import { paymentIsKnown } from '../payments/queries.ts'
import { beginFinding } from './progress.ts'
import { type HoldRow, knownRefunds, saveFinding } from './queries.ts'

/**
 * Imports all refunds of the payments of these. One that no row asked for is money that went back to its buyer: it is not
 * refunded again, and the orders that it may belong to are flagged.
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
  for (const { id, paymentId, amountPaise } of news)
    await saveFinding(shop.db, hold.id, {
      subject: 'refund',
      reference: id,
      outcome: adopted.has(id) ? 'adopted' : 'unknown',
      paise: amountPaise,
      text: adopted.has(id)
        ? `${formatAmount(rupees(amountPaise))} of payment ${paymentId} went back to the buyer.`
        : `${formatAmount(rupees(amountPaise))} went back of payment ${paymentId}, which is no order here.`,
    })
}
