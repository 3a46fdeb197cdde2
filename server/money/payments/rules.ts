/** Which refund at the provider belongs to which of our rows, and what follows for the rows, decided on plain values. */
import type { ProviderRefund } from '../../platform/providers/payments/provider.ts'
import type { KeptOrder, RefundRow, RefundState } from './queries.ts'

/** The provider always refuses to refund less than a rupee: an administrator pays it by hand, from the list of late refunds. */
export const leastRefundPaise = 100

/** A row of ours, and the refund at the provider that belongs to it. */
export interface RefundMatch {
  row: RefundRow
  providerRefund: ProviderRefund
}

/**
 * Matches the provider's refunds with our rows. A row owns the refund whose id it has stored. It also owns one with our id of
 * it, as long as it has no other one that moves money. The others were made in the dashboard or by the provider itself. Such a
 * one goes to the row of the same amount that waits for its money (scheduled, failed, or settled by hand) if it can be meant for
 * nothing else: for no other row, and for no whole pieces of the orders `kept` of the payment; null where it bought nothing, so
 * that all of it goes back.
 * `external` are those that no row owns.
 */
export function matchRefunds(
  rows: readonly RefundRow[],
  reported: readonly ProviderRefund[],
  kept: readonly KeptOrder[] | null = null,
): { matches: RefundMatch[]; external: ProviderRefund[] } {
  const matches: RefundMatch[] = []
  const matched = new Set<ProviderRefund>()
  // Rows that have their refund. No further refund may be assigned to them unless theirs is reported as failed.
  const covered = new Set(
    rows.filter(
      ({ providerRefundId, state }) =>
        state === 'replaced' || (providerRefundId !== null && state !== 'failed'),
    ),
  )
  const assign = (row: RefundRow, refund: ProviderRefund) => {
    matches.push({ row, providerRefund: refund })
    matched.add(refund)
    if (refund.state === 'failed') covered.delete(row)
    else covered.add(row)
  }
  for (const refund of reported) {
    const row = rows.find((one) => one.providerRefundId === refund.id)
    if (row) assign(row, refund)
  }
  // After the ids, whatever the order of the provider's list: they tell which rows have failed and may take another refund.
  for (const refund of reported) {
    if (matched.has(refund)) continue
    const row = rows.find((one) => one.id === refund.receipt && one.amountPaise === refund.amountPaise)
    // An older refund that failed moved no money, so it replaces none that is stored.
    const isOlder = refund.state === 'failed' && row?.providerRefundId !== null
    if (row && !covered.has(row) && !isOlder) assign(row, refund)
  }
  const waiting = (['scheduled', 'failed', 'processed', 'accepted'] as const).flatMap((state) =>
    rows.filter((row) => row.state === state),
  )
  const external: ProviderRefund[] = []
  for (const refund of reported) {
    // A failed refund that no row owns has moved no money.
    if (matched.has(refund) || refund.state === 'failed') continue
    const fitting = waiting.filter((one) => !covered.has(one) && one.amountPaise === refund.amountPaise)
    const isClear = kept === null || (fitting.length === 1 && !kept.some((one) => isOfPieces(one, refund)))
    if (fitting[0] && isClear && !namesRow(rows, refund)) assign(fitting[0], refund)
    else external.push(refund)
  }
  return { matches, external }
}

/**
 * Whether it is the price of whole pieces, with or without the charge for their delivery: of a discounted order a paisa more or
 * less than an equal part, with a charge one more.
 */
function isOfPieces(order: KeptOrder, { amountPaise }: ProviderRefund): boolean {
  const { leftPaise, quantity, deliveryPaise } = order
  const pricesPaise = [order.amountPaise, order.amountPaise - deliveryPaise]
  return (
    amountPaise <= leftPaise &&
    pricesPaise.some((pricePaise) => {
      const pieces = Math.round((amountPaise * quantity) / pricePaise)
      return Math.abs(amountPaise * quantity - pieces * pricePaise) < quantity * (deliveryPaise > 0 ? 2 : 1)
    })
  )
}

/** The row whose id the provider's refund has. */
export const namesRow = (
  rows: readonly RefundRow[],
  { receipt }: Pick<ProviderRefund, 'receipt'>,
): RefundRow | undefined => (receipt === null ? undefined : rows.find(({ id }) => id === receipt))

/** Whether money of the provider may be meant for this row: it waits for it, or somebody paid it by hand. */
export const mayBeMeant = ({ state, byHand, providerRefundId }: RefundRow): boolean =>
  state === 'scheduled' || state === 'failed' || (byHand && providerRefundId === null)

const rank: Record<ProviderRefund['state'], number> = { accepted: 1, processed: 2, failed: 3 }

/**
 * The state of a row after the provider reported its refund; null where nothing changes. The states of one refund only move
 * forward, and 'failed' is the last one, also after 'processed': a late response changes nothing. What was settled by hand
 * stays settled, and 'replaced' stays 'replaced', because another row has its money.
 */
export function nextRefundState({
  row,
  providerRefund,
}: RefundMatch): { state: RefundState; providerRefundId: string } | null {
  const same = row.providerRefundId === providerRefund.id
  if (row.state === 'replaced') return null
  if (row.byHand) return same ? null : { state: row.state, providerRefundId: providerRefund.id }
  const before = row.state in rank ? rank[row.state as ProviderRefund['state']] : 0
  if (same && rank[providerRefund.state] <= before) return null
  return { state: providerRefund.state, providerRefundId: providerRefund.id }
}

/**
 * Which of the `waiting` rows cannot be paid in full after `refundedPaise` of `paidPaise` were refunded; the oldest row is paid
 * first. `leftPaise` is the payable rest of each.
 */
export function findUnpayableRefunds(
  paidPaise: number,
  refundedPaise: number,
  waiting: readonly RefundRow[],
): { row: RefundRow; leftPaise: number }[] {
  let left = Math.max(0, paidPaise - refundedPaise)
  return waiting.flatMap((row) => {
    const leftPaise = Math.min(left, row.amountPaise)
    left -= leftPaise
    return leftPaise < row.amountPaise ? [{ row, leftPaise }] : []
  })
}
