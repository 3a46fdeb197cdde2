/** The profile of a customer: read and edit it (specification §2, §3). */
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CustomerDetails, findCustomerProfile, updateCustomer } from './queries.ts'

/** Names, mobile, e-mail and the time of the sign-up in ISO 8601, UTC. Refuses: not-found. */
export async function readCustomerProfile(shop: Shop, accountId: string) {
  const profile = await findCustomerProfile(shop.db, accountId)
  if (!profile) throw notFound()
  return { ...profile, createdAt: profile.createdAt.toISOString() }
}

/** Changes first name, last name and mobile; the e-mail cannot be changed. Refuses: not-found. */
export async function editCustomer(shop: Shop, accountId: string, details: CustomerDetails): Promise<void> {
  if (!(await updateCustomer(shop.db, accountId, details))) throw notFound()
}
