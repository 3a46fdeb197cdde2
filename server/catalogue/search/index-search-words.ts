/** Maintains the list of words that a misspelt search is compared with. */
import type { Queryable } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteUnusedWords, insertSearchWords, lockWordsShared, tryLockWords } from './word-queries.ts'

/**
 * Adds the words of the name, subcategory and seller of these products, or of all products. Every writer of such a name calls
 * it in the same transaction: until that ends, no word is deleted.
 */
export async function indexSearchWords(db: Queryable, productIds?: readonly string[]): Promise<void> {
  await lockWordsShared(db)
  await insertSearchWords(db, productIds)
}

/**
 * Checks at most `limit` words that were not checked for a day, and deletes those that find no product any more. Returns how
 * many were checked. Does nothing while a product is being written.
 */
export async function deleteUnusedSearchWords({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> {
  return db.transaction(async (tx) =>
    (await tryLockWords(tx)) ? deleteUnusedWords(tx, Math.min(limit, batchSize)) : 0,
  )
}

/** Small, because writers of products wait for it and a frequent word takes some milliseconds. */
const batchSize = 50
