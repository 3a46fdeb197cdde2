/** Why money was refunded, in words for everybody. */

/**
 * 'not-delivered', 'cancelled', 'returned', 'goodwill': of one order or of a part of it; 'at-provider': made in the provider's
 * dashboard, not by the shop; 'charged-back': taken by the buyer's bank by a dispute. The first seven are of payments that did
 * not become orders.
 */
export const refundReasons = [
  'sold-out',
  'paid-twice',
  'amount-differs',
  'cart-replaced',
  'price-changed',
  'account-deleted',
  'coupon-used',
  'not-delivered',
  'cancelled',
  'returned',
  'goodwill',
  'at-provider',
  'charged-back',
] as const

export const refundReasonWords: Record<(typeof refundReasons)[number], string> = {
  'sold-out': 'It was sold out before the payment arrived.',
  'paid-twice': 'The purchase was paid twice.',
  'amount-differs': 'The payment was not of the price.',
  'cart-replaced': 'The cart had changed before the payment arrived.',
  'price-changed': 'The price had changed before the payment arrived.',
  'account-deleted': 'The buyer was deleting their account when the payment arrived.',
  'coupon-used': 'The coupon was used for another purchase before the payment arrived.',
  'not-delivered': 'The goods do not arrive.',
  cancelled: 'Cancelled before the parcel was handed over.',
  returned: 'The goods were returned.',
  goodwill: 'Goodwill: the goods stay with the buyer.',
  'at-provider': 'Paid back at the payment provider.',
  'charged-back': 'The bank gave the money back after a dispute.',
}
