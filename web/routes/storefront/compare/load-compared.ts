/** The products that are laid side by side, and others of the first one's subcategory that may join them. */
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import type { ApiClient } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { type CardProduct, toCard } from '../../../products/product-card.tsx'

/** Beside a product whose page was left without naming others. */
const chosenForYou = 2

export interface Compared {
  products: ProductDetail[]
  more: CardProduct[]
}

const productOrNull = (shop: ApiClient, id: string) =>
  nullIfMissing(shop.call(api.product.get, { params: { id } }))

/** Null where the first product does not exist. Others that are not on sale are left out. */
export async function loadCompared(
  shop: ApiClient,
  id: string,
  asked: string | null,
): Promise<Compared | null> {
  const first = await productOrNull(shop, id)
  if (!first) return null
  const { items } = await shop.callPage(api.product.bySubcategory, {
    params: { id: first.subCategoryId },
    query: { limit: limits.othersShown + limits.comparedMax },
  })
  const near = items.filter((one) => one.id !== first.id)
  const wanted =
    asked === null
      ? near
          .filter(({ noOfUnits }) => noOfUnits > 0)
          .slice(0, chosenForYou)
          .map((one) => one.id)
      : [...new Set(asked.toLowerCase().split(',', limits.comparedMax))].filter(
          (one) => one !== '' && one !== first.id,
        )
  const others = await Promise.all(
    wanted.slice(0, limits.comparedMax - 1).map((one) => productOrNull(shop, one)),
  )
  const products = [first, ...others.filter((one) => one !== null)]
  const shown = new Set(products.map((one) => one.id))
  return {
    products,
    more: near
      .filter((one) => !shown.has(one.id))
      .slice(0, limits.othersShown)
      .map(toCard),
  }
}
