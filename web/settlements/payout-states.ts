import type { payoutStates } from '../../contract/settlement.ts'
import type { BadgeColor } from '../ui/badge.tsx'

/** The states of a payout, as sellers and administrators read them. */
export const payoutStateWords: Record<(typeof payoutStates)[number], { words: string; color: BadgeColor }> = {
  ready: { words: 'Waits for the bank', color: 'yellow' },
  'in-file': { words: 'In a bank file', color: 'blue' },
  sending: { words: 'Being sent', color: 'blue' },
  paid: { words: 'Paid', color: 'green' },
  failed: { words: 'Failed', color: 'red' },
  returned: { words: 'Came back', color: 'red' },
}

/** For example '3 wait for the bank'. */
export function countedPayouts(state: (typeof payoutStates)[number], count: number): string {
  const words =
    state === 'ready' && count !== 1 ? 'wait for the bank' : payoutStateWords[state].words.toLowerCase()
  return `${count.toLocaleString('en-IN')} ${words}`
}
