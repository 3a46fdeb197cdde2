/** private/profile of a customer (specification §3). */
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findCustomerProfile } from './queries.ts'

/** Names, mobile, e-mail and the time of the sign-up in ISO 8601, UTC. Refuses: not-found. */
export async function readCustomerProfile(shop: Shop, accountId: string) {
  const profile = await findCustomerProfile(shop.db, accountId)
  if (!profile) throw notFound()
  return { ...profile, createdAt: profile.createdAt.toISOString() }
}
