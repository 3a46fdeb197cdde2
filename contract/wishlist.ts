/** The customer's wishlist (specification §3, §7). Add and remove are GET endpoints there; each has a POST alias. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, page } from './fields.ts'
import { wishlistMails } from './wishlist-mails.ts'

export const wishlistItem = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  subCategoryName: z.string(),
  price: z.number(),
  /** As in lists. */
  was: z.number().nullable(),
  description: z.string(),
  /** Whether the product is on sale. */
  available: z.boolean(),
  inStock: z.boolean(),
  /** The seller is away: the first day on which it can be bought again. */
  backOn: z.string().nullable(),
  /** By how many rupees less it costs than when it was added. */
  cheaperBy: z.number(),
  /** Which mails its owner has asked for. */
  mails: wishlistMails,
})
export type WishlistItem = z.output<typeof wishlistItem>

const customer = ['CUSTOMER'] as const
const params = z.object({ id })

export const wishlist = {
  productExists: endpoint({
    method: 'GET',
    path: '/private/wishlist/product-exists/{id}',
    roles: customer,
    summary: 'Whether the product is on the wishlist.',
    params,
    reply: z.boolean(),
  }),
  add: endpoint({
    method: 'GET',
    path: '/private/wishlist/add/{id}',
    roles: customer,
    mutates: true,
    alias: { method: 'POST', path: '/private/wishlist/add/{id}' },
    summary: 'Add a product to the wishlist (id is the product).',
    params,
    reply: message,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/wishlist/get',
    roles: customer,
    summary: 'The wishlist, newest first.',
    query: page,
    reply: z.array(wishlistItem),
    paged: true,
  }),
  remove: endpoint({
    method: 'GET',
    path: '/private/wishlist/remove/{id}',
    roles: customer,
    mutates: true,
    alias: { method: 'POST', path: '/private/wishlist/remove/{id}' },
    summary: 'Remove a product from the wishlist (id is the product).',
    params,
    reply: message,
  }),
}
