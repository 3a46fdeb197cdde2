/** The refunds of an order: amounts, dates and reasons, as buyers, sellers and administrators read them. */
import { z } from 'zod'
import { refundReasons } from './refund-words.ts'

export const refundReason = z.enum(refundReasons)

/** One refund. 'late': our team settles it; 'waiting': until the buyer's bank has decided about the payment. */
export const orderRefund = z.object({
  amount: z.number(),
  /** When it was decided. */
  at: z.iso.datetime(),
  reason: refundReason,
  state: z.enum(['under-way', 'late', 'waiting', 'done']),
  /** What the administrator typed who decided it; null for all other readers. */
  note: z.string().nullable(),
})
export type OrderRefund = z.output<typeof orderRefund>
