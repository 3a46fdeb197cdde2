/** Wraps the outside providers in their circuit breakers, so that no caller has to know of them. */
import { currentCaller } from '../caller.ts'
import { type PaymentProvider, ProviderUnavailable } from './payments/provider.ts'
import { type Courier, CourierUnavailable } from './courier/provider.ts'
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts'

export const openPaymentBreaker = () =>
  openCircuitBreaker({
    provider: 'payment',
    isFailure: (error) => error instanceof ProviderUnavailable,
    refusal: (message) => new ProviderUnavailable(message),
  })

const openCourierBreakerOf = (provider: string) =>
  openCircuitBreaker({
    provider,
    isFailure: (error) => error instanceof CourierUnavailable,
    refusal: (message) => new CourierUnavailable(message),
  })
export const openCourierBreaker = () => openCourierBreakerOf('courier')
/** Labels are served by another host, which may hang while the courier's API answers. */
export const openLabelBreaker = () => openCourierBreakerOf('labels')

/** Visitors ask how long a delivery takes: what they cause must not stop the booking of parcels. */
export const openEstimateBreaker = () => openCourierBreakerOf('estimates')

/** The bucket of pictures has no refusals as a part of its work: every error counts as no response. */
export const openBucketBreaker = () =>
  openCircuitBreaker({ provider: 'bucket', isFailure: () => true, refusal: (message) => new Error(message) })

/** Throws, in tests, for a request that would wait in slots of all others: its path is missing in http/provider-calls.ts. */
function inOwnSlots({ run }: CircuitBreaker): Pick<CircuitBreaker, 'run'> {
  return {
    run(work) {
      if (currentCaller().sharesSlots) throw new Error('a request without slots of its own asks a provider')
      return run(work)
    },
  }
}

/** Every call is listed, so that a new one does not compile until somebody decides whether the breaker guards it. */
export function guardPayments(provider: PaymentProvider, breaker: CircuitBreaker): PaymentProvider {
  const { run } = inOwnSlots(breaker)
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
    createRouteAccount: (seller) => run(() => provider.createRouteAccount(seller)),
    addRouteStakeholder: (accountId, person) => run(() => provider.addRouteStakeholder(accountId, person)),
    requestRouteProduct: (accountId) => run(() => provider.requestRouteProduct(accountId)),
    setRouteBankAccount: (accountId, productId, bank) =>
      run(() => provider.setRouteBankAccount(accountId, productId, bank)),
    transfer: (transfer) => run(() => provider.transfer(transfer)),
    findTransfer: (transferId) => run(() => provider.findTransfer(transferId)),
    transfersBetween: (from, to) => run(() => provider.transfersBetween(from, to)),
    movementsBetween: (subject, from, to) => run(() => provider.movementsBetween(subject, from, to)),
    dispute: (id) => run(() => provider.dispute(id)),
    disputesBetween: (from, to) => run(() => provider.disputesBetween(from, to)),
    acceptDispute: (id) => run(() => provider.acceptDispute(id)),
    uploadEvidence: (document) => run(() => provider.uploadEvidence(document)),
    contestDispute: (id, answer) => run(() => provider.contestDispute(id, answer)),
    activityBetween: (from, to) => run(() => provider.activityBetween(from, to)),
    settlement: (id) => run(() => provider.settlement(id)),
    settlementsBetween: (from, to) => run(() => provider.settlementsBetween(from, to)),
    settledOn: (day) => run(() => provider.settledOn(day)),
    balance: () => run(() => provider.balance()),
  }
}

export function guardCourier(
  courier: Courier,
  breaker: CircuitBreaker,
  labelBreaker: CircuitBreaker,
  estimateBreaker: CircuitBreaker,
): Courier {
  const [{ run }, labels, estimates] = [
    inOwnSlots(breaker),
    inOwnSlots(labelBreaker),
    inOwnSlots(estimateBreaker),
  ]
  return {
    ...courier,
    transitDays: (route) => estimates.run(() => courier.transitDays(route)),
    registerPickup: (place) => run(() => courier.registerPickup(place)),
    findParcel: (reference) => run(() => courier.findParcel(reference)),
    createParcel: (parcel) => run(() => courier.createParcel(parcel)),
    createReturn: (parcel) => run(() => courier.createReturn(parcel)),
    assignReturnAirwaybill: (shipmentId) => run(() => courier.assignReturnAirwaybill(shipmentId)),
    assignAirwaybill: (shipmentId) => run(() => courier.assignAirwaybill(shipmentId)),
    makeLabel: (shipmentId) => run(() => courier.makeLabel(shipmentId)),
    makeManifest: (shipmentIds) => labels.run(() => courier.makeManifest(shipmentIds)),
    requestPickup: (shipmentId) => run(() => courier.requestPickup(shipmentId)),
    cancelParcel: (reference) => run(() => courier.cancelParcel(reference)),
    track: (parcel) => run(() => courier.track(parcel)),
    readLabel: (labelUrl) => labels.run(() => courier.readLabel(labelUrl)),
  }
}
