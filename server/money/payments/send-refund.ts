/** The job that requests a refund from the provider. Run twice, or after a lost response, it moves the money once. */
import type { Shop } from '../../platform/shop.ts'
import { applyRefundEvent, importProviderRefunds } from './apply-refund-event.ts'
import { ProviderRefused } from '../../platform/providers/payments/provider.ts'
import { markRefundRequested, clearRefundRequested, findRefund, type RefundRow } from './queries.ts'

const isOpen = (refund: RefundRow | undefined) =>
  refund?.state === 'scheduled' || refund?.state === 'accepted'

/** The refund's own id is the provider's idempotency key. Throws while the provider is out of reach: the queue retries. */
export async function sendRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await findRefund(shop.db, refundId)
  if (!refund || !isOpen(refund)) return
  const { paymentId, amountPaise } = refund
  // An earlier try may have succeeded, and somebody may have refunded in the dashboard. The first try of a whole payment need
  // not check: the provider refuses a second refund of a whole payment, but not of a part.
  if (refund.state === 'accepted' || refund.touched || refund.orderId !== null)
    await applyRefundEvent(shop, paymentId)
  if (!(await markRefundRequested(shop.db, refundId))) return
  try {
    await importProviderRefunds(shop, paymentId, [
      await shop.payments.refund({ key: refundId, paymentId, amountPaise }),
    ])
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await clearRefundRequested(shop.db, refundId)
    // The provider also refuses a refund of what was refunded already.
    await applyRefundEvent(shop, paymentId)
    if (!isOpen(await findRefund(shop.db, refundId))) return
    shop.log.error({ err: error, refundId }, 'refund refused, it will be tried again')
    throw error
  }
}
