/** private/address/make-default/{id} (specification §7). */
import { lockCustomer } from '../lock-customer.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { clearDefault, findAddress, setDefault } from './queries.ts'

/** Refuses: not-found, also for somebody else's. */
export async function makeDefault(shop: Shop, customerId: string, addressId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    if (!(await findAddress(tx, customerId, addressId))) throw notFound()
    // The earlier one is cleared first: the unique index refuses two default addresses even within one statement.
    await clearDefault(tx, customerId)
    await setDefault(tx, customerId, addressId)
  })
}
