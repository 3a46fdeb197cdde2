/** Turns rows into the replies about refunds and unmatched payments that an administrator reads. */
import type { AdminRefund, UnmatchedPayment } from '../../../contract/admin-money.ts'
import { rupees } from '../../../contract/money.ts'
import type { AdminRefundRow } from './refund-queries.ts'
import type { UnmatchedPaymentRow } from './unmatched-payment-queries.ts'

export function toAdminRefund({
  amountPaise,
  mayBe,
  createdAt,
  updatedAt,
  ...row
}: AdminRefundRow): AdminRefund {
  return {
    ...row,
    mayBe: mayBe.map(({ id, amountPaise: paise, reason }) => ({ id, amount: rupees(paise), reason })),
    amount: rupees(amountPaise),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function toUnmatchedPayment({
  id: _,
  firstSeenAt,
  lastSeenAt,
  ...row
}: UnmatchedPaymentRow): UnmatchedPayment {
  return { ...row, firstSeenAt: firstSeenAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() }
}
