import { type ComplaintState, complaintStateWords } from '../../../contract/complaint-words.ts'
import { Badge, type BadgeColor } from '../../ui/badge.tsx'

const colors: Record<ComplaintState, BadgeColor> = {
  open: 'blue',
  waiting: 'yellow',
  solved: 'green',
  closed: 'grey',
}

/** The state of a complaint, for who made it. */
export function ComplaintBadge({ state }: { state: ComplaintState }) {
  return <Badge color={colors[state]}>{complaintStateWords[state]}</Badge>
}
