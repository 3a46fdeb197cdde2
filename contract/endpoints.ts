/** Every call of the API, by the name the code uses for it. */
import { address } from './address.ts'
import { admin } from './admin.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { category } from './category.ts'
import type { EndpointSpec } from './endpoint.ts'
import { order } from './order.ts'
import { settings } from './settings.ts'
import { product } from './product.ts'
import { profile } from './profile.ts'
import { webhook } from './webhook.ts'
import { wishlist } from './wishlist.ts'

export const api = {
  auth,
  profile,
  address,
  category,
  product,
  cart,
  wishlist,
  order,
  settings,
  webhook,
  admin,
}

/** The same, flat: `cart.add` → its endpoint. Tests and the OpenAPI document walk it. */
export const endpoints: Record<string, EndpointSpec> = Object.fromEntries(
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([verb, spec]) => [`${noun}.${verb}`, spec]),
  ),
)
