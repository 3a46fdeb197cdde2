/** Reverses a sale, whole or in part (docs/money.md, Sales). */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordReversalEntry, takenByReversal } from '../ledger/sale-entries.ts'
import { insertReversal, readSale, type ReversalCause, type SaleRow } from './queries.ts'
import { collectedOf, netOf, reversalAmounts, shareOf, withoutGst } from './rules.ts'

export interface SaleReversal {
  orderId: string
  cause: ReversalCause
  units: number
  /** Of the price, tax included. */
  paise: number
  /** The parcel's way back, without GST, and who pays it; and what limits how much the buyer can pay. */
  wayBack?: { paise: number; paidBy: 'buyer' | 'seller'; pricePaise: number; leftPaise: number }
}

/**
 * Writes the reversal and its journal entry. The seller is debited the price and credited commission, GST on it, TCS and TDS;
 * the charge for the parcel stays. For goods that the courier lost the shop compensates the seller. The caller has locked the
 * order and has not yet added `paise` to its `reversed_paise`. Returns the reversal's id, and what the buyer pays for the way
 * back. Throws for an order that is not sold, and for more than is left of the sale.
 */
export async function reverseSale(
  tx: Tx,
  asked: SaleReversal,
): Promise<{ id: string; buyerPaysPaise: number }> {
  const { orderId, cause, units } = asked
  const sale = await readSale(tx, orderId)
  if (!sale) throw new Error(`order ${orderId} is not sold`)
  const reversal = { ...amountsOf(sale, asked), id: newId(), orderId, no: sale.reversals + 1, cause, units }
  await insertReversal(tx, reversal)
  await recordReversalEntry(tx, sale, reversal)
  const buyerPaysPaise =
    reversal.wayBackPaidBy === 'buyer' ? reversal.wayBackPaise + reversal.wayBackGstPaise : 0
  return { id: reversal.id, buyerPaysPaise }
}

function amountsOf(sale: SaleRow, { orderId, cause, paise, wayBack }: SaleReversal) {
  if (paise <= 0 || sale.reversedPaise + paise > sale.grossPaise)
    throw new Error(`${paise} paise are more than is left of the sale of order ${orderId}`)
  const amounts = reversalAmounts(sale, sale.reversedPaise, paise)
  const charged = wayBack ? chargeOf(wayBack, sale.gstOnFeesBp) : { paise: 0, gstPaise: 0 }
  return {
    ...amounts,
    wayBackPaise: charged.paise,
    wayBackGstPaise: charged.gstPaise,
    wayBackPaidBy: charged.paise + charged.gstPaise > 0 && wayBack ? wayBack.paidBy : null,
    // Fees above the price would make it a debt of the seller.
    compensationPaise: cause === 'lost' ? Math.max(0, netOf(amounts)) : 0,
  }
}

/** What a reversal takes from its seller, in paise with GST. */
export interface Taken {
  totalPaise: number
  /** The parts of the total: the price, less commission with its GST, less TCS and TDS, and the way back. */
  pricePaise: number
  feesPaise: number
  taxesPaise: number
  wayBackPaise: number
}

/** The same amounts before it is made. */
export async function previewReversal(db: Queryable, asked: SaleReversal): Promise<Taken> {
  const sale = await readSale(db, asked.orderId)
  if (!sale) throw new Error(`order ${asked.orderId} is not sold`)
  const reversal = amountsOf(sale, asked)
  return {
    totalPaise: takenByReversal(sale.sellerId, reversal),
    pricePaise: reversal.grossPaise,
    feesPaise: reversal.commissionPaise + reversal.gstOnFeesPaise,
    taxesPaise: reversal.tcsPaise + reversal.tdsPaise,
    wayBackPaise: reversal.wayBackPaidBy === 'seller' ? reversal.wayBackPaise + reversal.wayBackGstPaise : 0,
  }
}

/** The same for a sale of which nothing is reversed, and whose goods nobody pays for. Returns its price, too. */
export async function reverseWholeSale(tx: Tx, orderId: string): Promise<{ id: string; paise: number }> {
  const sale = await readSale(tx, orderId)
  if (!sale) throw new Error(`order ${orderId} is not sold`)
  const { units, grossPaise: paise } = sale
  const { id } = await reverseSale(tx, { orderId, cause: 'undelivered', units, paise })
  return { id, paise }
}

/** What is charged for a way back: all of it to a seller, and to a buyer what is kept of the refund. */
function chargeOf(
  { paise, paidBy, pricePaise, leftPaise }: NonNullable<SaleReversal['wayBack']>,
  gstBp: number,
) {
  const gstPaise = shareOf(paise, gstBp, 10_000)
  const collected = collectedOf(paise + gstPaise, pricePaise, leftPaise)
  return paidBy === 'seller' || collected === paise + gstPaise
    ? { paise, gstPaise }
    : withoutGst(collected, gstBp)
}
