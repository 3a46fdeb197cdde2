import type { DisputeKind } from '../../../contract/admin-disputes.ts'

export const reasonWords: Record<DisputeKind, string> = {
  'not-received': 'Goods not received',
  'not-as-described': 'Goods not as described',
  fraud: 'Payment not authorised',
  other: 'Another reason',
}
