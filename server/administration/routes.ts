/** Connects the administrator's endpoints; messages and files are handled here only. */
import {
  admin,
  categoryAdded,
  categoryDeleted,
  subcategoryAdded,
  subcategoryRemoved,
} from '../../contract/admin.ts'
import type { Query, Reply } from '../../contract/endpoint.ts'
import {
  createCategory,
  createSubcategory,
  deleteCategory,
  deleteSubcategory,
} from '../catalogue/categories/change-categories.ts'
import { countProductsOfShop, showCategoryTree } from '../catalogue/categories/show-category-tree.ts'
import { accountOf } from '../platform/http/request-context.ts'
import type { Registrar } from '../platform/http/register.ts'
import { requireRecentLogin } from '../people/identity/confirm-login.ts'
import { suspensionFacts } from '../people/identity/accounts.ts'
import { removeLostSecondFactor } from '../people/identity/second-factor.ts'
import { countCustomerStates, findAccounts, listCustomers } from '../people/identity/list-customers.ts'
import { showAnyDocument } from '../money/invoices/show-document.ts'
import { countOrderStates, listAllOrders } from '../fulfilment/orders/list-all-orders.ts'
import { showOrderLabel } from '../fulfilment/shipments/show-label.ts'
import { showBankAccount } from '../people/sellers/bank-account.ts'
import { countApprovalStates } from '../people/sellers/decide-approval.ts'
import { countClaimStates } from '../catalogue/green-claims/list-claims.ts'
import { countListingStates, moderationRecords } from '../catalogue/moderation/list-listings.ts'
import { countDeskStates } from '../fulfilment/complaints/show-complaints.ts'
import { countPayoutStates } from '../money/settlements/list-payouts.ts'
import { countSellerStates, listSellers } from '../people/sellers/list-sellers.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { exportList } from './export-list.ts'
import { countAllOrders, showCounts } from './overview.ts'
import { holdRoutes } from './hold/routes.ts'
import { rateRoutes } from './rate-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { reinstate, suspend } from './suspend.ts'
import { workRoutes } from './work-routes.ts'

const countedLists: Record<
  Query<typeof admin.stateCounts>['list'],
  (shop: Shop) => Promise<Reply<typeof admin.stateCounts>>
> = {
  orders: countOrderStates,
  sellers: countSellerStates,
  customers: countCustomerStates,
  payouts: countPayoutStates,
  'seller-approvals': countApprovalStates,
  complaints: countDeskStates,
  'green-claims': countClaimStates,
  listings: countListingStates,
}

export function adminRoutes(shop: Shop, route: Registrar): void {
  route(admin.allSellers, async ({ query }) => {
    const { items, ...rest } = await listSellers(shop, query)
    const records = await moderationRecords(
      shop,
      items.map(({ id }) => id),
    )
    return { items: items.map((item) => ({ ...item, moderation: records.get(item.id) ?? [] })), ...rest }
  })
  route(admin.allCustomers, (context) => listCustomers(shop, context.query))
  route(admin.allOrders, (context) =>
    listAllOrders(shop, context.query, findAccounts(shop), () => countAllOrders(shop)),
  )
  route(admin.stateCounts, ({ query: { list } }) => countedLists[list](shop))
  route(admin.countProducts, () => countProductsOfShop(shop))
  route(admin.counts, () => showCounts(shop))
  route(admin.document, (context) => showAnyDocument(shop, context.params.id))
  route(admin.label, (context) => showOrderLabel(shop, null, context.params.id))

  route(admin.categoryTree, () => showCategoryTree(shop))
  route(admin.createCategory, async (context) => {
    const made = await createCategory(shop, context.params.name)
    return { msg: categoryAdded, ...made }
  })
  route(admin.createSubcategory, async (context) => {
    const made = await createSubcategory(shop, context.body)
    return { msg: subcategoryAdded, ...made }
  })
  route(admin.deleteCategory, async (context) => {
    await deleteCategory(shop, context.params.id)
    return { msg: categoryDeleted }
  })
  route(admin.deleteSubcategory, async (context) => {
    await deleteSubcategory(shop, context.params.id)
    return { msg: subcategoryRemoved }
  })

  route(admin.suspend, async (context) => {
    await suspend(shop, context.params.id, context.body.reason)
    return { msg: 'Account suspended' }
  })
  route(
    admin.reinstate,
    async (context) => {
      await reinstate(shop, context.params.id, context.body.reason)
      return { msg: 'Account reinstated' }
    },
    (tx, { params, body }) => suspensionFacts(tx, params.id, body.reason),
  )
  route(admin.removeSecondFactor, async (context) => {
    requireRecentLogin(accountOf(context))
    await removeLostSecondFactor(shop, context.params.id, context.body.reason)
    return { msg: 'The second factor is off.' }
  })
  route(admin.bankAccount, (context) => showBankAccount(shop, accountOf(context), context.params.id))
  route(admin.exportCsv, async (context) => {
    // A link starts the download, so the endpoint cannot demand our origin; but no other site may start an export.
    if (/^(cross|same)-site$/.test(context.headers.get('sec-fetch-site') ?? ''))
      throw new Refusal('forbidden', 'This request was sent by another site.')
    requireRecentLogin(accountOf(context))
    return exportList(shop, context.params.list, context.query)
  })
  workRoutes(shop, route)
  holdRoutes(shop, route)
  rateRoutes(shop, route)
  securityRoutes(shop, route)
}
