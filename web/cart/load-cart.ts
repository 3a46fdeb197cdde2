import type { SavedAddress } from '../../contract/address.ts'
import type { CartItem } from '../../contract/cart.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { loadOrEmpty } from '../api/load-or-empty.ts'

/** Loads the lines of the cart and the customer's addresses. */
export async function loadCart() {
  const [cart, addresses] = await Promise.all([
    loadOrEmpty<CartItem[]>(() => call(api.cart.get), []),
    loadOrEmpty<SavedAddress[]>(() => call(api.address.get), []),
  ])
  return { cart, addresses }
}

export type LoadedCart = Awaited<ReturnType<typeof loadCart>>
