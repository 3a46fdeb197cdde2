import type { RefundAnswer } from '../../../contract/admin-money.ts'
import type { Fact } from '../../../contract/approvals.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound } from '../../platform/refusal.ts'
import type { CallFacts } from '../../platform/second-person.ts'
import { isDisputed, paiseTakenTwice } from '../disputes/queries.ts'
import { findPayment, findRefund, type RefundRow, sumOfRefundedOrders } from './queries.ts'

const amountOf = (paise: number) => formatAmount(rupees(paise))

function stateInWords({ state, byHand, attention }: RefundRow): string {
  const words = {
    scheduled: 'not sent yet',
    accepted: 'on its way back',
    processed: byHand ? 'PAID BY HAND' : 'PAID',
    failed: 'failed',
    replaced: 'another refund took its place',
  }
  const why = { unmatched: ', and nobody has said what it was for', twice: ', and the money went back twice' }
  return words[state] + (attention ? why[attention] : '')
}

const inWords = (refund: RefundRow) =>
  `${amountOf(refund.amountPaise)}, ${refund.reason.replaceAll('-', ' ')}: ${stateInWords(refund)}`

/** What a second administrator has to know about a refund; `asked` says what is asked for. Refuses: not-found. */
export async function refundFacts(tx: Tx, id: string, asked: readonly Fact[]): Promise<CallFacts> {
  const refund = await findRefund(tx, id)
  const found = refund && (await findPayment(tx, refund.paymentId))
  if (!refund || !found) throw notFound('There is no such refund.')
  const { payment, refunds } = found
  const disputed = await isDisputed(tx, payment.id)
  return {
    lines: [
      { label: 'Refund', value: amountOf(refund.amountPaise) },
      { label: 'Payment', value: `${payment.id}, of ${amountOf(payment.amountPaise)}` },
      { label: 'Why it is refunded', value: refund.reason.replaceAll('-', ' ') },
      { label: 'Now', value: stateInWords(refund) + (disputed ? ', and the payment is DISPUTED' : '') },
      ...refunds
        .filter((one) => one.id !== id)
        .map((one) => ({ label: 'Another refund of this payment', value: inWords(one) })),
      ...asked,
    ],
    version: [
      payment,
      // A try that changed nothing else is no change.
      refunds.map(({ touched: _, ...row }) => row),
      disputed,
      await paiseTakenTwice(tx, payment.id),
      await sumOfRefundedOrders(tx, payment.checkoutId, null),
    ],
  }
}

/** The same for the answer to what a refund at the provider was for. Refuses: not-found, also for the refund that it names. */
export async function answerFacts(
  tx: Tx,
  id: string,
  { answer, refundId, note }: RefundAnswer,
): Promise<CallFacts> {
  const meant = refundId === undefined ? undefined : await findRefund(tx, refundId)
  if (refundId !== undefined && !meant) throw notFound('There is no such refund.')
  const answers = {
    refund: meant ? `the refund of ${inWords(meant)}` : '',
    gift: 'nothing that the shop has decided',
    void: 'nothing: it failed and is not owed',
    seen: 'nothing: money went back twice, and this is seen to',
  }
  return refundFacts(tx, id, [
    { label: 'It was for', value: answers[answer] },
    { label: 'How this is known', value: note },
  ])
}
