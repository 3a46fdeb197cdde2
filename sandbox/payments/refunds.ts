/** Refunds: created at once, processed a moment later, at most one per idempotency key. */
import { newId, randomText, unixSeconds } from './entities.ts'
import type { Payment, Refund } from './entities.ts'
import { badInput, refusal, unknownId } from './errors.ts'
import type { ProcessingFault } from './faults.ts'
import { canonicalJson, readAmount, readBody, readNotes, readReceipt } from './input.ts'
import type { Body } from './input.ts'
import type { Change, Ledger } from './ledger.ts'
import type { Transfers } from './route.ts'
import type { WebhookEvent, Webhooks } from './webhooks.ts'

/** One merchant account: its state, its webhooks and its pending refunds. */
export type Merchant = { ledger: Ledger; webhooks: Webhooks; refunds: Refunds; transfers: Transfers }

const SIX_MONTHS_IN_SECONDS = 183 * 24 * 60 * 60

/** `POST /payments/:id/refund`. Without an amount it refunds what is left. */
export function createRefund(
  merchant: Merchant,
  paymentId: string,
  text: string,
  key: string | undefined,
): Refund {
  const { ledger } = merchant
  const payment = ledger.payments.get(paymentId)
  if (payment === undefined) throw unknownId()
  const body = readBody(text, ['amount', 'speed', 'notes', 'receipt'])
  const same = canonicalJson(body)
  const earlier = key === undefined ? undefined : ledger.refundKeys.get(key)
  if (earlier !== undefined) {
    if (earlier.paymentId !== paymentId || earlier.body !== same) {
      throw refusal(400, 'Different request with the same idempotency key has already been processed.')
    }
    return findRefund(ledger, earlier.refundId)
  }
  const refund = newRefund(payment, refundable(payment, body), body)
  const changes = refundChanges(payment, refund)
  if (key !== undefined) {
    changes.push({
      table: 'refundKey',
      row: { id: key, paymentId, body: same, refundId: refund.id },
    })
  }
  merchant.webhooks.publish(changes, [refundEvent('refund.created', refunded(payment, refund), refund)])
  merchant.refunds.start(refund)
  return refund
}

/** The provider's own refund of a payment that was authorized and will not be captured. */
export function refundUncaptured(merchant: Merchant, payment: Payment): Payment {
  const refund = newRefund(payment, payment.amount, {})
  const after = refunded(payment, refund)
  merchant.webhooks.publish(refundChanges(payment, refund), [refundEvent('refund.created', after, refund)])
  merchant.refunds.start(refund)
  return after
}

export function findRefund(ledger: Ledger, id: string): Refund {
  const refund = ledger.refunds.get(id)
  if (refund === undefined) throw unknownId()
  return refund
}

/** Validates the idempotency key of the header; undefined if there is none. */
export function readRefundKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!/^[A-Za-z0-9_-]{10,}$/.test(header)) {
    throw badInput('The idempotency key must be at least 10 characters of letters, digits, - and _.')
  }
  return header
}

/** Processes refunds some time after they were created, including those of an earlier run. */
export class Refunds {
  readonly #ledger: Ledger
  readonly #webhooks: Webhooks
  readonly #afterMs: number
  readonly #fault: () => ProcessingFault | undefined
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(ledger: Ledger, webhooks: Webhooks, fault: () => ProcessingFault | undefined, afterMs = 400) {
    this.#ledger = ledger
    this.#webhooks = webhooks
    this.#fault = fault
    this.#afterMs = afterMs
    for (const refund of ledger.refunds.values()) {
      if (refund.status === 'pending') this.start(refund)
    }
  }

  /** A refund fails, also one that was processed before. */
  fail(id: string): Refund {
    if (this.#find(id).refund.status === 'failed') throw badInput('The refund has failed already.')
    this.#fail(id)
    return this.#find(id).refund
  }

  start(refund: Refund): void {
    this.#after(this.#afterMs, () => this.#process(refund.id))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #after(ms: number, step: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      step()
    }, ms)
    this.#timers.add(timer)
  }

  #process(id: string): void {
    if (this.#find(id).refund.status === 'failed') return
    const fault = this.#fault()
    if (fault?.kind === 'slow') {
      this.#after(fault.ms, () => this.#end(id))
    } else if (fault?.kind === 'failed' || fault?.kind === 'late-success') {
      this.#fail(id)
      if (fault.kind === 'late-success') this.#after(fault.ms, () => this.#end(id))
    } else this.#end(id, fault?.kind)
  }

  #fail(id: string): void {
    const { refund, payment } = this.#find(id)
    const failed: Refund = { ...refund, status: 'failed' }
    const back = withRefunded(payment, payment.amount_refunded - refund.amount)
    const changes: Change[] = [
      { table: 'refund', row: failed },
      { table: 'payment', row: back },
    ]
    this.#webhooks.publish(changes, [refundEvent('refund.failed', back, failed)])
  }

  #end(id: string, other?: 'other-amount' | 'other-currency'): void {
    const { refund, payment } = this.#find(id)
    const amount = other === 'other-amount' ? Math.ceil(refund.amount / 2) : refund.amount
    const processed: Refund = {
      ...refund,
      status: 'processed',
      amount,
      ...(other === 'other-currency' && { currency: 'USD' }),
      acquirer_data: { arn: randomText(23).toUpperCase() },
    }
    const counted = refund.status === 'failed' ? 0 : refund.amount
    const after = withRefunded(payment, payment.amount_refunded - counted + amount)
    const changes: Change[] = [
      { table: 'refund', row: processed },
      { table: 'payment', row: after },
    ]
    this.#webhooks.publish(changes, [refundEvent('refund.processed', after, processed)])
  }

  #find(id: string): { refund: Refund; payment: Payment } {
    const refund = findRefund(this.#ledger, id)
    const payment = this.#ledger.payments.get(refund.payment_id)
    if (payment === undefined) throw new Error(`${id} refunds an unknown payment`)
    return { refund, payment }
  }
}

function refundable(payment: Payment, body: Body): number {
  const left = payment.amount - payment.amount_refunded
  if (!payment.captured) {
    throw badInput('The payment status should be captured for action to be taken')
  }
  if (unixSeconds() - payment.created_at > SIX_MONTHS_IN_SECONDS) {
    throw badInput('Refund is not allowed after 6 months of the payment')
  }
  if (left === 0) throw badInput('The payment has been fully refunded already')
  const amount = body['amount'] === undefined || body['amount'] === null ? left : readAmount(body)
  if (amount > left) {
    throw badInput('The refund amount provided is greater than amount captured', 'amount')
  }
  return amount
}

export function newRefund(payment: Payment, amount: number, body: Body): Refund {
  const { speed = 'normal' } = body
  if (speed !== 'normal' && speed !== 'optimum') throw badInput('The selected speed is invalid.', 'speed')
  return {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: readNotes(body),
    receipt: readReceipt(body),
    acquirer_data: { arn: null },
    created_at: unixSeconds(),
    batch_id: null,
    status: 'pending',
    speed_requested: speed,
    speed_processed: speed === 'optimum' ? 'instant' : 'normal',
  }
}

export function refundChanges(payment: Payment, refund: Refund): Change[] {
  return [
    { table: 'refund', row: refund },
    { table: 'payment', row: refunded(payment, refund) },
  ]
}

function refunded(payment: Payment, refund: Refund): Payment {
  return withRefunded(payment, payment.amount_refunded + refund.amount)
}

/** Only a full refund changes the status of the payment. */
function withRefunded(payment: Payment, amount: number): Payment {
  const full = amount === payment.amount
  return {
    ...payment,
    amount_refunded: amount,
    refund_status: amount === 0 ? null : full ? 'full' : 'partial',
    status: full ? 'refunded' : payment.captured ? 'captured' : payment.status,
  }
}

/** In refund events the real provider sends the payment as captured, even after a full refund. */
function refundEvent(event: string, payment: Payment, refund: Refund): WebhookEvent {
  const status = payment.captured ? 'captured' : payment.status
  return { event, payment: { ...payment, status }, refund }
}
