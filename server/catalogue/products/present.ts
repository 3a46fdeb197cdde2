/** Turns rows into the catalogue's replies: rupees, absolute picture addresses, short descriptions (specification §3). */
import type { CategoryProducts, Subcategory } from '../../../contract/category.ts'
import { rupees } from '../../../contract/money.ts'
import type { ListedProduct, ProductDetail } from '../../../contract/product.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { toShownAttributes } from '../attributes/present.ts'
import { toShownDeclaration } from '../declarations/present.ts'
import { toListedFamily, toShownFamily } from '../families/columns.ts'
import { toClaimsData, toShownClaim } from '../green-claims/present.ts'
import { stepsBelow } from '../prices/rules.ts'
import { textsOf } from './image-texts.ts'
import type { ListedRow } from './listed-product.ts'
import type { CategoryRow, DetailRow, SubcategoryRow } from './queries.ts'
import { excerpt } from './rules.ts'

export function toSubcategory(config: Config, row: SubcategoryRow): Subcategory {
  return { ...row, imageUrl: publicImageUrl(config, row.imageUrl) }
}

export function toCategoryProducts(
  config: Config,
  { id, name, products }: CategoryRow & { products: readonly ListedRow[] },
): CategoryProducts {
  return { id, name, products: products.map((row) => toListedProduct(config, row)) }
}

export function toListedProduct(config: Config, row: ListedRow): ListedProduct {
  const family = toListedFamily(row.family)
  return {
    id: row.id,
    name: row.name,
    price: rupees(row.pricePaise),
    was: row.wasPaise === null ? null : rupees(row.wasPaise),
    imageUrl: publicImageUrl(config, row.image),
    description: excerpt(row.description),
    noOfUnits: row.units,
    ...(row.backOn && { backOn: row.backOn }),
    subCategoryName: row.subcategoryName,
    subCategoryId: row.subcategoryId,
    sellerCompany: row.sellerCompany,
    sellerId: row.sellerId,
    rating: ratingOf(row.ratingTenths),
    ratingCount: row.ratingCount,
    ...(family && { family }),
  }
}

/** Pictures whose seller has not said what is to be seen have the name, by which several are told apart. */
const alternativeTexts = (row: DetailRow): string[] =>
  textsOf(row).map((text, index, { length }) => {
    if (text) return text
    return length > 1 ? `${row.name}, picture ${index + 1} of ${length}` : row.name
  })

const ratingOf = (tenths: number | null) => (tenths === null ? null : tenths / 10)

export function toProductDetail(config: Config, row: DetailRow): ProductDetail {
  const family = toShownFamily(row.family)
  return {
    id: row.id,
    name: row.name,
    price: rupees(row.pricePaise),
    was: row.wasPaise === null ? null : rupees(row.wasPaise),
    sale: row.saleEnds && {
      ends: row.saleEnds.toISOString(),
      lowest: row.lowestPaise === null ? null : rupees(row.lowestPaise),
    },
    bulkPrices: stepsBelow(row.pricePaise, row),
    ...(row.backOn && { backOn: row.backOn }),
    images: row.images.map((image) => publicImageUrl(config, image)),
    imageTexts: alternativeTexts(row),
    details: row.details,
    description: row.description,
    noOfUnits: row.units,
    subCategoryId: row.subcategoryId,
    subCategoryName: row.subcategoryName,
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    sellerCompany: row.sellerCompany,
    sellerId: row.sellerId,
    declaration: toShownDeclaration(row.declaration),
    attributes: toShownAttributes(row.attributes),
    greenClaims: row.greenClaims.map(toShownClaim),
    greenClaimsData: toClaimsData(row.greenClaims),
    rating: ratingOf(row.ratingTenths),
    ratingCount: row.ratingCount,
    ratingStars: row.ratingStars,
    delivery: row.delivery,
    ...(family && { family }),
  }
}
