/** What may still be done with a complaint, decided on plain values. */
import { complaintMessagesMax, reopenDays } from '../../../contract/complaint-words.ts'
import type { ComplaintFacts } from './queries.ts'

/** One mailbox, whatever stands behind a plus sign. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.split('+')[0]}@${domain}`
}

const dayMs = 24 * 3_600_000

/** Until when a solved complaint can be opened again; null where it cannot, or need not. */
export function reopenUntil({
  state,
  solvedAt,
  reopenedAt,
}: Pick<ComplaintFacts, 'state' | 'solvedAt' | 'reopenedAt'>): Date | null {
  return state === 'solved' && solvedAt && !reopenedAt
    ? new Date(solvedAt.getTime() + reopenDays * dayMs)
    : null
}

/** Whether somebody has written as much about a complaint as one may. */
export const isFull = <Kind>(messages: readonly { kind: Kind }[], by: Kind): boolean =>
  messages.filter(({ kind }) => kind === by).length >= complaintMessagesMax

/** Why who complains cannot write to the desk now; null where they can. However much was written, a solved one can be opened again. */
export function replyRefusal(facts: ComplaintFacts): string | null {
  if (facts.state === 'open' || facts.state === 'waiting')
    return facts.personMessages >= complaintMessagesMax
      ? 'This complaint has as many messages of yours as one may have. Please make a new one and name its number.'
      : null
  // Somebody is behind it after all.
  if (facts.dismissed) return null
  const until = reopenUntil(facts)
  return until && until > facts.now
    ? null
    : 'This complaint is closed. Please make a new one and name its number.'
}

/** Why the seller cannot answer now; null where they can. */
export function sellerRefusal({ state, sellerMessages }: ComplaintFacts): string | null {
  if (sellerMessages >= complaintMessagesMax)
    return 'This complaint has as many messages of yours as one may have.'
  return state === 'open' || state === 'waiting' ? null : 'This complaint is decided already.'
}
