import type { ComplaintState } from '../../../../contract/complaint-words.ts'
import type { BadgeColor } from '../../../ui/badge.tsx'

/** States of complaints as the desk reads them. */
export const deskStateWords: Record<ComplaintState, { words: string; color: BadgeColor }> = {
  open: { words: 'Ours to answer', color: 'yellow' },
  waiting: { words: 'Waits for the person', color: 'blue' },
  solved: { words: 'Solved', color: 'green' },
  closed: { words: 'Closed', color: 'grey' },
}
