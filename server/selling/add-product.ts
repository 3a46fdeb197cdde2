/** private/product/add (specification §5, §7; api-rules §6). */
import { type ProductInput, tooManyProducts, wrongSubcategory } from '../../contract/seller-product.ts'
import { createProduct } from '../catalogue/products/save-product.ts'
import type { Tx } from '../platform/db/client.ts'
import { newId } from '../platform/db/ids.ts'
import { acceptPictures } from '../platform/media/accept-pictures.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { checkHsnCode } from '../money/tax/check-hsn-code.ts'
import { withTexts } from '../catalogue/products/image-texts.ts'
import { lockSubcategory } from '../catalogue/products/own-products.ts'

/** Puts a product on sale; returns its id, and what it lacks where it is held back for that. Refuses: invalid for a picture that is not ours, a subcategory of another category or an HSN code without a rate; conflict above the number of products that an account may have. */
export async function addProduct(shop: Shop, sellerId: string, input: ProductInput) {
  const id = newId()
  const missing = await shop.db
    .transaction((tx) => addProductIn(shop, tx, { id, sellerId, input }))
    .catch(refuseTooManyProducts)
  return { id, ...(missing && { missing }) }
}

/** The same in the caller's transaction. `already`: pictures of another listing of the seller, which stay valid. */
export async function addProductIn(
  shop: Shop,
  tx: Tx,
  { already, ...product }: { id: string; sellerId: string; input: ProductInput; already?: readonly string[] },
) {
  const { input } = product
  if (!(await lockSubcategory(tx, input))) throw wrongSubcategoryRefusal()
  if (input.hsnCode) await checkHsnCode(tx, input.hsnCode)
  const images = await acceptPictures(shop, tx, input.imageUrls, already)
  return createProduct(shop, tx, { ...product, pictures: withTexts(images, input.imageTexts) })
}

export function refuseTooManyProducts(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'product_live_max')
    throw new Refusal('conflict', tooManyProducts)
  throw error
}

export function wrongSubcategoryRefusal(): Refusal {
  return new Refusal('invalid', wrongSubcategory, { fields: { subCategoryId: wrongSubcategory } })
}
