/** Whether a buyer may say that a parcel did not come, decided on plain values. */
import { claimAnswerDays, claimDays } from '../../../contract/claim-words.ts'
import type { ClaimFacts } from './queries.ts'

/** The texts for an administrator, and the one after the time for a decision. */
export const notReceived =
  'The buyer says that the delivered parcel did not come: ask the courier, and decide under Not received.'
export const notReceivedLate = `The buyer waits for more than ${claimAnswerDays} days for our decision about a parcel that did not come: decide under Not received.`

/** Why not; null where they may. */
export function claimRefusal({ delivered, left, inTime, hasReturns, claimed }: ClaimFacts): string | null {
  if (claimed) return 'You have told us already that this parcel did not come.'
  if (!delivered) return 'The courier has not delivered this parcel, so please wait for it.'
  if (!left) return 'Everything of this order was returned or refunded already.'
  if (hasReturns) return 'A return of this order was asked for, so the parcel has come.'
  return inTime
    ? null
    : `The parcel was delivered more than ${claimDays} days ago. Please write to our support.`
}
