/** What a report of the provider about a dispute means, and how its amount is spread, on plain values. */
import type { DisputeKind, DisputeState } from '../../../contract/admin-disputes.ts'
import type { ProviderDispute } from '../../platform/providers/payments/provider.ts'

/** Banks and networks have hundreds of codes; one that says nothing clear is the shop's affair. */
export function kindOf({ reasonCode, phase }: Pick<ProviderDispute, 'reasonCode' | 'phase'>): DisputeKind {
  if (/not_received|non_receipt|not_provided|not_delivered/.test(reasonCode)) return 'not-received'
  if (/not_as_described|defective|counterfeit/.test(reasonCode)) return 'not-as-described'
  if (phase === 'fraud' || /fraud|unauthori[sz]ed|no_cardholder_authori[sz]ation/.test(reasonCode))
    return 'fraud'
  return 'other'
}

export interface KnownDispute {
  state: DisputeState
  takenPaise: number
  respondBy: Date | null
}

const isFinal = (state: DisputeState) => state === 'won' || state === 'lost' || state === 'closed'

/** Whether the report would open a dispute again that is over. It may be outdated, or the bank does not accept the end. */
export const isOpenAgain = (before: KnownDispute, reported: ProviderDispute): boolean =>
  isFinal(before.state) && !isFinal(stateOf(reported, false))

/**
 * The dispute after the provider reported it, whatever webhook led to that; null where nothing changes. Won, lost and closed
 * are final: an outdated report changes nothing. `sinceItsEnd`: asked after the end was stored, so that one that is open has
 * been opened again; a loss may be counted and stays. One that needs an answer again after the review needs action.
 */
export function nextDispute(
  before: KnownDispute | null,
  reported: ProviderDispute,
  sinceItsEnd = false,
): KnownDispute | null {
  const opensAgain =
    sinceItsEnd && before !== null && before.state !== 'lost' && isOpenAgain(before, reported)
  if (before && isFinal(before.state) && !opensAgain) return null
  const wasReviewed = before?.state === 'under-review' || before?.state === 'action-required'
  const state = stateOf(reported, wasReviewed)
  // A lost dispute whose amount is not told is lost whole.
  const takenPaise =
    state === 'won'
      ? 0
      : state === 'lost' && reported.takenPaise === 0
        ? reported.amountPaise
        : reported.takenPaise
  const { respondBy } = reported
  const same =
    before?.state === state &&
    before.takenPaise === takenPaise &&
    before.respondBy?.getTime() === respondBy?.getTime()
  return same ? null : { state, takenPaise, respondBy }
}

function stateOf({ state, takenPaise }: ProviderDispute, wasReviewed: boolean): DisputeState {
  if (state === 'open' && wasReviewed) return 'action-required'
  // It ended, and the money is gone.
  if (state === 'closed' && takenPaise > 0) return 'lost'
  return state
}

/** Another end than the one that the shop has counted, or none: a person has to look at it. Null where there is none. */
export function contradictionOf(
  before: KnownDispute,
  reported: ProviderDispute,
  sinceItsEnd: boolean,
): DisputeState | null {
  const state = stateOf(reported, false)
  return isFinal(before.state) && state !== before.state && (isFinal(state) || sinceItsEnd) ? state : null
}

/**
 * `paise` in proportion to the weights, as whole paise, none above its `most`. What the rounding leaves goes to the first ones
 * with room. The sum is `paise`, or all that fits.
 */
export function spread(paise: number, parts: readonly { weight: number; most: number }[]): number[] {
  const whole = parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  const shares = parts.map(({ weight, most }) =>
    whole === 0n ? 0 : Math.min(most, Number((BigInt(paise) * BigInt(weight)) / whole)),
  )
  let left = paise - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => {
    const more = Math.min(left, (parts[index]?.most ?? 0) - share)
    left -= more
    return share + more
  })
}

/**
 * The shares of a new dispute among the orders of its payment: an amount that is what exactly one of them still costs is about
 * that one; any other amount is spread in proportion to what they still cost.
 */
export function sharesOf(amountPaise: number, unpaidPaise: readonly number[]): number[] {
  const exact = unpaidPaise.filter((unpaid) => unpaid === amountPaise).length === 1
  if (exact) return unpaidPaise.map((unpaid) => (unpaid === amountPaise ? amountPaise : 0))
  return spread(
    amountPaise,
    unpaidPaise.map((unpaid) => ({ weight: unpaid, most: unpaid })),
  )
}
