/** A seller puts a listing on sale, at once or at a time, or hides it. */
import { type ListingDetail, scheduledWithin } from '../../../contract/listing.ts'
import { listingLimits, type ListingState } from '../../../contract/listing-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { shortlyBefore } from '../at-its-second.ts'
import { listChanges, noteChanges, noteOffered, readFacts } from '../listing-changes/note-changes.ts'
import { indexSearchWords } from '../search/index-search-words.ts'
import { findListing, type LockedState, lockState, noteState, offerDue, writeState } from './queries.ts'

/** Refuses: not-found for a product that is not this seller's or deleted. */
export async function showListing(shop: Shop, sellerId: string, id: string): Promise<ListingDetail> {
  const row = await findListing(shop.db, sellerId, id)
  if (!row) throw notFound()
  const { image, onSaleAt, ...rest } = row
  const changes = await listChanges(shop.db, id)
  return {
    ...rest,
    imageUrl: publicImageUrl(shop.config, image),
    onSaleAt: onSaleAt && onSaleAt.toISOString(),
    changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
  }
}

interface WantedState {
  state: ListingState
  onSaleAt: string | null
}

/**
 * What unpaid checkouts hold can still be paid, as after a delete. Other reasons for which a listing is off sale stay. Refuses:
 * not-found for a product that is not this seller's or deleted; invalid for a time that has passed or is too far away.
 */
export async function changeState(
  shop: Shop,
  sellerId: string,
  id: string,
  wanted: WantedState,
): Promise<void> {
  await shop.db.transaction((tx) => changeStateIn(shop, tx, sellerId, id, wanted))
}

/** The same in the caller's transaction. Returns how it was. */
export async function changeStateIn(
  shop: Shop,
  tx: Tx,
  sellerId: string,
  id: string,
  { state, onSaleAt }: WantedState,
): Promise<LockedState> {
  const before = await lockState(tx, sellerId, id)
  if (!before) throw notFound()
  const at = onSaleAt === null ? null : new Date(onSaleAt)
  if ((state === 'scheduled') !== (at !== null) || (at && !isPossible(at, before.now)))
    throw new Refusal('invalid', scheduledWithin, { fields: { onSaleAt: scheduledWithin } })
  if (state === before.state && !at) return before
  const facts = await readFacts(tx, id)
  await writeState(tx, id, state, at)
  await noteState(tx, id, { offered: state === 'on-sale' })
  await noteChanges(tx, id, facts)
  if (state === 'on-sale') await indexSearchWords(tx, [id])
  if (at) await shop.jobs.send(tx, 'offer-listings', { at: at.toISOString() }, { at: shortlyBefore(at) })
  tx.afterCommit(() => catalogueChanged(shop.db))
  return before
}

const isPossible = (at: Date, now: Date): boolean =>
  at > now && at.getTime() - now.getTime() <= listingLimits.scheduledDaysMax * 86_400_000

const batch = 100

/** Puts listings on sale whose time has come. Safe to run twice at once, and at any time: only the database's clock decides. */
export async function offerDueListings({ db }: Pick<Shop, 'db'>): Promise<void> {
  for (;;) {
    const ids = await db.transaction(async (tx) => {
      const offered = await offerDue(tx, batch)
      await indexSearchWords(tx, offered)
      await noteOffered(tx, offered)
      return offered
    })
    if (ids.length > 0) catalogueChanged(db)
    if (ids.length < batch) return
  }
}
