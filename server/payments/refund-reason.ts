/** Why money goes back. */

/** Why a payment did not become orders. */
export type PaymentRefundReason = 'sold-out' | 'paid-twice' | 'amount-differs' | 'cart-replaced'

/** 'not-delivered': the refund of one paid order; 'at-provider': made at the payment provider and not by the shop. */
export type RefundReason = PaymentRefundReason | 'not-delivered' | 'at-provider'
