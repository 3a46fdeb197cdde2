/** What a payout to a seller means in the ledger (docs/money.md, Settlements). Paise. */
import type { Tx } from '../db/client.ts'
import { recordEntry } from './record-entry.ts'

interface PaidPayout {
  id: string
  sellerId: string
  amountPaise: number
  method: 'route' | 'bank'
}

/** The seller got what the shop owed him, from the money at the provider or from the bank account. */
export async function recordPayout(tx: Tx, payout: PaidPayout): Promise<void> {
  await recordEntry(tx, { key: `payout:${payout.id}`, kind: 'payout', postings: postingsOf(payout, 1) })
}

/** The money of a payout that was recorded came back: the seller is owed it again. */
export async function recordPayoutReturn(tx: Tx, payout: PaidPayout): Promise<void> {
  await recordEntry(tx, {
    key: `payout-reversed:${payout.id}`,
    kind: 'payout-reversed',
    postings: postingsOf(payout, -1),
  })
}

function postingsOf({ sellerId, amountPaise, method }: PaidPayout, sign: 1 | -1) {
  return [
    { account: 'seller_payable', sellerId, amountPaise: sign * amountPaise },
    { account: method === 'route' ? 'provider' : 'bank', amountPaise: -sign * amountPaise },
  ] as const
}
