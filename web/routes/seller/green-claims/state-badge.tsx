import { type GreenClaimState, greenClaimStateWords } from '../../../../contract/green-claim-list.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'

const colors: Record<GreenClaimState, BadgeColor> = {
  drafted: 'grey',
  submitted: 'yellow',
  accepted: 'green',
  refused: 'red',
  expired: 'grey',
  withdrawn: 'grey',
}

export const StateBadge = ({ state }: { state: GreenClaimState }) => (
  <Badge color={colors[state]}>{greenClaimStateWords[state]}</Badge>
)
