/** private/profile of a seller (specification §3). */
import type { SellerProfile } from '../../../contract/seller.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toSellerProfile } from './present.ts'
import { findSeller } from './queries.ts'

/** Everything that the seller entered, with the last four digits of the account number only. Refuses: not-found. */
export async function readSellerProfile(shop: Shop, accountId: string): Promise<SellerProfile> {
  const seller = await findSeller(shop.db, accountId)
  if (!seller) throw notFound()
  return toSellerProfile(seller)
}
