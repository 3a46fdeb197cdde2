import { newId, randomText, unixSeconds } from './entities.ts'
import type { Card, Method, Order, Payment } from './entities.ts'
import type { DeliveryPlan } from './delivery.ts'

type Buyer = {
  email?: string | undefined
  contact?: string | undefined
  description?: string | undefined
}

export type Charge = Buyer & {
  method?: Method | undefined
  /** Paise; a captured amount that differs from the order's, which the shop has to detect. */
  amount?: number | undefined
  /** Of the captured money, where it is not that of the order. */
  currency?: string | undefined
  /** Overrides the capture setting of the order. */
  capture?: boolean | undefined
  /** A second captured payment of a paid order. */
  again?: boolean | undefined
  /** Late authorization: the last failed payment succeeds after all. */
  late?: boolean | undefined
  plan?: DeliveryPlan | undefined
}

/** Error fields of a payment that did not fail. */
export const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

/** A new payment with the details of its method. */
export function newPayment(order: Order, charge: Charge): Payment {
  const method = charge.method ?? 'upi'
  const card = method === 'card' ? testCard() : undefined
  return {
    id: newId('pay'),
    entity: 'payment',
    amount: charge.amount ?? order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: charge.description ?? null,
    card_id: card?.id ?? null,
    ...(card === undefined ? {} : { card }),
    bank: method === 'netbanking' ? 'HDFC' : null,
    wallet: method === 'wallet' ? 'olamoney' : null,
    vpa: method === 'upi' ? 'success@razorpay' : null,
    email: charge.email ?? 'void@razorpay.com',
    contact: charge.contact ?? '+919999999999',
    notes: order.notes,
    fee: null,
    tax: null,
    ...NO_ERROR,
    acquirer_data: acquirerData(method),
    created_at: unixSeconds(),
  }
}

function testCard(): Card {
  return {
    id: newId('card'),
    entity: 'card',
    name: '',
    last4: '1007',
    network: 'Visa',
    type: 'credit',
    issuer: null,
    international: false,
    emi: false,
    sub_type: 'consumer',
  }
}

function acquirerData(method: Method): Record<string, string | null> {
  const number = String(Date.now()).slice(-12)
  if (method === 'card') return { auth_code: number.slice(-6) }
  if (method === 'netbanking') return { bank_transaction_id: number }
  if (method === 'wallet') return { transaction_id: null }
  return { rrn: number, upi_transaction_id: randomText(32).toUpperCase() }
}
