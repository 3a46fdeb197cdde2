/** Asks the provider for the payments of a checkout and finalises every captured one. */
import { applyRefundEvent, applyUnknownRefunds } from '../../money/payments/apply-refund-event.ts'
import { type ProviderPayment, ProviderRefused } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { finaliseCheckout } from './finalise-checkout.ts'
import type { CheckoutRow, CheckoutState } from './queries.ts'
import { isPaidTooLate } from './rules.ts'

/** Returns the state afterwards. Throws ProviderUnavailable when the provider does not respond. */
export async function settleCheckout(shop: Shop, checkout: CheckoutRow): Promise<CheckoutState> {
  return checkout.providerOrderId
    ? settleProviderOrder(shop, checkout, checkout.providerOrderId)
    : checkout.state
}

/** The same for an order of the provider with the checkout's receipt, whether or not it is the stored one. */
export async function settleProviderOrder(
  shop: Shop,
  checkout: CheckoutRow,
  providerOrderId: string,
): Promise<CheckoutState> {
  let { state } = checkout
  const payments = await shop.payments.paymentsOf(providerOrderId)
  // Payments in time and the oldest first: they buy, also where a later one would have to be refunded.
  const isLate = (payment: ProviderPayment) => Number(isPaidTooLate(checkout, payment))
  for (const payment of payments.toSorted((a, b) => isLate(a) - isLate(b) || madeAt(a) - madeAt(b))) {
    state = (await settlePayment(shop, { ...checkout, state, providerOrderId }, payment)) ?? state
  }
  return state
}

const madeAt = ({ createdAt }: ProviderPayment) => createdAt?.getTime() ?? Infinity

/** One payment: captures it where it is only authorized. Returns null when no money was captured. */
export async function settlePayment(
  shop: Shop,
  checkout: CheckoutRow,
  payment: ProviderPayment,
): Promise<CheckoutState | null> {
  if (payment.orderId !== checkout.providerOrderId || payment.currency !== 'INR') return null
  let current = payment
  if (
    current.status === 'authorized' &&
    current.amountPaise === checkout.totalPaise &&
    checkout.state !== 'completed' &&
    // It would only be refunded. An authorization that nobody captures ends at the provider.
    checkout.state !== 'refunded'
  ) {
    try {
      current = await shop.payments.capture(current)
    } catch (error) {
      // Captured by the provider itself meanwhile, or not possible any more: the payment tells which.
      if (!(error instanceof ProviderRefused)) throw error
      current = (await shop.payments.payment(current.id)) ?? current
    }
  }
  // Refunded at the provider already. If it became orders, the webhook of the refund may have come too early or never.
  if (current.status === 'refunded') {
    await applyRefundEvent(shop, current.id)
    return checkout.state === 'refunded' ? 'refunded' : null
  }
  if (current.status !== 'captured') return null
  const { refundedPaise } = current
  const state = await finaliseCheckout(shop, checkout.id, current)
  if (refundedPaise > 0) await applyUnknownRefunds(shop, current)
  return state
}
