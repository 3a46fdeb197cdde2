/**
 * The provider's webhook: a signed hint that something happened; what did is asked for again (api-rules §3.5). It is
 * stored with a job and answered at once, because the provider wants an answer within seconds and switches slow
 * addresses off.
 */
import { applyRefundEvent } from '../payments/apply-refund-event.ts'
import { keepUnmatched } from '../payments/unmatched-payments.ts'
import type { JobPayloads } from '../jobs/queue.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { findCheckoutByProviderOrder, insertEvent } from './queries.ts'
import { settleCheckout } from './settle.ts'
import { settleByReceipt } from './settle-unmatched.ts'

const provider = 'payment'

/** Stores a webhook and its job. Refuses ('invalid') a wrong signature. An event that was stored before, or that tells of no money, makes no job. */
export async function handlePaymentWebhook(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const { eventId, event, orderId, paymentId } = parseWebhook(shop, rawBody, headers)
  await shop.db.transaction(async (tx) => {
    if (eventId && !(await insertEvent(tx, provider, eventId))) return
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
  // Also for a refund: the payment that it belongs to may not have been heard of yet.
  if (providerOrderId) await settleOrder(shop, providerOrderId, event)
  if (providerPaymentId && event.startsWith('refund.')) await applyRefundEvent(shop, providerPaymentId)
}

async function settleOrder(shop: Shop, providerOrderId: string, event: string): Promise<void> {
  const checkout = await findCheckoutByProviderOrder(shop.db, providerOrderId, undefined)
  if (checkout) await settleCheckout(shop, checkout)
  else if (!(await settleByReceipt(shop, providerOrderId))) {
    shop.log.warn({ event, providerOrderId }, 'a payment webhook names an order that is not known')
    await keepUnmatched(shop.db, providerOrderId, event)
  }
}

function parseWebhook(shop: Shop, rawBody: Buffer, headers: Headers) {
  try {
    const webhook = shop.payments.parseWebhook(rawBody, headers)
    if (webhook) return webhook
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('invalid', 'The signature does not match.')
}
