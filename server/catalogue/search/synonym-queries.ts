/** SQL of synonyms, and of searches without results. */
import { searchWordLimits } from '../../../contract/catalogue-limits.ts'
import { type Queryable, type Readable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { containing } from '../../platform/db/like.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** What words, in the form of `synonymKey`, stand for in listings. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

export async function readSynonyms(db: Readable): Promise<Synonyms> {
  const rows = await db.query<{ word: string; meanings: string[] }>(
    sql`select word, array_agg(meaning order by id desc) as meanings from search_synonym group by word`,
  )
  return new Map(rows.map(({ word, meanings }) => [word, meanings]))
}

/** One after the other, so that two additions do not pass the limit together. Until the transaction ends. */
export async function lockSynonyms(tx: Tx): Promise<void> {
  await tx.query(sql`lock table search_synonym in share row exclusive mode`)
}

export async function countAllSynonyms(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count from search_synonym`)).count
}

/** False where the pair is there. */
export async function insertSynonym(tx: Tx, word: string, meaning: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into search_synonym (id, word, meaning) values (${newId()}, ${word}, ${meaning})
    on conflict (word, meaning) do nothing returning id`)
  return rows.length > 0
}

/** The pair that was deleted. */
export async function deleteSynonym(
  tx: Tx,
  id: string,
): Promise<{ word: string; meaning: string } | undefined> {
  const [row] = await tx.query<{ word: string; meaning: string }>(
    sql`delete from search_synonym where id = ${id} returning word, meaning`,
  )
  return row
}

interface SynonymRow {
  id: string
  word: string
  meaning: string
}

/** What is typed into the search of the list, in the form of each column. */
interface Sought {
  word: string
  meaning: string
}

const isSought = (q: Sought | undefined): Sql =>
  q ? sql`(word like ${containing(q.word)} or lower(meaning) like ${containing(q.meaning)})` : sql`true`

export async function listSynonymRows(
  db: Queryable,
  q: Sought | undefined,
  limit: number,
  before: string,
): Promise<SynonymRow[]> {
  return db.query(sql`
    select id, word, meaning from search_synonym where ${isSought(q)} and id < ${before}
    order by id desc limit ${limit}`)
}

/** There are `searchWordLimits.synonymsMax` at most. */
export async function countSynonyms(db: Queryable, q: Sought | undefined): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`select count(*) as count from search_synonym where ${isSought(q)}`),
  ).count
}

/** Once a day for the same words; a day has `searchWordLimits.searchMissesADay` of them at most. */
export async function insertMiss(db: Queryable, words: string): Promise<void> {
  await db.query(sql`
    insert into search_miss (words, day) select ${words}, india_today()
    where (select count(*) from search_miss where day = india_today()) < ${searchWordLimits.searchMissesADay}
    on conflict (words, day) do nothing`)
}

/** Those of several days, most days first: what was searched on one day only may be somebody's name. */
export async function listMisses(db: Queryable): Promise<{ words: string; days: number; lastDay: string }[]> {
  return db.query(sql`
    select words, count(*) as days, max(day)::text as "lastDay" from search_miss m
    where not exists (select from search_synonym s where s.word = m.words)
    group by words having count(*) >= ${searchWordLimits.searchMissDays}
    order by count(*) desc, max(day) desc, words limit ${searchWordLimits.searchMissesShown}`)
}

/** Returns false where they are noted on no day. */
export async function deleteMiss(tx: Tx, words: string): Promise<boolean> {
  return (await tx.query(sql`delete from search_miss where words = ${words} returning 1`)).length > 0
}

export async function deleteMissesBefore(db: Queryable, days: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from search_miss where (words, day) in (
      select words, day from search_miss where day < india_today() - ${days}::int order by day limit ${limit})
    returning day`)
  return rows.length
}
