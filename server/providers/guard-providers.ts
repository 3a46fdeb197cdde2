/** The outside providers behind their circuit breakers: whoever asks them need not know. */
import { type PaymentProvider, ProviderUnavailable } from '../payments/provider.ts'
import { type Courier, CourierUnavailable } from '../shipping/provider.ts'
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts'

export const openPaymentBreaker = () =>
  openCircuitBreaker({
    provider: 'payment',
    isSilence: (error) => error instanceof ProviderUnavailable,
    refusal: (words) => new ProviderUnavailable(words),
  })

const openCourierBreakerOf = (provider: string) =>
  openCircuitBreaker({
    provider,
    isSilence: (error) => error instanceof CourierUnavailable,
    refusal: (words) => new CourierUnavailable(words),
  })
export const openCourierBreaker = () => openCourierBreakerOf('courier')
/** Labels lie on a host of their own, which may hang while the courier answers. */
export const openLabelBreaker = () => openCourierBreakerOf('labels')

/** The bucket of pictures says no to nobody: whatever it does not do is trouble of its own. */
export const openBucketBreaker = () =>
  openCircuitBreaker({ provider: 'bucket', isSilence: () => true, refusal: (words) => new Error(words) })

/** Each call is named, so that a new one cannot pass by the breaker unseen. */
export function guardPayments(provider: PaymentProvider, { run }: CircuitBreaker): PaymentProvider {
  return {
    browserSettings: provider.browserSettings,
    signatureIsGood: (orderId, paymentId, signature) =>
      provider.signatureIsGood(orderId, paymentId, signature),
    parseWebhook: (rawBody, headers) => provider.parseWebhook(rawBody, headers),
    createOrder: (order) => run(() => provider.createOrder(order)),
    findOrderByReceipt: (order) => run(() => provider.findOrderByReceipt(order)),
    receiptOf: (orderId) => run(() => provider.receiptOf(orderId)),
    payment: (paymentId) => run(() => provider.payment(paymentId)),
    paymentsOf: (orderId) => run(() => provider.paymentsOf(orderId)),
    capture: (payment) => run(() => provider.capture(payment)),
    refund: (refund) => run(() => provider.refund(refund)),
    refundsOf: (paymentId) => run(() => provider.refundsOf(paymentId)),
  }
}

export function guardCourier(courier: Courier, { run }: CircuitBreaker, labels: CircuitBreaker): Courier {
  return {
    ...courier,
    registerPickup: (place) => run(() => courier.registerPickup(place)),
    findParcel: (orderId) => run(() => courier.findParcel(orderId)),
    createParcel: (parcel) => run(() => courier.createParcel(parcel)),
    assignAirwaybill: (shipmentId) => run(() => courier.assignAirwaybill(shipmentId)),
    makeLabel: (shipmentId) => run(() => courier.makeLabel(shipmentId)),
    requestPickup: (shipmentId) => run(() => courier.requestPickup(shipmentId)),
    track: (awbNumber) => run(() => courier.track(awbNumber)),
    readLabel: (labelUrl) => labels.run(() => courier.readLabel(labelUrl)),
  }
}
