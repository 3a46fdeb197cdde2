/** A customer's delivery addresses: add, edit, delete, choose the default one, find one for a checkout. */
import { newId } from '../../platform/db/ids.ts'
import { lockCustomer } from '../lock-customer.ts'
import { Refusal, notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  type AddressFields,
  clearDefault,
  countAddresses,
  deleteAddressRow,
  findAddress,
  findDefaultAddress,
  insertAddress,
  setDefault,
  setOldestDefault,
  updateAddress,
} from './queries.ts'
import type { SavedAddress } from '../../../contract/address.ts'
import type { Queryable } from '../../platform/db/client.ts'

const maxAddresses = 50
const tooMany = `You can save at most ${maxAddresses} addresses. Please delete one first.`

/**
 * Returns the new id; a customer's first address is the default one. Refuses: conflict at 50 addresses, also at a field,
 * because the form shows the text of specification §8 instead of the message.
 */
export async function addAddress(shop: Shop, customerId: string, fields: AddressFields): Promise<string> {
  return shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const count = await countAddresses(tx, customerId)
    if (count >= maxAddresses) throw new Refusal('conflict', tooMany, { fields: { street: tooMany } })
    const id = newId()
    await insertAddress(tx, { ...fields, id, customerId, isDefault: count === 0 })
    return id
  })
}

/** Orders and checkouts keep their copy of the address. Refuses: not-found, also for another person's. */
export async function editAddress(
  shop: Shop,
  customerId: string,
  addressId: string,
  fields: AddressFields,
): Promise<void> {
  if (!(await updateAddress(shop.db, customerId, addressId, fields))) throw notFound()
}

/**
 * The last remaining address is kept, and the call succeeds nevertheless (specification §5). After the default one was deleted,
 * the oldest other becomes the default. Refuses: not-found, also for another person's.
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

/** Refuses: not-found, also for another person's. */
export async function makeDefault(shop: Shop, customerId: string, addressId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    if (!(await findAddress(tx, customerId, addressId))) throw notFound()
    // The earlier one is cleared first: the unique index refuses two default addresses even within one statement.
    await clearDefault(tx, customerId)
    await setDefault(tx, customerId, addressId)
  })
}

/** For checkout: the address of this customer with this id, or the default one without an id; null where there is none. */
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
