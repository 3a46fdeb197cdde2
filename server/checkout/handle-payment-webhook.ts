/**
 * The payment provider's webhook: a signed hint that something happened; the facts are asked for again (api-rules §3.5). It
 * is stored with a job and answered at once, because the provider expects an answer within seconds and disables addresses
 * that are slow.
 */
import { applyRefundEvent } from '../payments/apply-refund-event.ts'
import { recordUnmatchedPayment } from '../payments/unmatched-payments.ts'
import { verifyWebhook } from '../http/verify-webhook.ts'
import type { JobPayloads } from '../jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { findCheckoutByProviderOrder } from './queries.ts'
import { settleCheckout } from './settle.ts'
import { settleByReceipt } from './settle-unmatched.ts'
import { insertWebhookEvent } from './webhook-queries.ts'

const provider = 'payment'

/**
 * Stores a webhook and its job. An event that was stored before, or that is not about captured or refunded money, makes no job.
 * Refuses ('invalid') a wrong signature and what is no webhook.
 */
export async function handlePaymentWebhook(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const { eventId, event, orderId, paymentId, transferId } = verifyWebhook(
    () => shop.payments.parseWebhook(rawBody, headers),
    'The signature does not match.',
  )
  await shop.db.transaction(async (tx) => {
    if (eventId && !(await insertWebhookEvent(tx, provider, eventId))) return
    if (transferId && event.startsWith('transfer.'))
      await shop.jobs.send(tx, 'check-transfer', { transferId })
    if (/^(payment\.(authorized|captured)|order\.paid|refund\.\w+)$/.test(event))
      await shop.jobs.send(tx, 'payment-webhook', {
        event,
        providerOrderId: orderId ?? null,
        providerPaymentId: paymentId ?? null,
      })
  })
}

/** The job of a webhook. Throws while the provider is out of reach: the queue tries again. */
export async function processPaymentWebhook(
  shop: Shop,
  { event, providerOrderId, providerPaymentId }: JobPayloads['payment-webhook'],
): Promise<void> {
  // Also for a refund, because the payment that it belongs to may not be recorded yet.
  if (providerOrderId) await settleOrder(shop, providerOrderId, event)
  if (providerPaymentId && event.startsWith('refund.')) await applyRefundEvent(shop, providerPaymentId)
}

async function settleOrder(shop: Shop, providerOrderId: string, event: string): Promise<void> {
  const checkout = await findCheckoutByProviderOrder(shop.db, providerOrderId, undefined)
  if (checkout) await settleCheckout(shop, checkout)
  else if (!(await settleByReceipt(shop, providerOrderId))) {
    shop.log.warn({ event, providerOrderId }, 'payment webhook of an unknown order')
    await recordUnmatchedPayment(shop.db, providerOrderId, event)
  }
}
