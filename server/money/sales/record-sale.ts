/** Records that an order became a sale: its parcel was handed over to the courier (docs/money.md, Sales). */
import { partOf } from '../../../contract/part-of.ts'
import type { Tx } from '../../platform/db/client.ts'
import { recordOffer, recordSaleEntry } from '../ledger/sale-entries.ts'
import { insertOrderTerms, insertSale, readOffers, readOrderToSell } from './queries.ts'
import { saleAmounts } from './rules.ts'

/** Stores fees, levies and the terms of cancelling and returning with the orders, in the transaction that places them. */
export const recordOrderTerms = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  insertOrderTerms(tx, orderIds)

/** Books what the shop bears of the price of discounted orders, in the same transaction. */
export async function recordOffers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  for (const offer of await readOffers(tx, orderIds)) await recordOffer(tx, offer)
}

/**
 * Writes the sale of an order whose row the caller has locked, and its journal entry. The price of the units that were not
 * cancelled becomes the seller's, less commission, shipping, GST on both, TCS and TDS. Returns false, and writes nothing, for
 * an order that is sold already, of which every piece was cancelled, or that was placed before orders had terms.
 */
export async function recordSale(tx: Tx, orderId: string, soldAt?: Date): Promise<boolean> {
  const order = await readOrderToSell(tx, orderId)
  if (!order) return false
  const { paidPaise, shopPaise, deliveryPaise, cancelledUnits, units, quantity } = order
  const grossPaise =
    partOf(paidPaise - deliveryPaise + shopPaise, cancelledUnits, units, quantity) +
    partOf(deliveryPaise, cancelledUnits, units, quantity)
  const amounts = saleAmounts(grossPaise, order.shippingPaise, order)
  await insertSale(tx, { ...amounts, orderId, units }, soldAt)
  await recordSaleEntry(tx, order, amounts, soldAt)
  return true
}
