/** Why money is refunded. */

/** Why a payment did not become orders. */
export type PaymentRefundReason =
  | 'sold-out'
  | 'paid-twice'
  | 'amount-differs'
  | 'cart-replaced'
  | 'price-changed'
  | 'account-deleted'
  | 'coupon-used'

/**
 * Why a paid order, or a part of it, is refunded. 'not-delivered': the goods do not arrive; 'cancelled': by the buyer before the
 * parcel was handed over; 'returned': the goods came back; 'goodwill': the buyer keeps the goods.
 */
export type OrderRefundReason = 'not-delivered' | 'cancelled' | 'returned' | 'goodwill'

/**
 * 'at-provider': made at the payment provider and not by the shop. 'charged-back': taken by the buyer's bank, by a dispute that
 * the shop lost.
 */
export type RefundReason = PaymentRefundReason | OrderRefundReason | 'at-provider' | 'charged-back'
