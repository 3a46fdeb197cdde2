/** Steps that checkout runs when money was captured. */
import type { Tx } from '../db/client.ts'
import { insertPayment, paymentIsKnown } from './queries.ts'

export const recordPayment = {
  /** Whether this payment was dealt with before, as an order or as a refund. */
  isKnown: (tx: Tx, paymentId: string): Promise<boolean> => paymentIsKnown(tx, paymentId),
  /** The payment that buys the checkout; a unique key refuses a second one. */
  async forOrder(tx: Tx, payment: { id: string; checkoutId: string; amountPaise: number }): Promise<void> {
    if (!(await insertPayment(tx, { ...payment, outcome: 'order' })))
      throw new Error(`payment ${payment.id} was recorded meanwhile`)
  },
}
