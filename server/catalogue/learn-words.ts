/** Keeps the list of words that a misspelt search is compared with. */
import type { Queryable } from '../db/client.ts'
import { insertSearchWords } from './queries.ts'

/**
 * Adds the words of the name, subcategory and seller of these products, or of all. Every writer of a name calls it.
 * Words are never taken out: one that no product has any more finds nothing and does no harm.
 */
export async function learnWords(db: Queryable, productIds?: readonly string[]): Promise<void> {
  await insertSearchWords(db, productIds)
}
