/** Keeps the list of words that a misspelt search is compared with. */
import type { Queryable } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { insertSearchWords } from './queries.ts'
import { deleteUnusedWords, holdWords, holdWordsAlone } from './word-queries.ts'

/**
 * Adds the words of the name, subcategory and seller of these products, or of all. Every writer of a name calls it, in the
 * transaction of the writing: until that ends, no word is taken out that the writer finds there.
 */
export async function indexSearchWords(db: Queryable, productIds?: readonly string[]): Promise<void> {
  await holdWords(db)
  await insertSearchWords(db, productIds)
}

/**
 * Looks at `limit` words that nobody looked at for a day, takes out those that find no product any more, and answers how
 * many it looked at. Leaves it for another time while somebody writes a product.
 */
export async function deleteUnusedSearchWords({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> {
  return db.transaction(async (tx) =>
    (await holdWordsAlone(tx)) ? deleteUnusedWords(tx, Math.min(limit, batchSize)) : 0,
  )
}

/** Writers of products wait for it, and a frequent word takes some milliseconds. */
const batchSize = 50
