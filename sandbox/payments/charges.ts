/** Payments of an order: successful, failed, late; and their capture. */
import type { Order, Payment } from './entities.ts'
import { badInput, failureFor, unknownId } from './errors.ts'
import type { Failure, FailureReason } from './errors.ts'
import { readAmount, readBody, readCurrency } from './input.ts'
import type { Change, Ledger } from './ledger.ts'
import { NO_ERROR, newPayment } from './new-payment.ts'
import type { Charge } from './new-payment.ts'
import { findOrder } from './orders.ts'
import { refundUncaptured } from './refunds.ts'
import type { Merchant } from './refunds.ts'
import type { WebhookEvent } from './webhooks.ts'

/** Records a successful payment. An order accepts one payment, unless `again` or `late` simulates a fault. */
export function pay(merchant: Merchant, orderId: string, charge: Charge): Payment {
  const { ledger, webhooks } = merchant
  const order = findOrder(ledger, orderId)
  if (charge.again !== true) refuseSecondPayment(ledger, order, charge.late === true)
  const earlier = charge.late === true ? lastFailed(ledger, order) : undefined
  const authorized: Payment = {
    ...(earlier ?? newPayment(order, charge)),
    ...NO_ERROR,
    status: 'authorized',
    amount: charge.amount ?? order.amount,
    currency: charge.currency ?? order.currency,
  }
  const attempts = order.attempts + (earlier === undefined ? 1 : 0)
  const tried: Order = {
    ...order,
    attempts,
    status: order.status === 'paid' ? 'paid' : 'attempted',
  }
  const events: WebhookEvent[] = [{ event: 'payment.authorized', payment: authorized }]
  const tooLate = earlier !== undefined && order.status === 'paid'
  const automatic = charge.capture ?? ledger.captures.get(order.id)?.capture !== 'manual'
  if (tooLate || !automatic) {
    webhooks.publish(
      [
        { table: 'payment', row: authorized },
        { table: 'order', row: tried },
      ],
      events,
      charge.plan,
    )
    return tooLate ? refundUncaptured(merchant, authorized) : authorized
  }
  const captured = captureOf(tried, authorized)
  webhooks.publish(captured.changes, [...events, ...captured.events], charge.plan)
  return captured.payment
}

/** Records a payment that the bank declined. The order stays open for another try. */
export function failPayment(
  { ledger, webhooks }: Merchant,
  orderId: string,
  reason: FailureReason,
  charge: Charge,
): { payment: Payment; failure: Failure } {
  const order = findOrder(ledger, orderId)
  refuseSecondPayment(ledger, order, false)
  const failure = failureFor(reason)
  const payment: Payment = {
    ...newPayment(order, charge),
    status: 'failed',
    error_code: failure.code,
    error_description: failure.description,
    error_source: failure.source,
    error_step: failure.step,
    error_reason: failure.reason,
  }
  webhooks.publish(
    [
      { table: 'payment', row: payment },
      { table: 'order', row: { ...order, status: 'attempted', attempts: order.attempts + 1 } },
    ],
    [{ event: 'payment.failed', payment }],
    charge.plan,
  )
  return { payment, failure }
}

/** `POST /payments/:id/capture`: exactly the authorized amount, once, on an order not yet paid. */
export function capturePayment({ ledger, webhooks }: Merchant, id: string, text: string): Payment {
  const payment = findPayment(ledger, id)
  const body = readBody(text, ['amount', 'currency'])
  const amount = readAmount(body)
  readCurrency(body)
  if (payment.captured) throw badInput('This payment has already been captured')
  if (payment.status !== 'authorized') {
    throw badInput('Only payments which have been authorized and not yet captured can be captured')
  }
  if (amount !== payment.amount) {
    throw badInput('Capture amount must be equal to the amount authorized', 'amount')
  }
  const order = findOrder(ledger, payment.order_id)
  if (order.status === 'paid') throw badInput('The order is already paid')
  const captured = captureOf(order, payment)
  webhooks.publish(captured.changes, captured.events)
  return captured.payment
}

export function findPayment(ledger: Ledger, id: string): Payment {
  const payment = ledger.payments.get(id)
  if (payment === undefined) throw unknownId()
  return payment
}

/** Refunds payments that were authorized and not captured in time. */
export function releaseExpired(merchant: Merchant, now: number): void {
  for (const payment of merchant.ledger.payments.values()) {
    if (payment.status !== 'authorized') continue
    const minutes = merchant.ledger.captures.get(payment.order_id)?.expiryMinutes ?? 0
    if (now >= payment.created_at + minutes * 60) refundUncaptured(merchant, payment)
  }
}

function refuseSecondPayment(ledger: Ledger, order: Order, late: boolean): void {
  if (order.status === 'paid' && !late) throw badInput('Payment already done for this order.')
  if (ledger.paymentsOf(order.id).some((payment) => payment.status === 'authorized')) {
    throw badInput('Another payment for this order is authorized already.')
  }
}

function lastFailed(ledger: Ledger, order: Order): Payment {
  const failed = ledger.paymentsOf(order.id).findLast((payment) => payment.status === 'failed')
  if (failed === undefined) throw badInput('No failed payment to authorize late.')
  return failed
}

/** The payment captured, and its order paid by the first one. */
export function captureOf(
  order: Order,
  payment: Payment,
): { payment: Payment; changes: Change[]; events: WebhookEvent[] } {
  const base = Math.round(payment.amount * 0.02)
  const tax = Math.round(base * 0.18)
  const captured: Payment = {
    ...payment,
    status: 'captured',
    captured: true,
    fee: base + tax,
    tax,
  }
  const first = order.status !== 'paid'
  const paid: Order = first
    ? {
        ...order,
        status: 'paid',
        amount_paid: payment.amount,
        amount_due: Math.max(order.amount - payment.amount, 0),
      }
    : order
  return {
    payment: captured,
    changes: [
      { table: 'payment', row: captured },
      { table: 'order', row: paid },
    ],
    events: [
      { event: 'payment.captured', payment: captured },
      ...(first ? [{ event: 'order.paid', payment: captured, order: paid }] : []),
    ],
  }
}
