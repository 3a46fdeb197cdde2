/** Mails about a product on the wishlist, which its owner asks for: one when it is back in stock, one when it costs less. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message } from './fields.ts'

export const wishlistMails = z.object({ back: z.boolean(), cheaper: z.boolean() })
export type WishlistMails = z.output<typeof wishlistMails>

export const wishlistMail = {
  choose: endpoint({
    method: 'POST',
    path: '/private/wishlist/{id}/mails',
    roles: ['CUSTOMER'],
    summary:
      'Ask for mails about a product on the wishlist: one when it is back in stock, one when it costs less than now. Each is sent once. 404 where it is not on the list; 409 where it is in stock and a mail about that is asked for.',
    params: z.object({ id }),
    body: wishlistMails,
    reply: message,
  }),
}
