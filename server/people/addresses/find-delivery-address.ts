import type { SavedAddress } from '../../../contract/address.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { findDefaultAddress, findAddress } from './queries.ts'

/** For checkout: the named address of this customer, or the default one without a name; null where there is none. */
export async function findDeliveryAddress(
  tx: Queryable,
  customerId: string,
  addressId: string | undefined,
): Promise<SavedAddress | null> {
  const row =
    addressId === undefined
      ? await findDefaultAddress(tx, customerId)
      : await findAddress(tx, customerId, addressId)
  return row ?? null
}
