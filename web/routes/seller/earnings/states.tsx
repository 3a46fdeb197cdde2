import type { Earning } from '../../../../contract/earnings.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { shortDate } from '../../../ui/dates.ts'

export const stateWords: Record<Earning['state'], { words: string; color: BadgeColor }> = {
  'on-hold': { words: 'On hold', color: 'yellow' },
  due: { words: 'Due', color: 'blue' },
  settled: { words: 'Settled', color: 'green' },
}

export function StateBadge({ state }: Pick<Earning, 'state'>) {
  return <Badge color={stateWords[state].color}>{stateWords[state].words}</Badge>
}

/** Why the money of an order waits; empty for one that is settled. */
export function stateText({ state, held, comesBack, deliveredAt, dueOn }: Earning): string {
  if (state === 'settled') return ''
  if (state === 'due') return 'In the next statement'
  if (held) return 'A return or a dispute is open'
  if (comesBack) return 'Comes back to you'
  if (!deliveredAt) return 'Not delivered yet'
  return dueOn ? `Returns until ${shortDate(dueOn)}` : ''
}
