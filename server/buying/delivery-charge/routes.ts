/** The charge for delivery over HTTP. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { deliveryChargeFacts, setDeliveryCharge } from './set-delivery-charge.ts'
import { showDeliveryCharge } from './show-delivery-charge.ts'

export function deliveryChargeRoutes(shop: Shop, route: Registrar): void {
  route(api.deliveryCharge.ofCart, () => showDeliveryCharge(shop))
  route(admin.deliveryCharge, () => showDeliveryCharge(shop))
  route(
    admin.setDeliveryCharge,
    async ({ body }) => {
      await setDeliveryCharge(shop, body)
      return { msg: 'The charge for delivery is saved.' }
    },
    (tx, { body }) => deliveryChargeFacts(tx, body),
  )
  route(
    admin.removeDeliveryCharge,
    async () => {
      await setDeliveryCharge(shop, null)
      return { msg: 'Delivery is in the prices.' }
    },
    (tx) => deliveryChargeFacts(tx, null),
  )
}
