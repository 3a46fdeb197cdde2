/** SQL of green words. */
import type { ReadField } from '../../../contract/green-words.ts'
import { limits } from '../../../contract/limits.ts'
import type { WordingCode } from '../../../contract/green-claim-list.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { containing } from '../../platform/db/like.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { StoredPictures } from '../products/image-texts.ts'

export interface WrittenWords {
  field: ReadField
  /** In lower case. */
  words: string
  provedBy: readonly WordingCode[]
}

export async function isOwnProduct(db: Queryable, sellerId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`select from product where id = ${id} and seller_id = ${sellerId} and deleted_at is null`,
  )
  return rows.length > 0
}

/** For each of these words, whether an accepted claim of the product proves it, and the reason that was saved. */
export async function wordsOfProduct(
  db: Queryable,
  productId: string,
  found: readonly WrittenWords[],
): Promise<{ field: ReadField; words: string; proven: boolean; reason: string | null }[]> {
  return db.query(sql`
    select f.field, f.words, green_words_proven(${productId}, f.words, f."provedBy") as proven, w.reason
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (field text, words text, "provedBy" text[])
    left join green_word w on w.product_id = ${productId} and w.field = f.field and w.words = f.words`)
}

/** Deletes words that the texts do not have, with their reasons. The caller's transaction has locked the product. */
export async function replaceGreenWords(
  tx: Tx,
  productId: string,
  found: readonly (WrittenWords & { reason: string | null })[],
): Promise<void> {
  const rows = JSON.stringify(found.map((one) => ({ ...one, id: newId() })))
  await tx.query(sql`
    delete from green_word w where w.product_id = ${productId} and not exists (
      select from jsonb_to_recordset(${rows}::jsonb) as f (field text, words text)
      where f.field = w.field and f.words = w.words)`)
  if (found.length > 0)
    await tx.query(sql`
      insert into green_word as w (id, product_id, field, words, proved_by, reason)
      select f.id, ${productId}, f.field, f.words, f."provedBy", f.reason
      from jsonb_to_recordset(${rows}::jsonb) as f (id uuid, field text, words text, "provedBy" text[], reason text)
      on conflict (product_id, field, words)
      do update set reason = coalesce(excluded.reason, w.reason), proved_by = excluded.proved_by`)
}

export interface GreenWordsRow {
  id: string
  field: ReadField
  words: string
  reason: string | null
  foundAt: Date
  productId: string
  productName: string
  company: string
  email: string
}

export interface GreenWordsFilter {
  q?: string | undefined
  reason?: 'given' | 'none' | undefined
}

const isListed = ({ q, reason }: GreenWordsFilter): Sql => {
  const like = q && containing(q)
  return sql`p.deleted_at is null and not green_words_proven(w.product_id, w.words, w.proved_by)
    ${reason === 'given' ? sql`and w.reason is not null` : reason === 'none' ? sql`and w.reason is null` : emptySql}
    ${like ? sql`and (w.words ilike ${like} or p.name ilike ${like} or s.company_name ilike ${like} or s.email ilike ${like})` : emptySql}`
}
const listed = sql`green_word w join product p on p.id = w.product_id join seller_party s on s.id = p.seller_id`

export async function listGreenWordRows(
  db: Queryable,
  filter: GreenWordsFilter,
  limit: number,
  before: string,
): Promise<GreenWordsRow[]> {
  return db.query(sql`
    select w.id, w.field, w.words, w.reason, w.created_at as "foundAt", p.id as "productId", p.name as "productName",
      s.company_name as company, s.email
    from ${listed} where ${isListed(filter)} and w.id < ${before} order by w.id desc limit ${limit}`)
}

/** Counting stops at `limits.countFiltered`. */
export async function countGreenWords(db: Queryable, filter: GreenWordsFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*) as count from (
        select from ${listed} where ${isListed(filter)} limit ${limits.countFiltered}) as w`),
  ).count
}

/** The row is begun anew for other patterns. One run after the other: the second goes on behind the first. */
export async function lockReading(tx: Tx, patterns: number): Promise<{ after: string; ended: boolean }> {
  const begin = sql`'00000000-0000-0000-0000-000000000000'::uuid`
  return singleRow(
    await tx.query<{ after: string; ended: boolean }>(sql`
      insert into green_word_reading as r (patterns, after) values (${patterns}, ${begin})
      on conflict (only_row) do update set patterns = excluded.patterns,
        after = case when r.patterns = excluded.patterns then r.after else excluded.after end,
        ended_at = case when r.patterns = excluded.patterns then r.ended_at end
      returning after, ended_at is not null as ended`),
  )
}

export async function saveReading(tx: Tx, after: string, isLast: boolean): Promise<void> {
  await tx.query(sql`
    update green_word_reading set after = ${after}, ended_at = case when ${isLast} then now() end`)
}

interface ListingTexts extends StoredPictures {
  id: string
  name: string
  description: string
  details: string
}

/** Locks them, as a save does, and reads them as they are behind the lock. */
export async function nextListings(tx: Tx, after: string, limit: number): Promise<ListingTexts[]> {
  return tx.query(sql`
    select id, name, description, details, images, image_texts as "imageTexts" from product where id > ${after} and deleted_at is null
    order by id limit ${limit} for no key update`)
}
