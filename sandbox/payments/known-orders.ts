/** Orders that were not made and paid by API calls, for the demo shop. */
import { captureOf } from './charges.ts'
import type { Payment } from './entities.ts'
import type { Change, Ledger } from './ledger.ts'
import { newPayment } from './new-payment.ts'
import { newOrder } from './orders.ts'
import { newRefund, refundChanges } from './refunds.ts'

export type KnownOrder = {
  id: string
  receipt: string
  amount: number
  /** Unix milliseconds; of its payments and their refunds, too. */
  at: number
  /** Captured, with the whole amount each. A refund is of all of it. */
  payments: { id: string; refund: KnownRefund | undefined }[]
}
type KnownRefund = { id: string; receipt: string; status: 'processed' | 'failed' }

/** Sends no webhooks. Returns the payments as they were captured, with fee and tax. */
export function rememberOrders(ledger: Ledger, known: readonly KnownOrder[]): Payment[] {
  const changes: Change[] = []
  const captured: Payment[] = []
  for (const { id, receipt, amount, at, payments } of known) {
    const own = { created_at: Math.floor(at / 1_000) }
    const order = { ...newOrder({ amount, currency: 'INR', receipt }), ...own, id, attempts: payments.length }
    for (const paid of payments) {
      const capture = captureOf(order, { ...newPayment(order, {}), ...own, id: paid.id })
      captured.push(capture.payment)
      changes.push(...capture.changes)
      if (paid.refund === undefined) continue
      const { receipt: key, ...is } = paid.refund
      const body = { receipt: key, notes: { refund: key } }
      const refund = { ...newRefund(capture.payment, amount, body), ...own, ...is }
      changes.push(
        ...(is.status === 'failed'
          ? [{ table: 'refund' as const, row: refund }]
          : refundChanges(capture.payment, refund)),
      )
    }
  }
  ledger.commit(changes)
  return captured
}
