/** SQL of the list of words that a misspelt search is compared with. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import { plainText } from './search-document.ts'

/** The key of the advisory lock: writers of products share it, and the removal of words takes it exclusively. */
const lock = sql`1700170`

export async function lockWordsShared(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock_shared(${lock})`)
}

/** Returns false, without waiting, while a writer of products has the lock. */
export async function tryLockWords(tx: Tx): Promise<boolean> {
  return singleRow(await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as held`))
    .held
}

/** Returns how many words were checked. A stop word such as 'the', which search ignores anyway, stays. */
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

/** Adds words of three letters or more; numbers and sizes are left out, because nobody searches for a corrected number. */
export async function insertSearchWords(
  db: Queryable,
  productIds: readonly string[] | undefined,
): Promise<void> {
  // Inserted in one order: two writers of the same words could otherwise deadlock.
  await db.query(sql`
    insert into search_word (word)
    select distinct word
    from goods p
    join subcategory s on s.id = p.subcategory_id,
    lateral unnest(tsvector_to_array(to_tsvector('simple',
      p.search_text || ' ' || ${plainText(sql`s.name || ' ' || p.seller_company`)}))) as word
    -- Nobody is led to what only drafts and hidden listings say.
    where not exists (select from held_back_product h where h.product_id = p.id and h.cause in ('draft', 'scheduled', 'hidden'))
      and ${productIds ? sql`p.id = any(${productIds}::uuid[]) and` : emptySql} word ~ '^[^0-9'']{3,40}$'
    order by word
    on conflict (word) do nothing`)
}
