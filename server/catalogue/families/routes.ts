/** Connects a seller's calls about families of existing listings. */
import { api } from '../../../contract/endpoints.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { listFamilies, listFamilyChoices, showFamily } from './list-families.ts'
import { addFamily, dissolveFamily, editFamily } from './write-family.ts'

export function familyRoutes(shop: Shop, route: Registrar): void {
  const { family } = api
  route(family.list, (context) => listFamilies(shop, sellerOf(context), context.query))
  route(family.choices, (context) => listFamilyChoices(shop, sellerOf(context), context.query))
  route(family.get, (context) => showFamily(shop, sellerOf(context), context.params.id))
  route(family.add, async (context) => ({
    msg: 'The family is made.',
    id: await addFamily(shop, sellerOf(context), context.body),
  }))
  route(family.edit, async (context) => {
    await editFamily(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'The family is saved.' }
  })
  route(family.dissolve, async (context) => {
    await dissolveFamily(shop, sellerOf(context), context.params.id)
    return { msg: 'The family is dissolved. Its listings stay on sale.' }
  })
}
