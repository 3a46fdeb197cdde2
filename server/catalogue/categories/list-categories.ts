/** Categories and subcategories by name (specification §3, §7). */
import type { Category, CategoryProducts, Subcategory } from '../../../contract/category.ts'
import type { Shop } from '../../platform/shop.ts'
import { newestOfCategories } from '../products/list-queries.ts'
import { toCategoryProducts, toSubcategory } from '../products/present.ts'
import { allCategories, subcategories } from '../products/queries.ts'

export async function listCategories(shop: Shop): Promise<Category[]> {
  return allCategories(shop.db.reads)
}

/** All subcategories, or those of one category; none for an unknown one. */
export async function listSubcategories(shop: Shop, categoryId?: number): Promise<Subcategory[]> {
  return (await subcategories(shop.db.reads, categoryId)).map((row) => toSubcategory(shop.config, row))
}

/** Every category with at most `limit` of its newest products. */
export async function listCategoryRows(shop: Shop, limit: number): Promise<CategoryProducts[]> {
  return (await newestOfCategories(shop.db.reads, limit)).map((row) => toCategoryProducts(shop.config, row))
}
