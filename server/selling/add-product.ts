/** private/product/add (specification §5, §7; api-rules §6). */
import { type ProductInput, tooManyProducts, wrongSubcategory } from '../../contract/seller-product.ts'
import { createProduct } from '../catalogue/products/save-product.ts'
import { newId } from '../platform/db/ids.ts'
import { acceptPictures } from '../platform/media/accept-pictures.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { checkHsnCode } from '../money/tax/check-hsn-code.ts'
import { lockSubcategory } from '../catalogue/products/own-products.ts'

/** Puts a product on sale; returns its id, and what it lacks where it is held back for that. Refuses: invalid for a picture that is not ours, a subcategory of another category or an HSN code without a rate; conflict above the number of products that an account may have. */
export async function addProduct(shop: Shop, sellerId: string, input: ProductInput) {
  const id = newId()
  const adding = shop.db.transaction(async (tx) => {
    if (!(await lockSubcategory(tx, input))) throw wrongSubcategoryRefusal()
    if (input.hsnCode) await checkHsnCode(tx, input.hsnCode)
    const images = await acceptPictures(shop, tx, input.imageUrls)
    return createProduct(shop, tx, { id, sellerId, input, images })
  })
  const missing = await adding.catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'product_live_max')
      throw new Refusal('conflict', tooManyProducts)
    throw error
  })
  return { id, ...(missing && { missing }) }
}

export function wrongSubcategoryRefusal(): Refusal {
  return new Refusal('invalid', wrongSubcategory, { fields: { subCategoryId: wrongSubcategory } })
}
