/** An administrator says what words of searches stand for in listings, and sees which searches found nothing. */
import type { AdminSynonym, SearchMiss } from '../../../contract/admin-search-words.ts'
import { limits } from '../../../contract/limits.ts'
import { searchWordLimits } from '../../../contract/catalogue-limits.ts'
import { record } from '../../people/audit/record.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { synonymKey, wordsOf } from './search-rules.ts'
import {
  countAllSynonyms,
  countSynonyms,
  deleteMiss,
  deleteSynonym,
  insertSynonym,
  listMisses,
  listSynonymRows,
  lockSynonyms,
} from './synonym-queries.ts'

export async function listSynonyms(
  { db }: Shop,
  query: PageRequest & { q?: string | undefined },
): Promise<Page<AdminSynonym>> {
  const q = query.q && { word: synonymKey(query.q), meaning: query.q.toLowerCase() }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listSynonymRows(db, q || undefined, limit, before),
    count: () => countSynonyms(db, q || undefined),
    toItem: (row) => row,
  })
}

/** Refuses: 'invalid' words without letters or with the same meaning, 'conflict' a known pair or too many pairs. */
export async function addSynonym(
  { db }: Shop,
  typed: { word: string; meaning: string },
): Promise<{ word: string; meaning: string }> {
  const word = wordsOf(synonymKey(typed.word)).join(' ')
  const meaning = wordsOf(typed.meaning.toLowerCase()).join(' ')
  requireWords('word', word)
  requireWords('meaning', meaning)
  if (meaning === word) throw invalid('meaning', 'Please enter another word.')
  await db.transaction(async (tx) => {
    await lockSynonyms(tx)
    if ((await countAllSynonyms(tx)) >= searchWordLimits.synonymsMax)
      throw new Refusal(
        'conflict',
        `There are ${searchWordLimits.synonymsMax} synonyms already. Please delete some.`,
      )
    if (!(await insertSynonym(tx, word, meaning)))
      throw new Refusal('conflict', `'${word}' stands for '${meaning}' already.`)
    await record(tx, 'synonym-added', { target: { kind: 'synonym', id: null, name: word }, note: meaning })
  })
  catalogueChanged(db)
  return { word, meaning }
}

const invalid = (field: 'word' | 'meaning', text: string) =>
  new Refusal('invalid', text, { fields: { [field]: text } })

function requireWords(field: 'word' | 'meaning', words: string): void {
  if (words === '') throw invalid(field, 'Please enter a word.')
  if (words.split(' ').length > searchWordLimits.synonymWords || words.length > limits.searchLength)
    throw invalid(field, `At most ${searchWordLimits.synonymWords} words.`)
}

/** Refuses: not-found. */
export async function removeSynonym({ db }: Shop, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await deleteSynonym(tx, id)
    if (!removed) throw notFound('This synonym is deleted already.')
    const { word, meaning } = removed
    await record(tx, 'synonym-deleted', { target: { kind: 'synonym', id: null, name: word }, note: meaning })
  })
  catalogueChanged(db)
}

/** Refuses: not-found. */
export async function dismissSearchMiss({ db }: Shop, words: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteMiss(tx, words))) throw notFound('This search is dismissed already.')
    await record(tx, 'search-miss-dismissed', { target: { kind: 'search', id: null, name: words } })
  })
}

export const listSearchMisses = ({ db }: Shop): Promise<SearchMiss[]> => listMisses(db)
