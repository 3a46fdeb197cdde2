/** The payment provider's objects in its wire format: paise, Unix seconds, snake_case. */
import { randomInt } from 'node:crypto'

/** The real provider sends empty notes as an empty list. */
export type Notes = Record<string, string> | []

export type Capture = {
  capture: 'automatic' | 'manual'
  /** Minutes after which an authorized payment that was not captured is refunded. */
  expiryMinutes: number
}

export type Order = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export type Method = 'card' | 'netbanking' | 'wallet' | 'upi'

export type Card = {
  id: string
  entity: 'card'
  name: string
  last4: string
  network: string
  type: string
  issuer: string | null
  international: boolean
  emi: boolean
  sub_type: string
}

export type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  method: Method
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  card_id: string | null
  card?: Card
  bank: string | null
  wallet: string | null
  vpa: string | null
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_requested: 'normal' | 'optimum'
  speed_processed: 'normal' | 'instant'
}

/** A seller's account of Route; of the bank account only the last digits. */
export type LinkedAccount = {
  id: string
  email: string
  name: string
  stakeholder: string | null
  productId: string | null
  status: 'created' | 'needs_clarification' | 'activated'
  bankLast4: string | null
  created_at: number
}

export type Transfer = {
  id: string
  entity: 'transfer'
  status: 'pending' | 'processed' | 'failed' | 'reversed' | 'partially_reversed'
  settlement_status: 'pending' | null
  source: string
  recipient: string
  amount: number
  currency: string
  amount_reversed: number
  /** What the provider charges for it, GST included, and the GST of it. */
  fees: number
  tax: number
  notes: Notes
  on_hold: boolean
  created_at: number
}

export type Dispute = {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  created_at: number
  evidence: { amount: number; summary: string | null; submitted_at: number | null; others: null } & Record<
    | 'shipping_proof'
    | 'billing_proof'
    | 'cancellation_proof'
    | 'customer_communication'
    | 'proof_of_service'
    | 'explanation_letter'
    | 'refund_confirmation'
    | 'access_activity_log'
    | 'refund_cancellation_policy'
    | 'term_and_conditions',
    string[] | null
  >
}

export type Document = {
  id: string
  entity: 'document'
  purpose: 'dispute_evidence'
  name: string
  mime_type: string
  size: number
  created_at: number
}

/** Money that went to the merchant's bank account. */
export type Settlement = {
  id: string
  entity: 'settlement'
  amount: number
  status: 'created' | 'processed' | 'failed'
  /** Of instant settlements only. */
  fees: number
  tax: number
  utr: string | null
  created_at: number
}

/** What the provider corrects by itself. */
export type Adjustment = { id: string; amount: number; description: string; created_at: number }

/** One line of a settlement. `id` is not sent: an entity that changes later is settled in parts. */
export type SettledItem = {
  id: string
  entity_id: string
  type: 'payment' | 'refund' | 'transfer' | 'reversal' | 'adjustment'
  debit: number
  credit: number
  amount: number
  currency: 'INR'
  fee: number
  tax: number
  on_hold: false
  settled: boolean
  created_at: number
  settled_at: number
  settlement_id: string
  settlement_utr: string | null
  description: string | null
  payment_id: string | null
  dispute_id: string | null
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` cryptographically random letters and digits; an id is its prefix and 14 of them. */
export function randomText(length: number): string {
  let text = ''
  for (let i = 0; i < length; i += 1) text += LETTERS.charAt(randomInt(LETTERS.length))
  return text
}

export function newId(
  prefix:
    | 'order'
    | 'pay'
    | 'rfnd'
    | 'card'
    | 'acc'
    | 'acc_prd'
    | 'sth'
    | 'trf'
    | 'rvrsl'
    | 'event'
    | 'disp'
    | 'doc'
    | 'setl'
    | 'adj',
): string {
  return `${prefix}_${randomText(14)}`
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

export type Collection<Item> = { entity: 'collection'; count: number; items: Item[] }
