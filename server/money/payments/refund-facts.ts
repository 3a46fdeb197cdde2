import type { Fact } from '../../../contract/approvals.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findRefund } from './queries.ts'

/** What a second administrator has to know about a refund. Refuses: not-found. */
export async function refundFacts({ db }: Pick<Shop, 'db'>, id: string): Promise<Fact[]> {
  const refund = await findRefund(db, id)
  if (!refund) throw notFound('There is no such refund.')
  return [
    { label: 'Refund', value: formatAmount(rupees(refund.amountPaise)) },
    { label: 'Payment', value: refund.paymentId },
    { label: 'Why it is refunded', value: refund.reason.replaceAll('-', ' ') },
  ]
}
