/** A customer's cart: show it, add, change the quantity, remove (specification §2, §9). */
import type { CartItem } from '../../../contract/cart.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CartRow, cartLines, deleteLine, insertLine, isInCart, setQuantity } from './queries.ts'
import { rupees } from '../../../contract/money.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { newId } from '../../platform/db/ids.ts'
import { unlessFull } from '../full-list.ts'
import { additionRefusal, checkAddedQuantity, editRefusal } from './rules.ts'
import { countAdded } from '../../fulfilment/figures/count-days.ts'
import { stepsBelow } from '../../catalogue/prices/rules.ts'
import { notFound } from '../../platform/refusal.ts'

/**
 * All lines, oldest first, with today's prices in rupees; a product that was removed from the shop stays, marked as not
 * available.
 */
export async function showCart(shop: Shop, customerId: string): Promise<CartItem[]> {
  return (await cartLines(shop.db, customerId)).map((row) => toCartItem(shop.config, row))
}

export async function cartContains(shop: Shop, customerId: string, productId: string): Promise<boolean> {
  return isInCart(shop.db, customerId, productId)
}

export function toCartItem(config: Config, row: CartRow): CartItem {
  return {
    cartItemId: row.id,
    productId: row.productId,
    productName: row.name,
    sellerCompany: row.sellerCompany,
    imageUrls: row.images.map((image) => publicImageUrl(config, image)),
    price: rupees(row.pricePaise),
    // A sale may have ended with nothing written yet.
    was: row.wasPaise !== null && row.wasPaise > row.pricePaise ? rupees(row.wasPaise) : null,
    prices: [{ from: 1, price: rupees(row.onePaise) }, ...stepsBelow(row.onePaise, row)],
    quantity: row.quantity,
    noOfUnits: row.units,
    backOn: row.backOn,
    available: row.onSale,
  }
}

/**
 * A product that is in the cart already stays as it is. Refuses: invalid for another quantity than 1; not-found for a product
 * that is not on sale; conflict ('Out of Stock', or a full cart).
 */
export async function addToCart(
  shop: Shop,
  customerId: string,
  { id: productId, quantity }: { id: string; quantity: number },
): Promise<void> {
  checkAddedQuantity(quantity)
  const product = await unlessFull(() =>
    insertLine(shop.db, { id: newId(), customerId, productId, quantity }),
  )
  const refusal = additionRefusal(product)
  if (refusal) throw refusal
  if (!product?.inCart) countAdded(shop, productId)
}

/**
 * Refuses: not-found when the product is not in the caller's cart; conflict ('Max limit reached') above the stock, or when it is
 * not on sale any more.
 */
export async function editQuantity(
  shop: Shop,
  customerId: string,
  { id: productId, quantity }: { id: string; quantity: number },
): Promise<void> {
  const line = await setQuantity(shop.db, customerId, productId, quantity)
  if (!line?.written) throw editRefusal(line)
}

/** Refuses: not-found, with the same message for a line that does not exist and for another customer's. */
export async function removeFromCart(shop: Shop, customerId: string, lineId: string): Promise<void> {
  if (!(await deleteLine(shop.db, customerId, lineId))) throw notFound()
}
