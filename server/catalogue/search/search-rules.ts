/** Decisions of search on plain values: the words of a typed text, and what misspelt words may have meant. */
import { searchWordLimits } from '../../../contract/catalogue-limits.ts'

const maxWords = 12
/** Shorter words are similar to everything, and rarely half of another one. */
const minLength = 3

/**
 * The words of a typed text: runs of letters and digits. Signs, blanks and unpaired surrogates separate them; the joiners without
 * width of Devanagari do not.
 */
export function wordsOf(typed: string): string[] {
  const plain = typed.normalize('NFC').replace(/[\u200c\u200d]/g, '')
  return (plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, maxWords)
}

/** What stands in the quotes of a text that is wholly in quotes. */
export function quotedText(typed: string): string | null {
  return /^\s*["“](.*)["”]\s*$/su.exec(typed)?.[1] ?? null
}

const setOf = (words: string) => new Set(words.split(' '))
/** They say nothing about the goods. */
const fillers = setOf(
  'a an the for of my some ke ka ki ko liye liy wala wale wali waala waale waali mujhe chahiye dikhao के का की को लिए लिये वाला वाले वाली मुझे चाहिए दिखाओ',
)
const gifts = setOf(
  'gift gifts gifting hamper hampers tohfa tohfe tofa uphaar uphar bhent तोहफा तोहफे उपहार भेंट गिफ्ट',
)
/** For whom and on which day is said of gifts, and rarely in a listing. */
const occasions = setOf(
  'mother mothers mom mum mummy mama maa ma father fathers dad papa parents wife husband sister brother friend friends girlfriend boyfriend grandmother grandfather aunt uncle boss teacher colleague colleagues her him someone day birthday anniversary wedding housewarming return idea ideas item items online buy मां माता पिता पापा पत्नी पति बहन भाई दोस्त मम्मी जन्मदिन',
)

/** Without the words that say nothing about the goods, unless nothing else is left. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const keys = words.map(synonymKey)
  const isForGift = keys.some((key) => gifts.has(key))
  const kept = words.filter((_, i) => {
    const key = keys[i] ?? ''
    return !fillers.has(key) && !(isForGift && occasions.has(key))
  })
  return kept.length === 0 ? words : kept
}

/** Words as the list of synonyms has them: without accents, nukta and capitals. */
export function synonymKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]/g, '')
    .replaceAll('\u0901', '\u0902')
    .normalize('NFC')
    .toLowerCase()
}

/**
 * The words of a search that are kept where it finds nothing: letters only, as many as a synonym can have, and none of a text that
 * may be an address of mail.
 */
export function missedWords(typed: string): string | null {
  if (/[@＠]/.test(typed)) return null
  const words = withoutFillers(wordsOf(typed)).filter((word) => /^[\p{L}\p{M}]+$/u.test(word))
  const text = synonymKey(words.slice(0, searchWordLimits.synonymWords).join(' '))
  if (text.length <= searchWordLimits.searchMissLength) return text === '' ? null : text
  const end = text.lastIndexOf(' ', searchWordLimits.searchMissLength)
  return end < 1 ? null : text.slice(0, end)
}

/** Words at a place of a search that stand for other words in listings. */
export interface MatchedSynonym {
  at: number
  count: number
  meanings: readonly string[]
}

/** What is searched for. */
export interface Asked {
  words: readonly string[]
  synonyms: readonly MatchedSynonym[]
}

const maxMeanings = 4

/** From left to right, the longest phrase first. */
export function matchSynonyms(
  words: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): MatchedSynonym[] {
  const keys = words.map(synonymKey)
  const found: MatchedSynonym[] = []
  for (let at = 0; at < keys.length;) {
    let count = Math.min(searchWordLimits.synonymWords, keys.length - at)
    const meaningsOf = () => known.get(keys.slice(at, at + count).join(' '))
    while (count > 1 && !meaningsOf()) count -= 1
    const meanings = meaningsOf()
    if (meanings) found.push({ at, count, meanings: meanings.slice(0, maxMeanings) })
    at += count
  }
  return found
}

const minUnfinished = 3

/** What the words mean whose unfinished last one is the beginning of a word with synonyms. */
export function completedSynonym(
  { words }: Asked,
  known: ReadonlyMap<string, readonly string[]>,
): string[] | null {
  const last = synonymKey(words.at(-1) ?? '')
  if (last.length < minUnfinished) return null
  for (const [word, [meaning = '']] of known)
    if (word.startsWith(last)) return [...words.slice(0, -1), ...wordsOf(meaning)]
  return null
}

/** The words, and behind each of them what it stands for. */
export const withMeanings = (
  words: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): string[] => [...new Set(words.flatMap((word) => [word, ...(known.get(synonymKey(word)) ?? [])]))]

/** More are not searched for: each is a part of one statement. */
const maxSynonymReadings = 12

/** The words with what they stand for, in all ways; those with the most synonyms come first. Not the words as typed. */
export function synonymReadingsOf({ words, synonyms }: Asked): string[][] {
  let readings: string[][] = [[]]
  for (let at = 0; at < words.length;) {
    const synonym = synonyms.find((one) => one.at === at)
    const count = synonym?.count ?? 1
    const typed = words.slice(at, at + count)
    const choices = [...(synonym?.meanings ?? []).map(wordsOf), typed]
    readings = readings
      .flatMap((before) => choices.map((choice) => [...before, ...choice]))
      .slice(0, maxSynonymReadings + 1)
    at += count
  }
  return readings.filter((reading) => reading.join(' ') !== words.join(' ')).slice(0, maxSynonymReadings)
}

/** The words as they are, and joined in pairs of neighbours, because 'tooth brush' means a toothbrush. */
export function readingsOf(words: readonly string[]): string[][] {
  const joined = words.slice(1).flatMap((word, i) => {
    const before = words[i] ?? ''
    return before.length < minLength || word.length < minLength
      ? []
      : [[...words.slice(0, i), before + word, ...words.slice(i + 2)]]
  })
  return [[...words], ...joined]
}

export interface Candidate {
  word: string
  /** Share of common trigrams, 0 to 1. */
  similarity: number
  /** Another spelling of the same word: 'jhadu' and 'jhaadu'. */
  soundsAlike: boolean
}

/** How many letters may be wrong, missing, too many or swapped. */
const maxEdits = (word: string) => (word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3)
/** A word with more edits is accepted from this similarity on: it is unfinished. */
const minSimilarity = 0.4
/** How many corrections of a word are searched for, and of how many is asked whether they occur together with the other words. */
export const maxGuesses = 4
const maxNearest = 8

/**
 * The possible corrections of a word: the candidates with the smallest edit distance. That is the word itself where the shop
 * knows it, and nothing where it is the beginning of a known one.
 */
export function nearestWords(word: string, candidates: readonly Candidate[], unfinished: boolean): string[] {
  if (
    word.length < minLength ||
    (unfinished && candidates.some((candidate) => candidate.word.startsWith(word)))
  )
    return []
  const near = candidates
    .map((candidate) => {
      const distance = editDistance(word, candidate.word)
      // Few people mistype the first letter.
      const begun = Number(candidate.word[0] === word[0])
      return { ...candidate, begun, distance: candidate.soundsAlike ? Math.min(distance, 1) : distance }
    })
    .filter((candidate) => candidate.distance <= maxEdits(word))
    .sort((a, b) => a.distance - b.distance || b.begun - a.begun || b.similarity - a.similarity)
  const best = near[0]
  if (best)
    return near
      .filter((candidate) => candidate.distance === best.distance)
      .slice(0, maxNearest)
      .map((candidate) => candidate.word)
  return candidates
    .filter((candidate) => candidate.similarity >= minSimilarity)
    .slice(0, 1)
    .map((candidate) => candidate.word)
}

/** The edit distance (Damerau-Levenshtein): letters changed, left out, added or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** One word of a search and what it may have meant, in the form of `search_word`. */
export interface Guess {
  word: string
  nearest: readonly string[]
}

// Inside quotes to_tsquery takes everything literally; quotes and backslashes have to be doubled there.
const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
const meant = ({ word, nearest }: Guess, last: boolean) =>
  `(${[quoted(word), ...(last ? [`${quoted(word)}:*`] : []), ...nearest.map(quoted)].join(' | ')})`

/** In the syntax of to_tsquery: every word or what it may have meant, but at one place this correction. */
export function everyWordWith(guesses: readonly Guess[], place: number, correction: string): string {
  return guesses
    .map((guess, i) => (i === place ? quoted(correction) : meant(guess, i === guesses.length - 1)))
    .join(' & ')
}

/** In the syntax of to_tsquery: every word or what it may have meant. */
export function everyWord(guesses: readonly Guess[]): string {
  return guesses.map((guess, i) => meant(guess, i === guesses.length - 1)).join(' & ')
}

/** In the syntax of to_tsquery: any of the words or of what they may have meant. */
export function anyWord(guesses: readonly Guess[]): string {
  return guesses.map((guess, i) => meant(guess, i === guesses.length - 1)).join(' | ')
}

/** Which words a search uses: as typed, corrected, or any of them where all together find nothing. */
export type SearchMode = 'typed' | 'corrected' | 'any'
const modeLetters: Record<SearchMode, string> = { typed: 't', corrected: 'c', any: 'a' }

/** The cursor of the page that starts after `offset` results of the search with this fingerprint. */
export function searchCursor(fingerprint: string, mode: SearchMode, offset: number): string {
  return fingerprint + Buffer.from(`${modeLetters[mode]}${offset}`).toString('base64url')
}

/** Null for a malformed cursor and for one of another search. */
export function readSearchCursor(
  fingerprint: string,
  cursor: string,
): { mode: SearchMode; offset: number } | null {
  const text = Buffer.from(cursor.slice(fingerprint.length), 'base64url').toString('latin1')
  const [, letter, digits] = /^([tca])([1-9]\d{0,3})$/.exec(text) ?? []
  const mode = (Object.keys(modeLetters) as SearchMode[]).find((name) => modeLetters[name] === letter)
  if (!mode || searchCursor(fingerprint, mode, Number(digits)) !== cursor) return null
  return { mode, offset: Number(digits) }
}

/** The words with the likeliest correction of each, as they were searched for. */
export function correctedWords(guesses: readonly Guess[]): string {
  return guesses.map(({ word, nearest }) => nearest[0] ?? word).join(' ')
}
