/** private/profile/edit-customer (specification §5, §7). */
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CustomerDetails, updateCustomer } from './queries.ts'

/** Changes first name, last name and mobile; the e-mail cannot be changed. Refuses: not-found. */
export async function editCustomer(shop: Shop, accountId: string, details: CustomerDetails): Promise<void> {
  if (!(await updateCustomer(shop.db, accountId, details))) throw notFound()
}
