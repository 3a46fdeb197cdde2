/** The payment provider: orders, payments and refunds as it books them, and calls whose answer may be lost. */
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  type ProviderRefund,
  ProviderUnavailable,
} from '../../server/platform/providers/payments/provider.ts'
import type { Scheduler } from './scheduler.ts'

export interface BookedPayment extends Omit<ProviderPayment, 'refundedPaise' | 'createdAt'> {
  /** When the bank confirmed it, in ms; null before. */
  authorizedAt: number | null
  /** In ms: the bank confirms a payment at most three days late. */
  madeAt: number
  /** The money was taken at some time, whatever became of it. */
  wasCaptured: boolean
}

interface BookedRefund extends ProviderRefund {
  paymentId: string
}

export interface Webhook {
  eventId: string
  event: string
  orderId: string
  paymentId: string
  /** The provider sends it until the shop has taken it. */
  mustArrive: boolean
}

/** The shop gives up waiting for an answer after this time. */
const patienceMs = 8_000
const day = 86_400_000

export class ProviderBooks {
  readonly orders: { id: string; receipt: string; amountPaise: number }[] = []
  readonly payments: BookedPayment[] = []
  readonly refunds: BookedRefund[] = []
  /** Webhooks that are on their way. */
  readonly webhooks: Webhook[] = []
  /** Calls that the shop has given up and that arrive later. */
  readonly late: (() => void)[] = []
  /** How often, of a thousand calls, something goes wrong. */
  faultsPerMille = 0
  /** A refund that is asked for again under its key is made once. */
  knowsKeys = true
  private readonly scheduler: Scheduler
  private events = 0

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler
  }

  tell(event: string, payment: BookedPayment, mustArrive = false): void {
    const eventId = `event-${(this.events += 1)}`
    this.webhooks.push({ eventId, event, orderId: payment.orderId, paymentId: payment.id, mustArrive })
  }

  /** The buyer pays in the widget. The status 'created' means that his bank has not said yet. */
  pay(orderId: string, amountPaise: number, status: BookedPayment['status']): BookedPayment {
    const payment: BookedPayment = {
      id: `pay-${this.payments.length + 1}`,
      orderId,
      amountPaise,
      currency: 'INR',
      status: 'created',
      authorizedAt: null,
      madeAt: this.scheduler.now,
      wasCaptured: false,
    }
    this.payments.push(payment)
    this.confirm(payment, status)
    return payment
  }

  /** The bank says what became of a payment, perhaps after it was called failed. */
  confirm(payment: BookedPayment, status: BookedPayment['status']): void {
    payment.status = status
    if (status === 'authorized') payment.authorizedAt = this.scheduler.now
    if (status === 'captured') payment.wasCaptured = true
    if (status !== 'created') this.tell(`payment.${status}`, payment)
  }

  /** A payment that is not captured within three days goes back by itself. */
  expire(): void {
    for (const payment of this.payments) {
      if (payment.status === 'authorized' && (payment.authorizedAt ?? 0) < this.scheduler.now - 3 * day)
        payment.status = 'refunded'
    }
  }

  refundedOf(paymentId: string): number {
    return this.refunds
      .filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed')
      .reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  }

  /** Makes the next refund that is accepted, or fails it. */
  finishRefund(refund: BookedRefund, state: 'processed' | 'failed'): void {
    refund.state = state
    const payment = this.payments.find(({ id }) => id === refund.paymentId)
    if (!payment) return
    payment.status = this.refundedOf(payment.id) === payment.amountPaise ? 'refunded' : 'captured'
    this.tell(`refund.${state}`, payment)
  }

  /**
   * Somebody gives money back in the provider's dashboard. The shop hears of a part of a payment by the webhook alone, so this
   * one arrives at last.
   */
  giveBackByHand(payment: BookedPayment, amountPaise: number): void {
    const id = `refund-${this.refunds.length + 1}`
    const refund = { id, paymentId: payment.id, amountPaise, receipt: null, state: 'processed' } as const
    this.refunds.push(refund)
    if (this.refundedOf(payment.id) === payment.amountPaise) payment.status = 'refunded'
    this.tell('refund.processed', payment, true)
  }

  captureNow(paymentId: string, amountPaise: number): BookedPayment {
    const payment = this.payments.find(({ id }) => id === paymentId)
    if (payment?.status !== 'authorized' || payment.amountPaise !== amountPaise)
      throw new ProviderRefused('this payment cannot be captured')
    this.confirm(payment, 'captured')
    return payment
  }

  refundNow(key: string, paymentId: string, amountPaise: number): BookedRefund {
    const made = this.refunds.find((refund) => refund.receipt === key)
    if (made) return made
    const payment = this.payments.find(({ id }) => id === paymentId)
    if (!payment?.wasCaptured || this.refundedOf(paymentId) + amountPaise > payment.amountPaise)
      throw new ProviderRefused('the payment has not so much left')
    const refund: BookedRefund = {
      id: `refund-${this.refunds.length + 1}`,
      paymentId,
      amountPaise,
      receipt: key,
      state: 'accepted',
    }
    this.refunds.push(refund)
    if (this.scheduler.random.chance(0.5)) this.finishRefund(refund, 'processed')
    return refund
  }
}

const toPayment = (
  books: ProviderBooks,
  { id, orderId, amountPaise, currency, status, madeAt }: BookedPayment,
): ProviderPayment => ({
  id,
  orderId,
  amountPaise,
  currency,
  status,
  refundedPaise: books.refundedOf(id),
  createdAt: new Date(madeAt),
})
const toRefund = ({ id, amountPaise, receipt, state }: BookedRefund): ProviderRefund => ({
  id,
  amountPaise,
  receipt,
  state,
})

/** The provider as one node calls it. */
export function openPaymentProvider(
  node: number,
  books: ProviderBooks,
  scheduler: Scheduler,
): PaymentProvider {
  const { random } = scheduler
  // A process that was stopped may find the answer when it goes on.
  const giveUp = (ms: number) =>
    ms < patienceMs || random.chance(0.3)
      ? null
      : new ProviderUnavailable('the provider did not answer in time')

  /** Runs `effect` at the provider. The request or the answer may get lost, and a request that was given up may arrive late. */
  const call = async <T>(label: string, effect: () => T): Promise<T> => {
    const fault = random.below(1_000) < books.faultsPerMille ? random.below(4) : -1
    await scheduler.park(node, `asks the provider: ${label}`, random.below(400), giveUp)
    if (fault === 0) throw new ProviderUnavailable('the request was lost')
    if (fault === 1) {
      books.late.push(() => {
        scheduler.note(`a late request arrives at the provider: ${label}`)
        try {
          effect()
        } catch (error) {
          if (!(error instanceof ProviderRefused)) throw error
        }
      })
      throw new ProviderUnavailable('the request is late')
    }
    const answer = effect()
    await scheduler.park(node, `gets the answer of the provider: ${label}`, random.below(400), giveUp)
    if (fault === 2) throw new ProviderUnavailable('the answer was lost')
    return answer
  }
  const notSimulated = () => Promise.reject(new Error('payouts are not simulated'))

  return {
    browserSettings: { keyId: 'key', scriptUrl: '' },
    createOrder: ({ receipt, amountPaise }) =>
      call('create an order', () => {
        const id = `order-${books.orders.length + 1}`
        books.orders.push({ id, receipt, amountPaise })
        return id
      }),
    findOrderByReceipt: ({ receipt, amountPaise }) =>
      call(
        'order by receipt',
        () =>
          books.orders.find((order) => order.receipt === receipt && order.amountPaise === amountPaise)?.id,
      ),
    receiptOf: (orderId) =>
      call('receipt of an order', () => books.orders.find(({ id }) => id === orderId)?.receipt ?? null),
    payment: (paymentId) =>
      call('payment', () => {
        const payment = books.payments.find(({ id }) => id === paymentId)
        return payment ? toPayment(books, payment) : null
      }),
    paymentsOf: (orderId) =>
      call('payments of an order', () =>
        books.payments
          .filter((payment) => payment.orderId === orderId)
          .map((payment) => toPayment(books, payment)),
      ),
    capture: ({ id, amountPaise }) =>
      call('capture', () => toPayment(books, books.captureNow(id, amountPaise))),
    refund: ({ key, paymentId, amountPaise }) =>
      call('refund', () =>
        toRefund(books.refundNow(books.knowsKeys ? key : `${key} again`, paymentId, amountPaise)),
      ),
    refundsOf: (paymentId) =>
      call('refunds of a payment', () =>
        books.refunds.filter((refund) => refund.paymentId === paymentId).map(toRefund),
      ),
    signatureIsGood: (orderId, paymentId, signature) => signature === `${orderId}|${paymentId}`,
    parseWebhook(rawBody) {
      const { eventId, event, orderId, paymentId } = JSON.parse(rawBody.toString()) as Webhook
      return { eventId, event, orderId, paymentId, transferId: undefined }
    },
    createRouteAccount: notSimulated,
    addRouteStakeholder: notSimulated,
    requestRouteProduct: notSimulated,
    setRouteBankAccount: notSimulated,
    transfer: notSimulated,
    findTransfer: notSimulated,
    movementsBetween: notSimulated,
  }
}
