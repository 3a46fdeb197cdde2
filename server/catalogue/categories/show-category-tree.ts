/** Categories, their subcategories and the number of products of each, for the administrator. */
import type { CategoryTree } from '../../../contract/admin.ts'
import type { Shop } from '../../platform/shop.ts'
import { countAllProducts, countBySubcategory } from './category-queries.ts'
import { toSubcategory } from '../products/present.ts'
import { allCategories, subcategories } from '../products/queries.ts'
import { cached } from '../../platform/page-cache/query-cache.ts'

/** Products that are not deleted, including those of suspended sellers. */
export async function showCategoryTree({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<CategoryTree> {
  const [categories, allSubcategories, counts] = await Promise.all([
    allCategories(db),
    subcategories(db),
    countBySubcategory(db),
  ])
  const products = new Map(counts.map((row) => [row.id, row.products]))
  return categories.map(({ id, name }) => {
    const own = allSubcategories
      .filter((subcategory) => subcategory.categoryId === id)
      .map((subcategory) => {
        const { categoryId: _, ...shown } = toSubcategory(config, subcategory)
        return { ...shown, products: products.get(subcategory.id) ?? 0 }
      })
    return {
      id,
      name,
      products: own.reduce((sum, subcategory) => sum + subcategory.products, 0),
      subcategories: own,
    }
  })
}

/** All products that are not deleted, at most ten seconds old. */
export function countProductsOfShop({ db }: Pick<Shop, 'db'>): Promise<number> {
  return cached(db, 'all products', () => countAllProducts(db))
}
