/** Connects the endpoints of attributes. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  addAttribute,
  addValue,
  changeAttribute,
  changeValue,
  deleteAttribute,
  deleteValue,
  listAskedAttributes,
  listAttributes,
  mergeValue,
} from './change-attributes.ts'

export function attributeRoutes(shop: Shop, route: Registrar): void {
  route(api.attribute.asked, () => listAskedAttributes(shop))
  route(admin.attributes, () => listAttributes(shop))
  route(admin.addAttribute, async ({ body }) => {
    const id = await addAttribute(shop, body)
    return { msg: 'The attribute is added.', id }
  })
  route(admin.changeAttribute, async ({ params, body }) => {
    await changeAttribute(shop, params.attributeId, body)
    return { msg: 'The attribute is saved.' }
  })
  route(admin.deleteAttribute, async ({ params }) => {
    await deleteAttribute(shop, params.attributeId)
    return { msg: 'The attribute is deleted.' }
  })
  route(admin.addAttributeValue, async ({ params, body }) => {
    const id = await addValue(shop, params.attributeId, body)
    return { msg: 'The value is added.', id }
  })
  route(admin.changeAttributeValue, async ({ params, body }) => {
    await changeValue(shop, params.id, body)
    return { msg: 'The value is saved.' }
  })
  route(admin.deleteAttributeValue, async ({ params }) => {
    await deleteValue(shop, params.id)
    return { msg: 'The value is deleted.' }
  })
  route(admin.mergeAttributeValue, async ({ params, body }) => {
    await mergeValue(shop, params.id, body.into)
    return { msg: 'The values are one.' }
  })
}
