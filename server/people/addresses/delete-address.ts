/** private/address/delete/{id} (specification §5, §7). */
import { lockCustomer } from '../lock-customer.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { countAddresses, deleteAddressRow, findAddress, setOldestDefault } from './queries.ts'

/**
 * The last remaining address is kept, and the call succeeds all the same (specification §5). After the default one was deleted,
 * the oldest other becomes the default. Refuses: not-found, also for somebody else's.
 */
export async function deleteAddress(shop: Shop, customerId: string, addressId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const address = await findAddress(tx, customerId, addressId)
    if (!address) throw notFound()
    if ((await countAddresses(tx, customerId)) === 1) return
    await deleteAddressRow(tx, customerId, addressId)
    if (address.isDefault) await setOldestDefault(tx, customerId)
  })
}
