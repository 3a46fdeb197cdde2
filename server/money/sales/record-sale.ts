/** Records that an order became a sale: its parcel was handed over to the courier (docs/money.md, Sales). */
import type { Tx } from '../../platform/db/client.ts'
import { recordSaleEntry } from '../ledger/sale-entries.ts'
import { insertOrderTerms, insertSale, readOrderToSell } from './queries.ts'
import { saleAmounts } from './rules.ts'

/** Stores fees, levies and the terms of cancelling and returning with the orders, in the transaction that places them. */
export const recordOrderTerms = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  insertOrderTerms(tx, orderIds)

/**
 * Writes the sale of an order whose row the caller has locked, and its journal entry. The price of the units that were not
 * cancelled becomes the seller's, less commission, shipping, GST on both, TCS and TDS. Returns false, and writes nothing, for
 * an order that is sold already, of which every piece was cancelled, or that was placed before orders had terms.
 */
export async function recordSale(tx: Tx, orderId: string, soldAt?: Date): Promise<boolean> {
  const order = await readOrderToSell(tx, orderId)
  if (!order) return false
  const amounts = saleAmounts(order.grossPaise, order.shippingPaise, order)
  await insertSale(tx, { ...amounts, orderId, units: order.units }, soldAt)
  await recordSaleEntry(tx, order, amounts, soldAt)
  return true
}
