/** order/payment/verify: checks the widget's three fields with the provider (api-rules §3.3). */
import { paymentBeingRefunded, paymentSuccessful } from '../../../contract/order.ts'
import { requireNotHeld } from '../../platform/hold/held.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CheckoutState, findCheckoutByProviderOrder } from './queries.ts'
import { isPaidTooLate } from './rules.ts'
import { settleCheckout, settlePayment } from './settle.ts'

interface WidgetAnswer {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/**
 * Refuses: not-found for an order that is not the caller's; invalid for a wrong signature or a payment of another order;
 * conflict when no money was captured or it is refunded; too-often for too many calls; unavailable when the provider does not
 * respond (the webhook or the sweep will then finish the purchase).
 */
export async function verifyPayment(
  shop: Shop,
  customerId: string,
  answer: WidgetAnswer,
): Promise<{ status: 'true'; msg: string }> {
  const checkout = await findCheckoutByProviderOrder(shop.db, answer.razorpay_order_id, customerId)
  if (!checkout?.providerOrderId) throw notFound()
  if (
    !shop.payments.signatureIsGood(
      checkout.providerOrderId,
      answer.razorpay_payment_id,
      answer.razorpay_signature,
    )
  ) {
    throw new Refusal('invalid', 'Payment verification failed')
  }
  if (checkout.state !== 'completed') await requireNotHeld(shop.db, whilePaused)
  try {
    const payment = await shop.payments.payment(answer.razorpay_payment_id)
    if (!payment || payment.orderId !== checkout.providerOrderId)
      throw new Refusal('invalid', 'Payment verification failed')
    // A late payment must not decide before another one of the same order that was made in time.
    if (isPaidTooLate(checkout, payment)) {
      const settled = { ...checkout, state: await settleCheckout(shop, checkout) }
      // Read again, because it may have been captured meanwhile.
      return answerFor(
        await settlePayment(shop, settled, (await shop.payments.payment(payment.id)) ?? payment),
      )
    }
    return answerFor(await settlePayment(shop, checkout, payment))
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw paymentBeingChecked()
    throw error
  }
}

function answerFor(state: CheckoutState | null): { status: 'true'; msg: string } {
  if (state === 'completed') return { status: 'true', msg: paymentSuccessful }
  throw new Refusal(
    'conflict',
    state === 'refunded' ? paymentBeingRefunded : 'The payment has not been received yet.',
  )
}

export const whilePaused =
  'The shop is paused now. If you have paid, we confirm your order by e-mail as soon as it goes on.'

export const paymentBeingChecked = () =>
  new Refusal('unavailable', 'Your payment is being checked. Your order will appear in My Orders.', {
    retryAfterSeconds: 10,
  })
