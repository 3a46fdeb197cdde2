/** Keeps the list of words that a misspelt search is compared with. */
import type { Queryable } from '../db/client.ts'
import type { Sql } from '../db/sql.ts'
import { insertSearchWords } from './queries.ts'

/**
 * Adds the words of names, subcategories and sellers of the products (`p`) that `which` names, e.g. sql`p.id = ${id}`.
 * Words are never taken out: one that no product has any more finds nothing and does no harm.
 */
export async function learnWords(db: Queryable, which: Sql): Promise<void> {
  await insertSearchWords(db, which)
}
