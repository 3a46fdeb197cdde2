/** Suspends and reinstates accounts, which also hides and shows a seller's products. */
import { catalogueChanged } from '../platform/page-cache/query-cache.ts'
import { reinstateAccount, suspendAccount } from '../people/identity/accounts.ts'
import type { Shop } from '../platform/shop.ts'

/** Products are hidden at once on this node, and within half a second on the others, by a trigger's change log. */
export async function suspend(shop: Shop, accountId: string, reason: string): Promise<void> {
  await suspendAccount(shop, accountId, reason)
  catalogueChanged(shop.db)
}

export async function reinstate(shop: Shop, accountId: string, reason: string): Promise<void> {
  await reinstateAccount(shop, accountId, reason)
  catalogueChanged(shop.db)
}
