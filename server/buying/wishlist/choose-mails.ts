import type { WishlistMails } from '../../../contract/wishlist-mails.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findWish, storeMails } from './mail-queries.ts'

/**
 * Stores which mails the owner of an item wants. A mail about the price is for less than the product costs now. Refuses: not-found
 * for a product that is not on the list; conflict for a mail about the stock of a product that is in stock.
 */
export async function chooseMails(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  productId: string,
  mails: WishlistMails,
): Promise<{ msg: string }> {
  const wish = await findWish(db, customerId, productId)
  if (!wish) throw notFound()
  if (mails.back && wish.inStock) throw new Refusal('conflict', 'It is in stock: you can buy it now.')
  await storeMails(db, customerId, productId, mails)
  return { msg: mails.back || mails.cheaper ? 'We will mail you once.' : 'We will not mail you about it.' }
}
