/** private/address/add (specification §7). */
import { newId } from '../../platform/db/ids.ts'
import { lockCustomer } from '../lock-customer.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type AddressFields, countAddresses, insertAddress } from './queries.ts'

const maxAddresses = 50
const tooMany = `You can save at most ${maxAddresses} addresses. Please delete one first.`

/**
 * Answers the new id; a customer's first address is the default one. Refuses: conflict at 50 addresses,
 * also at a field, because the form shows the words of specification §8 instead of the message.
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
