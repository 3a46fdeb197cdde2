/** The ledger entries of what the payment provider charges and of what it pays to the bank (docs/money.md). Paise. */
import type { Tx } from '../../platform/db/client.ts'
import { recordEntry } from './record-entry.ts'

/**
 * The provider deducted `paise`, of which `gstPaise` is GST that the shop may claim; or it gave that back (negative). `no` numbers
 * the entries of a charge: a later one corrects the figure of those before.
 */
export async function recordProviderCharge(
  tx: Tx,
  charge: { id: string; paymentId: string | null; no: number; paise: number; gstPaise: number },
): Promise<void> {
  const { id, paymentId, no, paise, gstPaise } = charge
  await recordEntry(tx, {
    key: `provider-charge:${id}:${no}`,
    kind: 'provider-charge',
    ...(paymentId !== null && { paymentId }),
    postings: [
      { account: 'provider_charges', amountPaise: paise - gstPaise },
      { account: 'input_gst', amountPaise: gstPaise },
      { account: 'provider', amountPaise: -paise },
    ],
  })
}

/** A settlement of the provider arrived in the bank account, or came back (negative). `no` numbers its entries. */
export async function recordProviderSettlement(
  tx: Tx,
  { id, no, paise }: { id: string; no: number; paise: number },
): Promise<void> {
  await recordEntry(tx, {
    key: `provider-settlement:${id}:${no}`,
    kind: 'provider-settlement',
    postings: [
      { account: 'bank', amountPaise: paise },
      { account: 'provider', amountPaise: -paise },
    ],
  })
}
