import { api } from '../../contract/endpoints.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { listCategories, listCategoryRows, listSubcategories } from './list-categories.ts'
import { listProducts } from './list-products.ts'
import { toListedProduct } from './present.ts'
import { searchProducts, summariseSearch } from './search-products.ts'
import { showProduct } from './show-product.ts'
import { suggest } from './suggest.ts'

/** Connects the public calls of the catalogue. */
export function catalogueRoutes(shop: Shop, on: Registrar): void {
  on(api.category.all, () => listCategories(shop))
  on(api.category.allSubcategories, () => listSubcategories(shop))
  on(api.category.rows, ({ query }) => listCategoryRows(shop, query.limit))
  on(api.category.subcategories, ({ params }) => listSubcategories(shop, params.id))
  on(api.product.byCategory, ({ params, query }) => listProducts(shop, { categoryId: params.id }, query))
  on(api.product.bySubcategory, ({ params, query }) =>
    listProducts(shop, { subcategoryId: params.id }, query),
  )
  on(api.product.search, async ({ params, query }) => {
    const { rows, total, next } = await searchProducts(shop.db, params.name, query)
    return { items: rows.map((row) => toListedProduct(shop.config, row)), total, next }
  })
  on(api.product.searchSummary, ({ params }) => summariseSearch(shop.db, params.name))
  on(api.product.suggest, ({ params }) => suggest(shop.db, params.name))
  on(api.product.get, ({ params }) => showProduct(shop, params.id))
}
