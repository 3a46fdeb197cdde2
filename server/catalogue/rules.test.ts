import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import {
  beforeFirstId,
  excerpt,
  excerptLength,
  cursorAfter,
  idOfCursor,
  listCursor,
  markOf,
  readListCursor,
} from './rules.ts'

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

test('a cursor gives back the id that it was made of, and starts before every id when there is none', () => {
  for (let i = 0; i < 100; i += 1) {
    const id = newId()
    expect(idOfCursor(cursorAfter(id))).toBe(id)
  }
  expect(idOfCursor(undefined)).toBe(beforeFirstId)
})

test('any other text is no cursor', () => {
  expect(idOfCursor('no cursor')).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const id = idOfCursor(text)
      return id === null || cursorAfter(id) === text
    }),
  )
})

test('the cursor of a list gives back its place, in that list only', () => {
  const mark = markOf([{ categoryId: 1 }, 'price-low', { stock: false }])
  const place = { id: newId(), pricePaise: 99_99 }
  const cursor = listCursor(mark, place)
  expect(readListCursor(mark, cursor)).toEqual(place)
  for (const other of [
    [{ categoryId: 2 }, 'price-low', { stock: false }],
    [{ subcategoryId: 1 }, 'price-low', { stock: false }],
    [{ categoryId: 1 }, 'price-high', { stock: false }],
    [{ categoryId: 1 }, 'price-low', { stock: true }],
  ])
    expect(readListCursor(markOf(other), cursor)).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readListCursor(mark, mark + text)
      return read === null || listCursor(mark, read) === mark + text
    }),
  )
})
