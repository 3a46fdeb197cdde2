/** The ledger entries of a payout to a seller (docs/money.md, Settlements). Paise. */
import type { Tx } from '../../platform/db/client.ts'
import { recordEntry } from './record-entry.ts'

interface PaidPayout {
  id: string
  sellerId: string
  amountPaise: number
  method: 'route' | 'bank'
}

/** The seller got what the shop owed, from the money at the provider or from the bank account. */
export async function recordPayout(tx: Tx, payout: PaidPayout): Promise<void> {
  await recordEntry(tx, { key: `payout:${payout.id}`, kind: 'payout', postings: postingsOf(payout, 1) })
}

/**
 * Money of a recorded payout came back, and the shop owes it to the seller again: `amountPaise` of it. `part` is the number of
 * a part that came back alone, from 1. Without it, the amount is all that the seller still had.
 */
export async function recordPayoutReturn(tx: Tx, payout: PaidPayout, part?: number): Promise<void> {
  await recordEntry(tx, {
    key: `payout-reversed:${payout.id}${part === undefined ? '' : `:${part}`}`,
    kind: 'payout-reversed',
    postings: postingsOf(payout, -1),
  })
}

/**
 * What bank or provider said of a payout after it had ended: `amountPaise` more went to the seller, or, if negative, came back.
 * `no` counts these facts of the payout, from 1.
 */
export async function recordLatePayout(tx: Tx, payout: PaidPayout, no: number): Promise<void> {
  await recordEntry(tx, {
    key: `payout:${payout.id}:late:${no}`,
    kind: payout.amountPaise > 0 ? 'payout' : 'payout-reversed',
    postings: postingsOf(payout, 1),
  })
}

function postingsOf({ sellerId, amountPaise, method }: PaidPayout, sign: 1 | -1) {
  return [
    { account: 'seller_payable', sellerId, amountPaise: sign * amountPaise },
    { account: method === 'route' ? 'provider' : 'bank', amountPaise: -sign * amountPaise },
  ] as const
}
