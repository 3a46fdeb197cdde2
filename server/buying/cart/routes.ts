import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { addToCart, cartContains, editQuantity, removeFromCart, showCart } from './cart.ts'

/** Connects the cart endpoints; the messages of success are those of specification §8. */
export function cartRoutes(shop: Shop, route: Registrar): void {
  route(api.cart.productExists, (context) =>
    cartContains(shop, accountOf(context).accountId, context.params.id),
  )
  route(api.cart.get, (context) => showCart(shop, accountOf(context).accountId))
  route(api.cart.add, async (context) => {
    await addToCart(shop, accountOf(context).accountId, context.body)
    return { msg: 'Product Added to Cart' }
  })
  route(api.cart.edit, async (context) => {
    await editQuantity(shop, accountOf(context).accountId, context.body)
    return { msg: 'Item Quantity Updated Successfully' }
  })
  route(api.cart.remove, async (context) => {
    await removeFromCart(shop, accountOf(context).accountId, context.params.cartItemId)
    return { msg: 'Item Removed Successfully' }
  })
}
