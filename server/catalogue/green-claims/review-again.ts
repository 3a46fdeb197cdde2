/** Tells a seller that their edit made another product of a listing, so that its accepted claims wait for a review again. */
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueReviewAgainMail } from './mails.ts'
import { reviewedAgain } from './queries.ts'
import { refreshSearch } from './refresh-search.ts'

/** The trigger `note_other_product` has moved the claims in this transaction. */
export async function tellReviewedAgain(shop: Shop, tx: Tx, productId: string): Promise<void> {
  const claims = await reviewedAgain(tx, productId)
  for (const claim of claims) await queueReviewAgainMail(shop, tx, claim)
  if (claims[0]) await refreshSearch(shop, tx, claims[0].sellerId)
}
