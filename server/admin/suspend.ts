/** Suspending and reinstating: what the account may do, and what pages show of a seller. */
import { catalogueChanged } from '../catalogue/count-products.ts'
import { reinstateAccount, suspendAccount } from '../identity/suspend-account.ts'
import type { Shop } from '../shop.ts'

/** Listings hide at once on this node, and within half a second on the others: a trigger tells them. */
export async function suspend(shop: Shop, accountId: string, reason: string): Promise<void> {
  await suspendAccount(shop, accountId, reason)
  catalogueChanged(shop.db)
}

export async function reinstate(shop: Shop, accountId: string, reason: string): Promise<void> {
  await reinstateAccount(shop, accountId, reason)
  catalogueChanged(shop.db)
}
