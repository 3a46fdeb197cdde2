/** The customer's cart (specification §3, §4, §7; api-rules §6). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message } from './fields.ts'
import { limits } from './limits.ts'
import { bulkPrice } from './prices.ts'

export const maxLimitReached = 'Max limit reached'

export const cartItem = z.object({
  cartItemId: z.string(),
  productId: z.string(),
  productName: z.string(),
  sellerCompany: z.string(),
  imageUrls: z.array(z.string()),
  /** The price of each of so many pieces. */
  price: z.number(),
  /** In a sale: the lowest price of one in the 30 days before it, where that is higher. Null otherwise. */
  was: z.number().nullable(),
  /** The price of one, and those of more pieces that are lower: what `price` becomes with another quantity. */
  prices: z.array(bulkPrice),
  quantity: z.number().int(),
  /** Units in stock. The plus button is disabled when this minus the quantity is not above 0. */
  noOfUnits: z.number().int(),
  /** The seller is away: the first day on which it can be bought again. */
  backOn: z.string().nullable(),
  /** Whether the product is on sale. */
  available: z.boolean(),
})
export type CartItem = z.output<typeof cartItem>

const customer = ['CUSTOMER'] as const
const quantity = z
  .number({ error: 'Quantity must be a whole number.' })
  .int('Quantity must be a whole number.')
  .min(1, 'Quantity must be at least 1.')
  .max(limits.cartQuantityMax, maxLimitReached)

export const cart = {
  productExists: endpoint({
    method: 'GET',
    path: '/private/cart/product-exists/{id}',
    roles: customer,
    summary: 'Whether the product is in the cart.',
    params: z.object({ id }),
    reply: z.boolean(),
  }),
  add: endpoint({
    method: 'POST',
    path: '/private/cart/add',
    roles: customer,
    summary: 'Add a product to the cart; a product that is in it already keeps its quantity.',
    body: z.object({ id, quantity: quantity.default(limits.addToCartQuantity) }),
    reply: message,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/cart/get',
    roles: customer,
    summary: 'The lines of the cart, oldest first.',
    reply: z.array(cartItem),
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/cart/edit',
    roles: customer,
    summary: 'Set the quantity of a product in the cart (id is the product).',
    body: z.object({ id, quantity }),
    reply: message,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/private/cart/remove/{cartItemId}',
    roles: customer,
    summary: 'Remove a line from the cart.',
    params: z.object({ cartItemId: id }),
    reply: message,
  }),
}
