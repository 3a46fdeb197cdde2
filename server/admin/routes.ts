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
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import { requireRecentLogin } from '../identity/confirm-login.ts'
import { findAccounts } from '../identity/find-accounts.ts'
import { listCustomers } from '../identity/list-customers.ts'
import { listAllOrders } from '../orders/list-all-orders.ts'
import { showLabel } from '../orders/show-label.ts'
import { showBankAccount } from '../sellers/bank-account.ts'
import { listSellers } from '../sellers/list-sellers.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { exportList } from './export-list.ts'
import { showCounts } from './overview.ts'
import { securityRoutes } from './security-routes.ts'
import { reinstate, suspend } from './suspend.ts'
import { workRoutes } from './work-routes.ts'

export function adminRoutes(shop: Shop, on: Registrar): void {
  on(admin.allSellers, (call) => listSellers(shop, call.query))
  on(admin.allCustomers, (call) => listCustomers(shop, call.query))
  on(admin.allOrders, (call) => listAllOrders(shop, call.query, findAccounts(shop)))
  on(admin.countProducts, () => countProductsOfShop(shop))
  on(admin.counts, () => showCounts(shop))
  on(admin.label, (call) => showLabel(shop, null, call.params.id))

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

  on(admin.suspend, async (call) => {
    await suspend(shop, call.params.id, call.body.reason)
    return { msg: 'Account suspended' }
  })
  on(admin.reinstate, async (call) => {
    await reinstate(shop, call.params.id, call.body.reason)
    return { msg: 'Account reinstated' }
  })
  on(admin.bankAccount, (call) => {
    requireRecentLogin(accountOf(call))
    return showBankAccount(shop, call.params.id)
  })
  on(admin.exportCsv, async (call) => {
    // A link may begin it, so it is no changing call; but no other site may make an administrator's browser do the work.
    if (/^(cross|same)-site$/.test(call.headers.get('sec-fetch-site') ?? ''))
      throw new Refusal('forbidden', 'This request was sent by another site.')
    requireRecentLogin(accountOf(call))
    return exportList(shop, call.params.list, call.query)
  })
  workRoutes(shop, on)
  securityRoutes(shop, on)
}
