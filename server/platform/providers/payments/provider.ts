/** What the shop asks of a payment provider. Amounts are integer paise, the currency is INR. */

export interface ProviderPayment {
  id: string
  orderId: string
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** What of it was given back, refunds under way included. */
  refundedPaise: number
  /** When the buyer made it, by the provider's clock; null where it does not say that in the documented form. */
  createdAt: Date | null
}

export interface ProviderRefund {
  id: string
  amountPaise: number
  /** The key that we gave it; null for one that somebody made in the dashboard, or the provider by itself. */
  receipt: string | null
  state: 'accepted' | 'processed' | 'failed'
}

/** What a signed webhook is about. It is only a hint: the facts are always asked for again. */
export interface PaymentWebhook {
  eventId: string
  event: string
  orderId: string | undefined
  paymentId: string | undefined
  transferId: string | undefined
}

/** The provider did not answer, or its answer does not tell whether the request succeeded: it may have. */
export class ProviderUnavailable extends Error {}
/** The provider understood the request and refused it. */
export class ProviderRefused extends Error {}

export interface NewProviderOrder {
  /** The checkout's id. */
  receipt: string
  amountPaise: number
}

/** A transfer to the linked account of a seller. */
export interface ProviderTransfer {
  id: string
  /** The key with which it was asked for; null for one that was not made by the shop. */
  key: string | null
  amountPaise: number
  /** What of it was taken back from the account. */
  reversedPaise: number
  state: 'pending' | 'processed' | 'failed' | 'reversed' | 'partially_reversed'
}

/** Money that moved at the provider: a captured payment, a processed refund, a processed transfer less what was reversed of it. */
export interface ProviderMovement {
  id: string
  amountPaise: number
  /** Null for a transfer. */
  paymentId: string | null
}
export type MovementSubject = 'payment' | 'refund' | 'transfer'

/** A seller with what the provider needs for a linked account. */
export interface RouteSeller {
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

/** Payouts to sellers through the provider, and what moved there in a time. */
export interface RoutePayments {
  /** Answers the id of the account. Not idempotent: store it before the next step. */
  createRouteAccount(seller: RouteSeller): Promise<string>
  addRouteStakeholder(accountId: string, person: { name: string; email: string }): Promise<void>
  requestRouteProduct(accountId: string): Promise<{ productId: string; status: string }>
  /** Answers the status of the account; 'activated' where it can be paid. */
  setRouteBankAccount(
    accountId: string,
    productId: string,
    bank: { accountNo: string; ifscCode: string; beneficiary: string },
  ): Promise<string>
  /** Asked again with the same key of 4 to 36 characters it answers the same transfer. */
  transfer(transfer: { key: string; accountId: string; amountPaise: number }): Promise<ProviderTransfer>
  /** Null for one that the provider does not know. */
  findTransfer(transferId: string): Promise<ProviderTransfer | null>
  /** What was made from `from` to before `to`, by the provider's clock. */
  movementsBetween(subject: MovementSubject, from: Date, to: Date): Promise<ProviderMovement[]>
}

export interface PaymentProvider extends RoutePayments {
  /** What the checkout script in the browser needs; nothing secret. */
  browserSettings: { keyId: string; scriptUrl: string }
  /** Makes the provider's order and answers its id. The provider accepts repeated receipts: look by receipt before repeating. */
  createOrder(order: NewProviderOrder): Promise<string>
  /** The oldest order with this receipt and amount; undefined where there is none. */
  findOrderByReceipt(order: NewProviderOrder): Promise<string | undefined>
  /** The receipt of an order; null for an order that the provider does not know or that has none. */
  receiptOf(orderId: string): Promise<string | null>
  payment(paymentId: string): Promise<ProviderPayment | null>
  /** Every attempt to pay an order, failed ones included. */
  paymentsOf(orderId: string): Promise<ProviderPayment[]>
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** Gives money back; asked again with the same key it answers the same refund. */
  refund(refund: { key: string; paymentId: string; amountPaise: number }): Promise<ProviderRefund>
  /** Every refund of a payment, oldest first, whoever made it; failed ones included. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>
  /** Whether the three fields of the widget belong together. `orderId` is the one kept on the server. */
  signatureIsGood(orderId: string, paymentId: string, signature: string): boolean
  /** The verified webhook, or null when its signature is wrong. Throws SyntaxError where the body is no JSON. */
  parseWebhook(rawBody: Buffer, headers: Headers): PaymentWebhook | null
}
