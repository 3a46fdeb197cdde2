/** A step of checkout: the cart as the database has it now (api-rules §3.1). */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { cartLines, deleteLinesOf } from './queries.ts'

export interface CheckoutCartLine {
  productId: string
  sellerId: string
  /** Null for a product that is deleted. */
  categoryId: number | null
  name: string
  /** The main picture as stored: a path of ours or an absolute address. */
  image: string
  pricePaise: number
  quantity: number
  /** In stock for this customer, including what their own unpaid checkout holds. */
  units: number
  /** The seller is away until the day before. */
  backOn: string | null
  /** False once the product is deleted or its seller suspended. */
  available: boolean
  /** Null for a product without one. */
  hsnCode: string | null
}

/** Every line in cart order, including those that cannot be bought. Locks nothing, because holding the stock checks again. */
export async function readCartForCheckout(db: Queryable, customerId: string): Promise<CheckoutCartLine[]> {
  const rows = await cartLines(db, customerId)
  return rows.map((row) => ({
    productId: row.productId,
    sellerId: row.sellerId,
    categoryId: row.categoryId,
    name: row.name,
    image: row.images[0] ?? '',
    pricePaise: row.pricePaise,
    quantity: row.quantity,
    units: row.units,
    backOn: row.backOn,
    available: row.onSale,
    hsnCode: row.hsnCode,
  }))
}

/** Removes these products from the customer's cart; other lines stay. */
export async function removeBoughtLines(
  tx: Tx,
  customerId: string,
  productIds: readonly string[],
): Promise<void> {
  await deleteLinesOf(tx, customerId, productIds)
}
