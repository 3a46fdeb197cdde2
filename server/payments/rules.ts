/** Which refund at the provider is which of ours, decided on plain values. */
import type { ProviderRefund } from './provider.ts'
import type { RefundRow, RefundState } from './queries.ts'

export interface Match {
  row: RefundRow
  told: ProviderRefund
}

/**
 * Who owns what the provider shows. A row owns the refund whose id it knows, or that bears its key; what is left was made
 * in the dashboard or by the provider itself, and goes to a row of the same amount that waits for its money: one that is
 * scheduled, else one that failed, else one that was settled by hand. `strays` gave back money that no row asked for.
 */
export function matchRefunds(
  rows: readonly RefundRow[],
  told: readonly ProviderRefund[],
): { matches: Match[]; strays: ProviderRefund[] } {
  const matches: Match[] = []
  const owned = new Set<ProviderRefund>()
  // Rows that have their refund: what they know of is not told to have failed.
  const served = new Set(
    rows.filter(
      ({ providerRefundId, state }) =>
        state === 'replaced' || (providerRefundId !== null && state !== 'failed'),
    ),
  )
  const give = (row: RefundRow, refund: ProviderRefund) => {
    matches.push({ row, told: refund })
    owned.add(refund)
    if (refund.state === 'failed') served.delete(row)
    else served.add(row)
  }
  for (const refund of told) {
    const row =
      rows.find((one) => one.providerRefundId === refund.id) ??
      rows.find(
        (one) =>
          one.id === refund.receipt &&
          one.amountPaise === refund.amountPaise &&
          one.providerRefundId === null &&
          !served.has(one),
      )
    if (row) give(row, refund)
  }
  const waiting = (['scheduled', 'failed', 'processed', 'accepted'] as const).flatMap((state) =>
    rows.filter((row) => row.state === state),
  )
  const strays: ProviderRefund[] = []
  for (const refund of told) {
    // One that failed and that nobody knows has moved nothing.
    if (owned.has(refund) || refund.state === 'failed') continue
    const row = waiting.find((one) => !served.has(one) && one.amountPaise === refund.amountPaise)
    if (row) give(row, refund)
    else strays.push(refund)
  }
  return { matches, strays }
}

const rank: Record<ProviderRefund['state'], number> = { accepted: 1, processed: 2, failed: 3 }

/**
 * What becomes of a row by what is told of its refund; null where nothing is new. Of one refund states only move forward
 * (a failure is the last word, also after 'processed'): an answer that was overtaken changes nothing. Paid by hand stays paid,
 * and replaced stays replaced: the row that took its place has its money.
 */
export function changeOf({ row, told }: Match): { state: RefundState; providerRefundId: string } | null {
  const same = row.providerRefundId === told.id
  if (row.state === 'replaced') return null
  if (row.byHand) return same ? null : { state: row.state, providerRefundId: told.id }
  const before = row.state in rank ? rank[row.state as ProviderRefund['state']] : 0
  if (same && rank[told.state] <= before) return null
  return { state: told.state, providerRefundId: told.id }
}

/**
 * Which rows that wait for their money cannot have all of it any more once `givenPaise` of `paidPaise` are gone, the oldest
 * served first; `leftPaise` is what each still can have.
 */
export function findUnpayableRefunds(
  paidPaise: number,
  givenPaise: number,
  waiting: readonly RefundRow[],
): { row: RefundRow; leftPaise: number }[] {
  let left = Math.max(0, paidPaise - givenPaise)
  return waiting.flatMap((row) => {
    const leftPaise = Math.min(left, row.amountPaise)
    left -= leftPaise
    return leftPaise < row.amountPaise ? [{ row, leftPaise }] : []
  })
}
