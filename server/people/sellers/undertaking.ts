/** What a seller undertakes: the text that they accepted stays as it was, with the time. */
import { undertakingVersion } from '../../../contract/seller.ts'
import { undertakingWords } from '../../../contract/seller-undertaking.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findUndertaking, insertUndertaking } from './undertaking-queries.ts'

/** The present text; accepting it again changes nothing. */
export const acceptUndertaking = (db: Queryable, sellerId: string): Promise<void> =>
  insertUndertaking(db, sellerId, undertakingVersion, undertakingWords)

/** Refuses: conflict where the seller has read another version than the present one. */
export async function undertake({ db }: Shop, sellerId: string, version: string): Promise<void> {
  if (version !== undertakingVersion)
    throw new Refusal('conflict', 'There is a newer text. Please load the page again and read it.')
  await acceptUndertaking(db, sellerId)
}

export async function showUndertaking({ db }: Shop, sellerId: string) {
  const row = await findUndertaking(db, sellerId)
  const accepted = row && { version: row.version, words: row.words, at: row.acceptedAt.toISOString() }
  return { present: undertakingVersion, accepted: accepted ?? null }
}
