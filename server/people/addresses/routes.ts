/** Connects the endpoints of delivery addresses; the messages are those of specification §8. */
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { addAddress, deleteAddress, editAddress, makeDefault } from './addresses.ts'
import { listAddresses } from './queries.ts'

export function addressRoutes(shop: Shop, route: Registrar): void {
  route(api.address.get, (context) => listAddresses(shop.db, accountOf(context).accountId))

  route(api.address.add, async (context) => {
    const id = await addAddress(shop, accountOf(context).accountId, context.body)
    return { msg: 'Address added successfully', id }
  })

  route(api.address.edit, async (context) => {
    await editAddress(shop, accountOf(context).accountId, context.params.id, context.body)
    return { msg: 'Address updated successfully' }
  })

  route(api.address.delete, async (context) => {
    await deleteAddress(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Address deleted successfully' }
  })

  route(api.address.makeDefault, async (context) => {
    await makeDefault(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Address set as Default Successfully' }
  })
}
