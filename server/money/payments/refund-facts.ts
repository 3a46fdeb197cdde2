import type { RefundAnswer } from '../../../contract/admin-money.ts'
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

/** The same for the answer to what a refund at the provider was for. Refuses: not-found, also for the refund that it names. */
export async function answerFacts(
  shop: Pick<Shop, 'db'>,
  id: string,
  { answer, refundId, note }: RefundAnswer,
): Promise<Fact[]> {
  const meant = refundId === undefined ? undefined : await findRefund(shop.db, refundId)
  if (refundId !== undefined && !meant) throw notFound('There is no such refund.')
  const answers = {
    refund: meant
      ? `the refund of ${formatAmount(rupees(meant.amountPaise))}, ${meant.reason.replaceAll('-', ' ')}`
      : '',
    gift: 'nothing that the shop has decided',
    void: 'nothing: it failed and is not owed',
    seen: 'nothing: money went back twice, and this is seen to',
  }
  return [
    ...(await refundFacts(shop, id)),
    { label: 'It was for', value: answers[answer] },
    { label: 'How this is known', value: note },
  ]
}
