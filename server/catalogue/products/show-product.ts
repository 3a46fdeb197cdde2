/** One product in full (specification §2, §3, §7). */
import type { ProductDetail } from '../../../contract/product.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toProductDetail } from './present.ts'
import { findPreview, findProduct } from './queries.ts'

/** Refuses ('not-found') unknown and deleted products and those of suspended sellers, all with the same message. */
export async function showProduct(shop: Shop, id: string): Promise<ProductDetail> {
  const row = await findProduct(shop.db.reads, id)
  if (!row) throw notFound()
  return toProductDetail(shop.config, row)
}

/** As buyers will see it. Refuses ('not-found') a product that is not this seller's or deleted. */
export async function previewProduct(shop: Shop, sellerId: string, id: string) {
  const row = await findPreview(shop.db, sellerId, id)
  if (!row) throw notFound()
  return { ...toProductDetail(shop.config, row), onSale: row.onSale }
}
