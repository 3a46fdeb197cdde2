/** Lists refunds, retries one and settles one by hand. */
import type { AdminRefund } from '../../../contract/admin-money.ts'
import { record } from '../../people/audit/record.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyRefundEvent } from './apply-refund-event.ts'
import { toAdminRefund } from './present.ts'
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { findRefund, lockPayment } from './queries.ts'
import {
  countRefunds,
  lockRefund,
  type RefundFilter,
  listRefundRows,
  settleByHand,
  type LockedRefund,
} from './refund-queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export async function listRefunds(
  { db }: Pick<Shop, 'db'>,
  query: RefundFilter & PageRequest,
): Promise<Page<AdminRefund>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listRefundRows(db, query, limit, before),
    count: () => countRefunds(db, query),
    toItem: toAdminRefund,
  })
}

/**
 * Queues another round of tries under the same idempotency key. Refuses: not-found; conflict for a refund that is done, failed
 * or replaced.
 */
export async function retryRefund(shop: Shop, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (!refund) throw notFound('There is no such refund.')
    refuseDone(refund)
    if (refund.state === 'failed')
      throw new Refusal(
        'conflict',
        'The provider refused this refund for good. Pay it by hand, then mark it as paid.',
      )
    await shop.jobs.send(tx, 'refund-payment', { refundId: id })
    await record(tx, 'refund-retried', { target: { kind: 'refund', id, name: refund.paymentId } })
  })
}

/**
 * Marks a late refund as paid outside of the provider; the shop does not send it any more. The provider is asked first whether
 * it made the refund. Refuses: not-found; unavailable while the provider does not respond; conflict for a refund that is not
 * late, that the provider made meanwhile, or that is being sent at this moment.
 */
export async function settleRefund(shop: Shop, id: string, note: string): Promise<void> {
  const known = await findRefund(shop.db, id)
  if (!known) throw notFound('There is no such refund.')
  try {
    await applyRefundEvent(shop, known.paymentId)
  } catch (error) {
    // A provider that does not know the payment has not refunded it.
    if (error instanceof ProviderUnavailable)
      throw new Refusal(
        'unavailable',
        'The payment provider does not say whether it made this refund. Please try again in a moment.',
      )
    if (!(error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, refundId: id }, 'the provider shows no refunds of this payment')
  }
  await shop.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, known.paymentId)
    const refund = await lockRefund(tx, id)
    const row = locked?.refunds.find((one) => one.id === id)
    if (!refund || !locked || !row) throw notFound('There is no such refund.')
    refuseDone(refund)
    if (!refund.late) throw new Refusal('conflict', 'Only a refund that failed or hangs is settled by hand.')
    if (refund.isInFlight)
      throw new Refusal(
        'conflict',
        'The provider is being asked for this refund at this moment. Please try again in a minute.',
      )
    const others = locked.refunds.filter(
      (one) => one.id !== id && ['scheduled', 'accepted', 'processed'].includes(one.state),
    )
    const activePaise = others.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
    if (activePaise + refund.amountPaise > locked.payment.amountPaise)
      throw new Refusal('conflict', 'Other refunds have paid this money already.')
    await settleByHand(tx, row, note)
    await record(tx, 'refund-settled', { target: { kind: 'refund', id, name: refund.paymentId }, note })
  })
}

function refuseDone({ state }: LockedRefund): void {
  if (state === 'processed') throw new Refusal('conflict', 'This refund was made already.')
  if (state === 'replaced')
    throw new Refusal('conflict', 'Another refund of the same payment took the place of this one.')
}
