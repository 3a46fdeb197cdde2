/** The timer that mails what owners of wishlists have asked for. */
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { dueWishes, takeDueWish } from './mail-queries.ts'
import { queueWishMail } from './mails.ts'

const batch = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/** What was asked for and its mail are one transaction, so that two runs at once send one mail. */
export async function sendWishlistMails(shop: Shop): Promise<void> {
  let after = firstId
  for (let found = batch; found === batch;) {
    const ids = await dueWishes(shop.db, after, batch)
    for (const id of ids)
      await shop.db.transaction(async (tx) => {
        const due = await takeDueWish(tx, id)
        // The owner may ask for the same again later: that is another mail.
        if (due) await queueWishMail(shop, tx, due, newId())
      })
    found = ids.length
    after = ids.at(-1) ?? after
  }
}
