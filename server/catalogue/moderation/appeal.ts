/** A seller appeals against the takedown of a listing, once. */
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockModerated, writeAppeal } from './queries.ts'

/** Refuses: not-found for another seller's product; conflict for one that is not taken down, and a second appeal. */
export async function appeal(shop: Shop, sellerId: string, productId: string, words: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const listing = await lockModerated(tx, productId, sellerId)
    if (!listing) throw notFound('There is no such product of yours.')
    if (listing.state !== 'taken-down') throw new Refusal('conflict', 'This product is not taken down.')
    if (listing.appealed)
      throw new Refusal('conflict', 'You have appealed already. One can appeal once against a takedown.')
    await writeAppeal(tx, productId, words)
    await record(tx, 'listing-appealed', { target: { kind: 'listing', id: productId, name: listing.name } })
  })
}
