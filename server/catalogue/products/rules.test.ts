import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt, excerptLength } from './rules.ts'

test('an excerpt is the text itself or its beginning, never longer than allowed and never half a word or half a character', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 80 }), (words) => {
      const text = words.join(' ')
      const short = excerpt(text)
      if (text.length <= excerptLength) return short === text
      const kept = short.slice(0, -1)
      return (
        short.endsWith('…') &&
        kept.length <= excerptLength &&
        kept.isWellFormed() === text.isWellFormed() &&
        text.startsWith(kept)
      )
    }),
  )
  expect(excerpt(`${'word '.repeat(59)}words-that-cross-the-border and more`)).toBe(
    `${'word '.repeat(59).trim()}…`,
  )
  expect(excerpt('🌿'.repeat(200))).toBe(`${'🌿'.repeat(149)}…`)
})
