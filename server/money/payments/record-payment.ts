/** Steps of checkout that record captured payments. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { insertPayment, type NewPayment, paymentIsKnown } from './queries.ts'

export const recordPayment = {
  /** Whether this payment was recorded before, as one that became orders or as one that is refunded. */
  isKnown: (db: Queryable, paymentId: string): Promise<boolean> => paymentIsKnown(db, paymentId),
  /** Records the payment that becomes the orders of its checkout; a unique key refuses a second one. */
  async forOrder(tx: Tx, payment: NewPayment): Promise<void> {
    if (!(await insertPayment(tx, { ...payment, outcome: 'order' })))
      throw new Error(`payment ${payment.id} was recorded meanwhile`)
  },
}
