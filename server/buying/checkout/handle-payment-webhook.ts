/**
 * The payment provider's webhook: a signed hint, after which the shop requests the facts (api-rules §3.5). It is stored with a
 * job and answered with 200 at once, because the provider expects a response within seconds and disables slow addresses.
 */
import { applyRefundEvent } from '../../money/payments/apply-refund-event.ts'
import { recordPayment } from '../../money/payments/record-payment.ts'
import { recordUnmatchedPayment } from '../../money/payments/unmatched-payments.ts'
import { verifyWebhook } from '../../platform/http/verify-webhook.ts'
import type { JobPayloads } from '../../platform/jobs/queue.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCheckoutByProviderOrder } from './queries.ts'
import { settleCheckout } from './settle.ts'
import { settleByReceipt } from './settle-unmatched.ts'
import { insertWebhookEvent } from './webhook-queries.ts'

const provider = 'payment'
/** The three events of a payment whose money was taken. */
const ofTakenMoney = ['payment.authorized', 'payment.captured', 'order.paid']

/**
 * Stores a webhook and its job. No job is made for an event that was stored before, for a payment that is recorded already, and
 * for an event that is not about captured, refunded, disputed or settled money. Refuses ('invalid') a wrong signature and a malformed webhook.
 */
export async function handlePaymentWebhook(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const { eventId, event, orderId, paymentId, transferId, disputeId, settlementId } = verifyWebhook(
    () => shop.payments.parseWebhook(rawBody, headers),
    'The signature does not match.',
  )
  // The provider sends three events of each payment, and before the second one the browser usually has had the payment
  // recorded.
  if (await isRecorded(shop, event, paymentId)) return
  await shop.db.transaction(async (tx) => {
    if (eventId && !(await insertWebhookEvent(tx, provider, eventId))) return
    if (transferId && event.startsWith('transfer.'))
      await shop.jobs.send(tx, 'check-transfer', { transferId })
    if (disputeId && event.startsWith('payment.dispute.'))
      await shop.jobs.send(tx, 'check-dispute', { disputeId })
    if (settlementId && event.startsWith('settlement.'))
      await shop.jobs.send(tx, 'check-provider-settlement', { settlementId })
    const payload = { event, providerOrderId: orderId ?? null, providerPaymentId: paymentId ?? null }
    // The browser returns from paying at the same time, and its calls settle the payment at once. The job is for a closed
    // browser: one job for the three events, after all of them have arrived.
    if (ofTakenMoney.includes(event))
      await shop.jobs.send(tx, 'payment-webhook', payload, {
        key: paymentId ?? orderId ?? eventId,
        seconds: shop.config.webhookDebounceSeconds,
      })
    else if (event.startsWith('refund.')) await shop.jobs.send(tx, 'payment-webhook', payload)
  })
}

/** The job of a webhook. Throws while the provider is out of reach: the queue retries. */
export async function processPaymentWebhook(
  shop: Shop,
  { event, providerOrderId, providerPaymentId }: JobPayloads['payment-webhook'],
): Promise<void> {
  if (await isRecorded(shop, event, providerPaymentId)) return
  // Also for a refund, because the payment that it belongs to may not be recorded yet.
  if (providerOrderId) await settleOrder(shop, providerOrderId, event)
  if (providerPaymentId && event.startsWith('refund.')) await applyRefundEvent(shop, providerPaymentId)
}

/** Whether an event only repeats that a payment was captured that became orders, or was refunded, before. */
async function isRecorded(shop: Shop, event: string, paymentId: string | null | undefined): Promise<boolean> {
  if (!paymentId || !ofTakenMoney.includes(event)) return false
  return recordPayment.isKnown(shop.db, paymentId)
}

async function settleOrder(shop: Shop, providerOrderId: string, event: string): Promise<void> {
  const checkout = await findCheckoutByProviderOrder(shop.db, providerOrderId, undefined)
  if (checkout) await settleCheckout(shop, checkout)
  else if (!(await settleByReceipt(shop, providerOrderId))) {
    shop.log.warn({ event, providerOrderId }, 'payment webhook of an unknown order')
    await recordUnmatchedPayment(shop.db, providerOrderId, event)
  }
}
