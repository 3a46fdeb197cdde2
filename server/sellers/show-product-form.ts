/** private/product/edit/get-form/{productId} (specification §3, §7). */
import { rupees } from '../../contract/money.ts'
import type { ProductForm } from '../../contract/seller-product.ts'
import { publicImageUrl } from '../media/address.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { findForm } from './product-queries.ts'
import { unsoldUnits, versionOf } from './rules.ts'

/** Refuses: not-found for a product that is not this seller's or deleted. */
export async function showProductForm(shop: Shop, sellerId: string, productId: string): Promise<ProductForm> {
  const row = await findForm(shop.db, sellerId, productId)
  if (!row) throw notFound()
  const noOfUnits = unsoldUnits({ free: row.units, held: row.held, withheld: row.withheld })
  return {
    id: row.id,
    name: row.name,
    imageUrls: row.images.map((image) => publicImageUrl(shop.config, image)),
    price: rupees(row.pricePaise),
    description: row.description,
    details: row.details,
    noOfUnits,
    categoryId: row.categoryId,
    subCategoryId: row.subcategoryId,
    height: row.heightCm,
    length: row.lengthCm,
    width: row.widthCm,
    weight: row.weightGrams,
    version: versionOf({ version: row.version, shownUnits: noOfUnits }),
  }
}
