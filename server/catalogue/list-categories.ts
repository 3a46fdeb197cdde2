/** Categories and subcategories by name (specification §3, §7). */
import type { Category, Subcategory } from '../../contract/category.ts'
import type { Shop } from '../shop.ts'
import { toSubcategory } from './present.ts'
import { allCategories, subcategories } from './queries.ts'

export async function listCategories(shop: Shop): Promise<Category[]> {
  return allCategories(shop.db)
}

/** All subcategories, or those of one category; none for an unknown one. */
export async function listSubcategories(shop: Shop, categoryId?: number): Promise<Subcategory[]> {
  return (await subcategories(shop.db, categoryId)).map((row) => toSubcategory(shop.config, row))
}
