/** The job that gives money back; run twice, or after a lost answer, it moves the money once. */
import type { Shop } from '../shop.ts'
import { applyRefundEvent, importProviderRefunds } from './apply-refund-event.ts'
import { ProviderRefused } from './provider.ts'
import { markRefundRequested, clearRefundRequested, findRefund, type RefundRow } from './queries.ts'

const isOpen = (refund: RefundRow | undefined) =>
  refund?.state === 'scheduled' || refund?.state === 'accepted'

/** The refund's own id is the provider's idempotency key. Throws while the provider is out of reach: the queue tries again. */
export async function sendRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await findRefund(shop.db, refundId)
  if (!refund || !isOpen(refund)) return
  const { paymentId, amountPaise } = refund
  // A try before this one may have got through, and somebody may have given the money back. A payment that goes back whole
  // cannot do so twice, so that its first try need not ask; a part could.
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
    // There may be nothing left to give back, because it went back already.
    await applyRefundEvent(shop, paymentId)
    if (!isOpen(await findRefund(shop.db, refundId))) return
    shop.log.error({ err: error, refundId }, 'refund refused, it will be tried again')
    throw error
  }
}
