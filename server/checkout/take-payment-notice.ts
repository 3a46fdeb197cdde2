/** The provider's webhook: a signed hint that something happened; what did is asked for again (contract §3.5). */
import { applyRefundEvent } from '../payments/apply-refund-event.ts'
import { keepUnmatched } from '../payments/unmatched-payments.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { eventIsKnown, findCheckoutByProviderOrder, rememberEvent } from './queries.ts'
import { settleCheckout } from './settle.ts'

const provider = 'payment'

/** Refuses ('invalid') a wrong signature. An event of an order that is not ours, or that tells of no money, is only taken note of. */
export async function takePaymentNotice(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const notice = readNotice(shop, rawBody, headers)
  if (notice.eventId && (await eventIsKnown(shop.db, provider, notice.eventId))) return
  if (notice.orderId && /^(payment\.(authorized|captured)|order\.paid)$/.test(notice.event)) {
    const checkout = await findCheckoutByProviderOrder(shop.db, notice.orderId, undefined)
    if (checkout) await settleCheckout(shop, checkout)
    // Ours perhaps, and early: the id of the provider's order is stored a moment after it was made.
    else {
      shop.log.warn({ event: notice.event }, 'a payment notice names an order that is not known')
      await keepUnmatched(shop.db, notice.orderId, notice.event)
    }
  }
  if (notice.paymentId && notice.event.startsWith('refund.')) await applyRefundEvent(shop, notice.paymentId)
  // Last, so that a notice whose work failed is taken again when the provider repeats it.
  if (notice.eventId) await rememberEvent(shop.db, provider, notice.eventId)
}

function readNotice(shop: Shop, rawBody: Buffer, headers: Headers) {
  try {
    const notice = shop.payments.readNotice(rawBody, headers)
    if (notice) return notice
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('invalid', 'The signature does not match.')
}
