import type { DisputeKind, DisputeState, EvidenceKind } from '../../../../contract/admin-disputes.ts'
import type { BadgeColor } from '../../../ui/badge.tsx'

export const disputeStateWords: Record<DisputeState, { words: string; color: BadgeColor }> = {
  open: { words: 'Needs an answer', color: 'red' },
  'action-required': { words: 'Needs more evidence', color: 'red' },
  'under-review': { words: 'With the bank', color: 'blue' },
  won: { words: 'Won', color: 'green' },
  lost: { words: 'Lost', color: 'grey' },
  closed: { words: 'Closed', color: 'grey' },
}

export const disputeKindWords: Record<DisputeKind, string> = {
  'not-received': 'Goods not received',
  'not-as-described': 'Goods not as described',
  fraud: 'Payment not authorised',
  other: 'Another reason',
}

export const evidenceWords: Record<EvidenceKind, { title: string; text: string }> = {
  invoice: { title: 'Invoices', text: 'Every invoice and credit note of the orders.' },
  delivery: { title: 'Proof of delivery', text: 'Address, air waybill and all events of the courier.' },
  history: {
    title: 'History',
    text: 'Purchase, cancellations, and returns with what buyer and seller wrote.',
  },
  refunds: { title: 'Refunds', text: 'What of the payment went back, with its references.' },
}
