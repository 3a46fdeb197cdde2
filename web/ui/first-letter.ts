const letters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

/** The first letter of a name as readers see it: with its vowel sign, or an emoji of several code points. */
export function firstLetter(name: string): string {
  return letters.segment(name.trim())[Symbol.iterator]().next().value?.segment ?? ''
}
