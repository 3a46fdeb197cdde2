/** SQL of the words that search knows, beyond learning them (queries.ts). */
import type { Queryable, Tx } from '../db/client.ts'
import { singleRow } from '../db/client.ts'
import { sql } from '../db/sql.ts'

/** One number of this use alone: writers of products share the lock, who takes words out has it alone. */
const lock = sql`1700170`

export async function holdWords(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock_shared(${lock})`)
}

/** False while somebody learns words; does not wait. */
export async function holdWordsAlone(tx: Tx): Promise<boolean> {
  return singleRow(await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as held`))
    .held
}

/** Answers how many were looked at. A word that search passes over anyway, such as 'the', finds nothing and stays. */
export async function deleteUnusedWords(tx: Tx, limit: number): Promise<number> {
  const due = await tx.query<{ word: string }>(sql`
    update search_word set checked_at = now() where word in (
      select word from search_word where checked_at < now() - interval '1 day' order by checked_at limit ${limit})
    returning word`)
  await tx.query(sql`
    delete from search_word w
    where w.word = any(${due.map(({ word }) => word)}::text[]) and numnode(plainto_tsquery('english', w.word)) > 0
      and not exists (
        select from product p where p.deleted_at is null and p.search @@ plainto_tsquery('english', w.word))`)
  return due.length
}
