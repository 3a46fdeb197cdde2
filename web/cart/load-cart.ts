import type { SavedAddress } from '../../contract/address.ts'
import type { CartItem } from '../../contract/cart.ts'
import type { DeliveryRule } from '../../contract/delivery-charge.ts'
import { api } from '../../contract/endpoints.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { call } from '../api/client.ts'
import { loadOrEmpty } from '../api/load-or-empty.ts'

/** Loads the lines of the cart, the customer's addresses, and what a purchase pays for delivery. */
export async function loadCart() {
  const [cart, addresses, deliveryRule] = await Promise.all([
    loadOrEmpty<CartItem[]>(() => call(api.cart.get), []),
    loadOrEmpty<SavedAddress[]>(() => call(api.address.get), []),
    loadOrEmpty<DeliveryRule | null>(() => call(privateApi.deliveryCharge.ofCart), null),
  ])
  return { cart, addresses, deliveryRule }
}

export type LoadedCart = Awaited<ReturnType<typeof loadCart>>
