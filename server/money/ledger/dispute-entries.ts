/** The ledger entries of a disputed payment (docs/money.md, "Disputes"). Paise. */
import type { Tx } from '../../platform/db/client.ts'
import { recordEntry } from './record-entry.ts'

interface LedgerDispute {
  id: string
  paymentId: string
}

/** The provider took this amount for a dispute, or gave it back (negative). `no` numbers the entries of a dispute. */
export async function recordDisputedMoney(
  tx: Tx,
  { id, paymentId }: LedgerDispute,
  { no, amountPaise }: { no: number; amountPaise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `dispute:${id}:${no}`,
    kind: 'dispute',
    paymentId,
    postings: [
      { account: 'disputed', amountPaise },
      { account: 'provider', amountPaise: -amountPaise },
    ],
  })
}

/** What a bank took for a lost dispute though the buyer had got it before is lost to the shop. */
export async function recordDisputePaidTwice(
  tx: Tx,
  { id, paymentId }: LedgerDispute,
  amountPaise: number,
): Promise<void> {
  await recordEntry(tx, {
    key: `dispute-paid-twice:${id}`,
    kind: 'dispute-paid-twice',
    paymentId,
    postings: [
      { account: 'claims', amountPaise },
      { account: 'disputed', amountPaise: -amountPaise },
    ],
  })
}
