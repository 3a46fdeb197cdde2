const letters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** What a reader takes for the first letter of a name: with its vowel sign, or an emoji of several parts. */
export function firstLetter(name: string): string {
  return letters.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? ''
}
