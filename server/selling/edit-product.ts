/** private/product/edit/{productId} (specification §5, §7; api-rules §6). */
import { changedElsewhere, type ProductInput, type SellersProduct } from '../../contract/seller-product.ts'
import type { Tx } from '../platform/db/client.ts'
import { saveProduct } from '../catalogue/products/save-product.ts'
import { acceptPictures } from '../platform/media/accept-pictures.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { checkHsnCode } from '../money/tax/check-hsn-code.ts'
import { wrongSubcategoryRefusal } from './add-product.ts'
import { withTexts } from '../catalogue/products/image-texts.ts'
import { heldUnits, lockProduct, lockSubcategory } from '../catalogue/products/own-products.ts'
import { readVersion, stockAfterSave, unsoldUnits, versionOf } from './rules.ts'

type EditInput = ProductInput & { version?: string | undefined }

interface EditResult {
  /** For the next save of the same form. */
  version: string
  heldUnits: number
  /** What it lacks where it is not on sale for that. */
  missing?: SellersProduct['missing']
}

/**
 * `noOfUnits` counts all pieces that are not sold yet, including those in unpaid checkouts (`stockAfterSave`). Refuses:
 * not-found for a product that is not this seller's or deleted; conflict where it was saved after the form with this version
 * was loaded; invalid for a picture that is not ours, a subcategory of another category or another HSN code without a rate.
 */
export async function editProduct(
  shop: Shop,
  sellerId: string,
  productId: string,
  input: EditInput,
): Promise<EditResult> {
  return shop.db.transaction((tx) => editProductIn(shop, tx, sellerId, productId, input))
}

/** The same in the caller's transaction. */
export async function editProductIn(
  shop: Shop,
  tx: Tx,
  sellerId: string,
  productId: string,
  { version, ...input }: EditInput,
): Promise<EditResult> {
  const loaded = version === undefined ? undefined : readVersion(version)
  if (version !== undefined && !loaded) throw new Refusal('invalid', 'This is no version of the product.')
  const before = await lockProduct(tx, sellerId, productId)
  if (!before) throw notFound()
  if (loaded && loaded.version !== before.version) throw new Refusal('conflict', changedElsewhere)
  if (!(await lockSubcategory(tx, input))) throw wrongSubcategoryRefusal()
  // An unchanged code is accepted although its rate has ended: the seller has to be able to change everything else.
  if (input.hsnCode && input.hsnCode !== before.hsnCode) await checkHsnCode(tx, input.hsnCode)
  const held = await heldUnits(tx, productId)
  const { units: free, withheld } = before
  const stock = stockAfterSave(input.noOfUnits, { free, held, withheld }, loaded?.shownUnits)
  const images = await acceptPictures(shop, tx, input.imageUrls, before.images)
  const pictures = withTexts(images, input.imageTexts, before.imageTexts)
  const saved = await saveProduct(shop, tx, productId, input, { ...pictures, ...stock })
  return {
    version: versionOf({ version: saved.version, shownUnits: unsoldUnits(stock) }),
    heldUnits: held,
    ...(saved.missing && { missing: saved.missing }),
  }
}
