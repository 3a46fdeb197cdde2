/** Search knows what is proven as words: whoever ends, accepts or takes back a claim has its seller's documents written again. */
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'

/** In the transaction of the change. The job reads all products of the seller, and writes those whose words have changed. */
export async function refreshSearch(shop: Shop, tx: Tx, sellerId: string): Promise<void> {
  await shop.jobs.send(
    tx,
    'refresh-seller-search',
    { sellerId },
    { key: sellerId, seconds: shop.config.renameSeconds, firstAtOnce: true },
  )
}
