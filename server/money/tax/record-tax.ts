/** Stores the tax that the price of each new order includes (docs/money.md, Tax). */
import type { Tx } from '../../platform/db/client.ts'
import { insertOrderTax } from './queries.ts'
import { sellerStateOf, taxParts } from './rules.ts'

/** What decides the tax of an order. */
export interface TaxedSale {
  orderId: string
  /** The price of the sale, tax included, in paise: what the buyer pays and what the shop pays of it. */
  grossPaise: number
  /** Null for a listing without one. */
  hsnCode: string | null
  /** The rate of the code on the day of the order, in hundredths of a percent. */
  rateBp: number
  /** The version of the seller that the GST number and the state are of. */
  identityId: number
  sellerGstin: string
  pickupState: string
  /** The state of the delivery address. */
  placeOfSupply: string
}

/** In the transaction that places the orders. A second call for an order fails: its tax does not change. */
export async function recordOrderTax(tx: Tx, sales: readonly TaxedSale[]): Promise<void> {
  if (sales.length === 0) return
  const rows = sales.map(({ pickupState, ...sale }) => {
    const places = {
      sellerState: sellerStateOf(sale.sellerGstin, pickupState),
      placeOfSupply: sale.placeOfSupply,
    }
    return { ...sale, ...places, ...taxParts(sale.grossPaise, sale.rateBp, places) }
  })
  await insertOrderTax(tx, rows)
}
