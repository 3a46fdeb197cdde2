/** private/product/edit/get-form/{productId} (specification §3, §7). */
import type { ProductForm } from '../../contract/seller-product.ts'
import { notFound } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { toProductForm } from './present.ts'
import { findForm } from '../catalogue/products/own-products.ts'

/** Refuses: not-found for a product that is not this seller's or deleted. */
export async function showProductForm(shop: Shop, sellerId: string, productId: string): Promise<ProductForm> {
  const row = await findForm(shop.db, sellerId, productId)
  if (!row) throw notFound()
  return toProductForm(shop.config, row)
}
