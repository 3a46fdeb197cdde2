/** Turns the row of a seller's product into its form (specification §3). */
import { rupees } from '../../contract/money.ts'
import type { ProductForm } from '../../contract/seller-product.ts'
import type { Config } from '../platform/config/config.ts'
import { publicImageUrl } from '../platform/media/address.ts'
import { textsOf } from '../catalogue/products/image-texts.ts'
import type { FormRow } from '../catalogue/products/own-products.ts'
import { toDeclaration } from '../catalogue/declarations/columns.ts'
import { unsoldUnits, versionOf } from './rules.ts'

/** Prices in rupees, centimetres and grams; `noOfUnits` counts every piece that is not sold yet. */
export function toProductForm(config: Config, row: FormRow): ProductForm {
  const noOfUnits = unsoldUnits({ free: row.units, held: row.held, withheld: row.withheld })
  return {
    id: row.id,
    name: row.name,
    imageUrls: row.images.map((image) => publicImageUrl(config, image)),
    imageTexts: textsOf(row),
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
    hsnCode: row.hsnCode,
    sku: row.sku,
    ...toDeclaration(row.declaration),
    attributes: row.attributes,
    offSale: row.offSale,
    version: versionOf({ version: row.version, shownUnits: noOfUnits }),
  }
}
