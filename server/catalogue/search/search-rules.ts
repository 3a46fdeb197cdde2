/** Decisions of search on plain values: the words of a typed text, and what misspelt words may have meant. */

const maxWords = 12
/** Shorter words are similar to everything, and rarely half of another one. */
const minLength = 3

/** The words of a typed text: runs of letters and digits. Signs, blanks and unpaired surrogates separate them. */
export function wordsOf(typed: string): string[] {
  return (typed.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, maxWords)
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
const maxGuesses = 4

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
      return { ...candidate, distance: candidate.soundsAlike ? Math.min(distance, 1) : distance }
    })
    .filter((candidate) => candidate.distance <= maxEdits(word))
    .sort((a, b) => a.distance - b.distance || b.similarity - a.similarity)
  const best = near[0]
  if (best)
    return near
      .filter((candidate) => candidate.distance === best.distance)
      .slice(0, maxGuesses)
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
  nearest: string[]
}

// Inside quotes to_tsquery takes everything literally; quotes and backslashes have to be doubled there.
const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
const meant = ({ word, nearest }: Guess, last: boolean) =>
  `(${[quoted(word), ...(last ? [`${quoted(word)}:*`] : []), ...nearest.map(quoted)].join(' | ')})`

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
