import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import type { Shop } from '../shop.ts'
import { addToCart } from './add-to-cart.ts'
import { editQuantity } from './edit-quantity.ts'
import { removeFromCart } from './remove-from-cart.ts'
import { cartHas, showCart } from './show-cart.ts'

/** Connects the customer's cart calls; the words of success are those of specification §8. */
export function cartRoutes(shop: Shop, on: Registrar): void {
  on(api.cart.productExists, (call) => cartHas(shop, accountOf(call).accountId, call.params.id))
  on(api.cart.get, (call) => showCart(shop, accountOf(call).accountId))
  on(api.cart.add, async (call) => {
    await addToCart(shop, accountOf(call).accountId, call.body)
    return { msg: 'Product Added to Cart' }
  })
  on(api.cart.edit, async (call) => {
    await editQuantity(shop, accountOf(call).accountId, call.body)
    return { msg: 'Item Quantity Updated Successfully' }
  })
  on(api.cart.remove, async (call) => {
    await removeFromCart(shop, accountOf(call).accountId, call.params.cartItemId)
    return { msg: 'Item Removed Successfully' }
  })
}
