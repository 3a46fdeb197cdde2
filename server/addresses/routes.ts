/** The calls of delivery addresses, with the words of specification §8. */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { addAddress } from './add-address.ts'
import { deleteAddress } from './delete-address.ts'
import { editAddress } from './edit-address.ts'
import { makeDefault } from './make-default.ts'
import { listRows } from './queries.ts'

export function addressRoutes(shop: Shop, on: Registrar): void {
  on(api.address.get, (call) => listRows(shop.db, accountOf(call).accountId))

  on(api.address.add, async (call) => {
    const id = await addAddress(shop, accountOf(call).accountId, call.body)
    return { msg: 'Address added successfully', id }
  })

  on(api.address.edit, async (call) => {
    await editAddress(shop, accountOf(call).accountId, call.params.id, call.body)
    return { msg: 'Address updated successfully' }
  })

  on(api.address.delete, async (call) => {
    await deleteAddress(shop, accountOf(call).accountId, call.params.id)
    return { msg: 'Address deleted successfully' }
  })

  on(api.address.makeDefault, async (call) => {
    await makeDefault(shop, accountOf(call).accountId, call.params.id)
    return { msg: 'Address set as Default Successfully' }
  })
}
