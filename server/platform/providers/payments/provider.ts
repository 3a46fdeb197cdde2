/** The interface to a payment provider. Amounts are integer paise, the currency is INR. */

/** What the provider deducts, GST included, and the GST of it. A credit is negative. */
export interface ProviderCharge {
  paise: number
  gstPaise: number
}

export interface ProviderPayment {
  id: string
  orderId: string
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** The refunded part, refunds under way included. */
  refundedPaise: number
  /** What the provider deducts for it; null where it does not say that yet. */
  charge: ProviderCharge | null
  /** When the buyer made it, by the provider's clock; null where it does not say that in the documented form. */
  createdAt: Date | null
}

export interface ProviderRefund {
  id: string
  amountPaise: number
  /** Our id, from its note or receipt; null for a refund that somebody made in the dashboard without it, or the provider by itself. */
  receipt: string | null
  state: 'accepted' | 'processed' | 'failed'
}

/** The subject of a signed webhook. It is only a hint: the facts are always requested. */
export interface PaymentWebhook {
  eventId: string
  event: string
  orderId: string | undefined
  paymentId: string | undefined
  transferId: string | undefined
  disputeId: string | undefined
  settlementId: string | undefined
}

/** The provider did not respond, or its response does not tell whether the request succeeded: it may have. */
export class ProviderUnavailable extends Error {}
/** It responded about a dispute in a form that is not understood: this one, and not the provider, is in trouble. */
export class ProviderUnreadable extends ProviderUnavailable {}
/** The provider understood the request and refused it. */
export class ProviderRefused extends Error {}

interface NewProviderOrder {
  /** The checkout's id. */
  receipt: string
  amountPaise: number
}

/** A transfer to the linked account of a seller. */
export interface ProviderTransfer {
  id: string
  /** The idempotency key of its request; null for a transfer that was not made by the shop. */
  key: string | null
  amountPaise: number
  /** The part that was reversed. */
  reversedPaise: number
  state: 'pending' | 'processed' | 'failed' | 'reversed' | 'partially_reversed'
  /** What the provider deducts for it; null where it does not say that. */
  charge: ProviderCharge | null
}

/** Money that moved at the provider: a captured payment, a processed refund, a processed transfer less what was reversed of it. */
export interface ProviderMovement {
  id: string
  amountPaise: number
  /** Null for a transfer. */
  paymentId: string | null
}
export type MovementSubject = 'payment' | 'refund' | 'transfer'

/** All that the provider has of a period, whatever its state. */
export interface ProviderActivity {
  payments: ProviderPayment[]
  refunds: (ProviderRefund & { paymentId: string })[]
  transfers: (ProviderTransfer & { accountId: string })[]
}

/** A seller with the provider's data for a linked account. */
interface RouteSeller {
  reference: string
  email: string
  mobile: string
  company: string
  contactName: string
  pan: string
  gst: string
  street: string
  landmark: string
  city: string
  state: string
  pinCode: string
}

/** Payouts to sellers through the provider, and movements there in a period. */
export interface RoutePayments {
  /** Returns the id of the account. Not idempotent: store it before the next step. */
  createRouteAccount(seller: RouteSeller): Promise<string>
  addRouteStakeholder(accountId: string, person: { name: string; email: string }): Promise<void>
  requestRouteProduct(accountId: string): Promise<{ productId: string; status: string }>
  /** Returns the status of the account; 'activated' where it can be paid. */
  setRouteBankAccount(
    accountId: string,
    productId: string,
    bank: { accountNo: string; ifscCode: string; beneficiary: string },
  ): Promise<string>
  /** Called again with the same key of 4 to 36 characters it returns the same transfer. */
  transfer(transfer: { key: string; accountId: string; amountPaise: number }): Promise<ProviderTransfer>
  /** Null for a transfer that the provider does not know. */
  findTransfer(transferId: string): Promise<ProviderTransfer | null>
  /** Every transfer made from `from` to before `to`, whatever became of it since. */
  transfersBetween(from: Date, to: Date): Promise<ProviderTransfer[]>
  /** Movements from `from` to before `to`, by the provider's clock. */
  movementsBetween(subject: MovementSubject, from: Date, to: Date): Promise<ProviderMovement[]>
}

/** A payment that the buyer's bank disputes. */
export interface ProviderDispute {
  id: string
  paymentId: string
  amountPaise: number
  /** What the provider has taken from the shop for it at present. */
  takenPaise: number
  reasonCode: string
  phase: string
  state: 'open' | 'action-required' | 'under-review' | 'won' | 'lost' | 'closed'
  /** Until when the shop may answer. */
  respondBy: Date | null
  raisedAt: Date
}

/** Ids of documents that were uploaded, by what they prove. */
export interface DisputeEvidence {
  billing_proof: string[]
  shipping_proof: string[]
  customer_communication: string[]
  refund_confirmation: string[]
}

/** One item of a list, of which only the id is understood. */
interface UnreadableDispute {
  id: string
  isUnreadable: true
}

export interface DisputePayments {
  /** Null for one that the provider does not know. */
  dispute(id: string): Promise<ProviderDispute | null>
  /** Those raised from `from` to before `to`, by the provider's clock. */
  disputesBetween(from: Date, to: Date): Promise<(ProviderDispute | UnreadableDispute)[]>
  /** Gives the money up. */
  acceptDispute(id: string): Promise<ProviderDispute>
  /** Returns the document's id. */
  uploadEvidence(document: { name: string; pdf: Uint8Array<ArrayBuffer> }): Promise<string>
  /** Submits the answer to the bank; needs one document at least. */
  contestDispute(
    id: string,
    answer: { amountPaise: number; summary: string; evidence: DisputeEvidence },
  ): Promise<ProviderDispute>
}

/** What the provider paid to the shop's bank account, all at once. */
export interface ProviderSettlement {
  id: string
  amountPaise: number
  state: 'created' | 'processed' | 'failed'
  /** The bank's number of the transfer; null while there is none. */
  utr: string | null
  createdAt: Date
}

/** A line of a settlement. */
export interface SettledItem {
  /** Of the payment, the refund, the transfer, or the adjustment. */
  id: string
  type: string
  settlementId: string
  /** What was deducted for it. Of an adjustment: what was deducted, negative if it was given. */
  charge: ProviderCharge
  /** The dispute that an adjustment is about. */
  disputeId: string | null
}

export interface SettlementPayments {
  /** Null for one that the provider does not know. */
  settlement(id: string): Promise<ProviderSettlement | null>
  /** Those made from `from` to before `to`, by the provider's clock. */
  settlementsBetween(from: Date, to: Date): Promise<ProviderSettlement[]>
  /** What was settled on a day of India. */
  settledOn(day: string): Promise<SettledItem[]>
  /** What the provider holds for the shop now, in paise. */
  balance(): Promise<number>
}

export interface PaymentProvider extends RoutePayments, DisputePayments, SettlementPayments {
  /** What was made from `from` to before `to`, by the provider's clock. */
  activityBetween(from: Date, to: Date): Promise<ProviderActivity>
  /** The data of the checkout script in the browser; nothing secret. */
  browserSettings: { keyId: string; scriptUrl: string }
  /** Makes the provider's order and returns its id. The provider accepts repeated receipts: search by receipt before a retry. */
  createOrder(order: NewProviderOrder): Promise<string>
  /** The oldest order with this receipt and amount; undefined where there is none. */
  findOrderByReceipt(order: NewProviderOrder): Promise<string | undefined>
  /** The receipt of an order; null for an order that the provider does not know or that has none. */
  receiptOf(orderId: string): Promise<string | null>
  payment(paymentId: string): Promise<ProviderPayment | null>
  /** Every attempt to pay an order, failed ones included. */
  paymentsOf(orderId: string): Promise<ProviderPayment[]>
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** Refunds money; called again with the same key it returns the same refund. */
  refund(refund: { key: string; paymentId: string; amountPaise: number }): Promise<ProviderRefund>
  /** Every refund of a payment, oldest first, whoever made it; failed ones included. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>
  /** Whether the three fields of the widget belong together. `orderId` is the one stored on the server. */
  signatureIsGood(orderId: string, paymentId: string, signature: string): boolean
  /** The verified webhook, or null when its signature is wrong. Throws SyntaxError where the body is no JSON. */
  parseWebhook(rawBody: Buffer, headers: Headers): PaymentWebhook | null
}
