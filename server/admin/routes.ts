/** The administrator's calls; words and files stop here. */
import {
  admin,
  categoryAdded,
  categoryDeleted,
  subcategoryAdded,
  subcategoryRemoved,
} from '../../contract/admin.ts'
import {
  createCategory,
  createSubcategory,
  deleteCategory,
  deleteSubcategory,
} from '../catalogue/change-categories.ts'
import { countProductsOfShop, showCategoryTree } from '../catalogue/show-category-tree.ts'
import type { Registrar } from '../http/register.ts'
import { findAccounts } from '../identity/find-accounts.ts'
import { listCustomers } from '../identity/list-customers.ts'
import { listAllOrders } from '../orders/list-all-orders.ts'
import { listSellers } from '../sellers/list-sellers.ts'
import type { Shop } from '../shop.ts'
import { showCounts } from './overview.ts'

export function adminRoutes(shop: Shop, on: Registrar): void {
  on(admin.allSellers, (call) => listSellers(shop, call.query))
  on(admin.allCustomers, (call) => listCustomers(shop, call.query))
  on(admin.allOrders, (call) => listAllOrders(shop, call.query, findAccounts(shop)))
  on(admin.countProducts, () => countProductsOfShop(shop))
  on(admin.counts, () => showCounts(shop))
  on(admin.categoryTree, () => showCategoryTree(shop))

  on(admin.createCategory, async (call) => {
    const made = await createCategory(shop, call.params.name)
    return { msg: categoryAdded, ...made }
  })
  on(admin.createSubcategory, async (call) => {
    const made = await createSubcategory(shop, call.body)
    return { msg: subcategoryAdded, ...made }
  })
  on(admin.deleteCategory, async (call) => {
    await deleteCategory(shop, call.params.id)
    return { msg: categoryDeleted }
  })
  on(admin.deleteSubcategory, async (call) => {
    await deleteSubcategory(shop, call.params.id)
    return { msg: subcategoryRemoved }
  })
}
