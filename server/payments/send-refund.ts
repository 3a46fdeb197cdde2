/** The job that gives money back; run twice, or after a lost answer, it moves the money once. */
import type { Shop } from '../shop.ts'
import { ProviderRefused } from './provider.ts'
import { findRefund, recordRefund } from './queries.ts'

/** The refund's own id is the provider's idempotency key. Throws while the provider is out of reach: the queue tries again. */
export async function sendRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await findRefund(shop.db, refundId)
  if (!refund || refund.state === 'processed' || refund.state === 'failed') return
  try {
    const answer = refund.providerRefundId
      ? await shop.payments.refundState(refund.providerRefundId)
      : await shop.payments.refund({
          key: refund.id,
          paymentId: refund.paymentId,
          amountPaise: refund.amountPaise,
        })
    await recordRefund(shop.db, refundId, answer.id, answer.state)
    if (answer.state === 'failed')
      shop.log.error({ refundId }, 'the provider could not refund: a person has to')
  } catch (error) {
    if (error instanceof ProviderRefused)
      shop.log.error({ err: error, refundId }, 'refund refused, it will be tried again')
    throw error
  }
}
