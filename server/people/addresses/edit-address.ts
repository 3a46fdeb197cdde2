/** private/address/edit/{id} (specification §7). */
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type AddressFields, updateAddress } from './queries.ts'

/** Orders and checkouts keep the address that they were made with. Refuses: not-found, also for somebody else's. */
export async function editAddress(
  shop: Shop,
  customerId: string,
  addressId: string,
  fields: AddressFields,
): Promise<void> {
  if (!(await updateAddress(shop.db, customerId, addressId, fields))) throw notFound()
}
