/** The limits of messages about an order. */
export const orderMessageLimits = {
  length: 2_000,
  /** Messages of one side before the other one answers. */
  inARow: 5,
  /** Messages of each side about one order. */
  most: 200,
  /** So long after an order has ended, both sides can write. */
  daysAfter: 30,
} as const
