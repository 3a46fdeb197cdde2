/** Administrator: what words of searches stand for in listings, and searches without results. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'
import { searchWordLimits } from './catalogue-limits.ts'

const ADMIN = ['ADMIN'] as const
const duties = ['catalogue'] as const

export const adminSynonym = z.object({
  id: z.string(),
  /** As searches have it: in lower case, without accents. */
  word: z.string(),
  /** What listings say for it. */
  meaning: z.string(),
})
export type AdminSynonym = z.output<typeof adminSynonym>

export const synonymForm = z.object({
  word: text(searchWordLimits.synonymLength, 'Please enter a word.'),
  meaning: text(searchWordLimits.synonymLength, 'Please enter what it means.'),
})

export const searchMiss = z.object({
  words: z.string(),
  /** On how many of the last 90 days they were searched for. */
  days: z.number().int(),
  lastDay: z.iso.date(),
})
export type SearchMiss = z.output<typeof searchMiss>

export const adminSearchWords = {
  synonyms: endpoint({
    method: 'GET',
    path: '/public/admin/search-synonyms',
    roles: ADMIN,
    duties,
    summary: 'What words of searches stand for in listings, newest first. `q` is in the word or its meaning.',
    query: searchableList,
    reply: z.array(adminSynonym),
    paged: true,
  }),
  addSynonym: endpoint({
    method: 'POST',
    path: '/public/admin/search-synonyms',
    roles: ADMIN,
    duties,
    costly: ['rows'],
    limits: workLimits,
    summary: `Let searches for \`word\`, of at most ${searchWordLimits.synonymWords} words, find \`meaning\`, too. 409 where it does already, and with ${searchWordLimits.synonymsMax} synonyms.`,
    body: synonymForm,
    reply: message,
  }),
  removeSynonym: endpoint({
    method: 'DELETE',
    path: '/public/admin/search-synonyms/{id}',
    roles: ADMIN,
    duties,
    summary: 'Delete a synonym.',
    params: z.object({ id }),
    reply: message,
  }),
  searchMisses: endpoint({
    method: 'GET',
    path: '/public/admin/search-misses',
    roles: ADMIN,
    duties,
    summary: `Searches of the last 90 days that found nothing on ${searchWordLimits.searchMissDays} days at least and have no synonym, most days first; ${searchWordLimits.searchMissesShown} at most. Nothing is kept but words of letters and the day.`,
    reply: z.array(searchMiss),
  }),
  dismissSearchMiss: endpoint({
    method: 'POST',
    path: '/public/admin/search-misses/dismiss',
    roles: ADMIN,
    duties,
    summary: `Forget the days of a search without results. It is listed again once it found nothing on ${searchWordLimits.searchMissDays} later days.`,
    body: z.object({ words: text(searchWordLimits.searchMissLength, 'Please choose a search.') }),
    reply: message,
  }),
}
