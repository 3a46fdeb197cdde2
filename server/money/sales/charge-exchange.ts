/** Charges the parcels of an exchange to the seller (docs/money.md, Exchanges). The sale itself stands. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordReversalEntry } from '../ledger/sale-entries.ts'
import { insertReversal, readSale } from './queries.ts'
import { shareOf } from './rules.ts'

/**
 * `paise` without GST for the way back and the way of the replacement, which the seller pays. Written like a reversal of 0, so
 * that the settlement lists it as one. The caller has locked the order. An order without a sale is charged nothing: it is
 * settled outside of the shop.
 */
export async function chargeExchange(tx: Tx, orderId: string, paise: number): Promise<void> {
  const sale = await readSale(tx, orderId)
  if (!sale || paise === 0) return
  const charge = {
    id: newId(),
    orderId,
    no: sale.reversals + 1,
    cause: 'exchanged' as const,
    units: 0,
    grossPaise: 0,
    taxablePaise: 0,
    cgstPaise: 0,
    sgstPaise: 0,
    utgstPaise: 0,
    igstPaise: 0,
    commissionPaise: 0,
    gstOnFeesPaise: 0,
    tcsPaise: 0,
    tdsPaise: 0,
    wayBackPaise: paise,
    wayBackGstPaise: shareOf(paise, sale.gstOnFeesBp, 10_000),
    wayBackPaidBy: 'seller' as const,
    compensationPaise: 0,
  }
  await insertReversal(tx, charge)
  await recordReversalEntry(tx, sale, charge)
}
