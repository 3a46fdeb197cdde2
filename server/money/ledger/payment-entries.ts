/** The ledger entries of a captured payment and of the states of a refund (docs/money.md). */
import type { Tx } from '../../platform/db/client.ts'
import { isRecorded, type Posting, recordEntry } from './record-entry.ts'

/** Records that the provider captured a payment of `amountPaise`: the shop owes it to the buyer until it is a sale. */
export async function recordCapture(
  tx: Tx,
  { id, amountPaise }: { id: string; amountPaise: number },
  happenedAt?: Date,
): Promise<void> {
  await recordEntry(tx, {
    key: `payment:${id}`,
    kind: 'payment-captured',
    paymentId: id,
    ...(happenedAt && { happenedAt }),
    postings: [
      { account: 'provider', amountPaise },
      { account: 'buyer', amountPaise: -amountPaise },
    ],
  })
}

/** A refund as the ledger records it. */
export interface LedgerRefund {
  id: string
  paymentId: string
  orderId: string | null
  /** Paise. */
  amountPaise: number
  reason: string
  state: 'scheduled' | 'accepted' | 'processed' | 'failed' | 'replaced'
  /** Paid by an administrator from the bank account. */
  byHand: boolean
  providerRefundId: string | null
}

/**
 * Records that a refund was made (`before` is null) or has changed: the difference between its balance in the new state and in
 * the old one. Writes nothing where the state changes and no money moves.
 */
export async function recordRefundChange(
  tx: Tx,
  before: LedgerRefund | null,
  after: LedgerRefund,
  happenedAt?: Date,
): Promise<void> {
  await recordEntry(tx, {
    // A row that failed may get another refund of the provider, which has states of its own.
    key: `refund:${after.id}:${after.byHand ? 'by-hand' : after.state}:${after.providerRefundId ?? '-'}`,
    kind: 'refund',
    paymentId: after.paymentId,
    refundId: after.id,
    ...(happenedAt && { happenedAt }),
    ...(after.orderId !== null && { orderId: after.orderId }),
    postings: difference(before ? standingOf(before) : [], standingOf(after)),
  })
}

/**
 * The ledger's lines for a refund in its present state. A refund by the shop takes the money from what the shop owes the buyer.
 * A refund made at the provider is the shop's own expense, until the refund of an order counts it (`recordCoveredRefund`).
 * While it is under way, or has failed and waits for a person, the shop owes it.
 */
function standingOf(refund: LedgerRefund): Posting[] {
  const { amountPaise, reason, state, byHand } = refund
  if (state === 'replaced') return []
  const from = { account: reason === 'at-provider' ? 'claims' : 'buyer', amountPaise } as const
  if (state !== 'processed') return [from, { account: 'refunds', amountPaise: -amountPaise }]
  // The provider took the money before, when the payment was disputed.
  const to = reason === 'charged-back' ? 'disputed' : byHand ? 'bank' : 'provider'
  return [from, { account: to, amountPaise: -amountPaise }]
}

/**
 * Records a refund at the provider for a row that an administrator had paid by hand before: the shop bears it. Called again for
 * the same refund, it writes nothing and returns false. The caller holds the payment's lock.
 */
export async function recordRefundPaidTwice(
  tx: Tx,
  refund: Pick<LedgerRefund, 'id' | 'paymentId' | 'amountPaise'>,
  providerRefundId: string,
): Promise<boolean> {
  const { id, paymentId, amountPaise } = refund
  const key = `refund-paid-twice:${providerRefundId}`
  if (await isRecorded(tx, key)) return false
  await recordEntry(tx, {
    key,
    kind: 'refund-paid-twice',
    paymentId,
    refundId: id,
    postings: [
      { account: 'claims', amountPaise },
      { account: 'provider', amountPaise: -amountPaise },
    ],
  })
  return true
}

/**
 * Records that `amountPaise` of what a buyer is owed for a refunded order was refunded at the provider before, as the shop's
 * expense so far. Negative where a refund pays more than its order cost, because an earlier one paid too little.
 */
export async function recordCoveredRefund(
  tx: Tx,
  covered: { key: string; paymentId: string; orderId: string | null; amountPaise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `covered:${covered.key}`,
    kind: 'refund-covered',
    paymentId: covered.paymentId,
    ...(covered.orderId !== null && { orderId: covered.orderId }),
    postings: [
      { account: 'buyer', amountPaise: covered.amountPaise },
      { account: 'claims', amountPaise: -covered.amountPaise },
    ],
  })
}

function difference(before: readonly Posting[], after: readonly Posting[]): Posting[] {
  const sums = new Map<Posting['account'], number>()
  const add = (posting: Posting, sign: 1 | -1) =>
    sums.set(posting.account, (sums.get(posting.account) ?? 0) + sign * posting.amountPaise)
  for (const posting of before) add(posting, -1)
  for (const posting of after) add(posting, 1)
  return [...sums].map(([account, amountPaise]) => ({ account, amountPaise }))
}
