/** An administrator accepts or contests a dispute. */
import type { EvidenceKind } from '../../../contract/admin-disputes.ts'
import { answerDispute } from '../../money/disputes/answer-dispute.ts'
import type { DisputeEvidence } from '../../platform/providers/payments/provider.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { filesOf, showDisputeWithEvidence } from './evidence.ts'

/** Refuses as `answerDispute`. */
export async function acceptDispute(shop: Shop, id: string): Promise<void> {
  await answerDispute(shop, id, { answer: 'accepted', words: null }, () => shop.payments.acceptDispute(id))
}

/** The provider's field of each kind. */
const fields: Record<EvidenceKind, keyof DisputeEvidence> = {
  invoice: 'billing_proof',
  delivery: 'shipping_proof',
  history: 'customer_communication',
  refunds: 'refund_confirmation',
}

/**
 * Uploads the documents and submits the answer. Documents of an answer that failed stay at the provider, unused. Refuses as
 * `answerDispute`, and conflict for evidence that there is none of.
 */
export async function contestDispute(
  shop: Shop,
  id: string,
  { words, evidence: kinds }: { words: string; evidence: readonly EvidenceKind[] },
): Promise<void> {
  const dispute = await showDisputeWithEvidence(shop, id)
  if (kinds.some((kind) => !dispute.evidence.includes(kind)))
    throw new Refusal('conflict', 'A chosen document does not exist. Please choose again.', {
      fields: { evidence: 'A chosen document does not exist.' },
    })
  await answerDispute(shop, id, { answer: 'contested', words }, async (amountPaise) => {
    const evidence: DisputeEvidence = {
      billing_proof: [],
      shipping_proof: [],
      customer_communication: [],
      refund_confirmation: [],
    }
    for (const kind of new Set(kinds))
      for (const { bytes, name } of await filesOf(shop, dispute, kind))
        evidence[fields[kind]].push(await shop.payments.uploadEvidence({ name, pdf: bytes }))
    return shop.payments.contestDispute(id, { amountPaise, summary: words, evidence })
  })
}
