import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFingerprint } from '../products/list-cursor.ts'
import {
  anyWord,
  correctedWords,
  everyWord,
  nearestWords,
  readingsOf,
  readSearchCursor,
  searchCursor,
  wordsOf,
} from './search-rules.ts'

const near = (word: string, ...known: string[]) =>
  nearestWords(
    word,
    known.map((other) => ({ word: other, similarity: 0.3, soundsAlike: false })),
    false,
  )

test('words are runs of letters and digits of any script, at most twelve', () => {
  expect(wordsOf("  Children's 75x150-cm  towel/साबुन 🌿 ")).toEqual([
    'Children',
    's',
    '75x150',
    'cm',
    'towel',
    'साबुन',
  ])
  expect(wordsOf('\u0301 \u0000 !')).toEqual([])
  expect(wordsOf('a '.repeat(40))).toHaveLength(12)
})

test('two neighbours may be one word, but not very short ones', () => {
  expect(readingsOf(['hand', 'made', 'box'])).toEqual([
    ['hand', 'made', 'box'],
    ['handmade', 'box'],
    ['hand', 'madebox'],
  ])
  expect(readingsOf(['it', 's', 'a', 'box'])).toEqual([['it', 's', 'a', 'box']])
  expect(readingsOf(['soap'])).toEqual([['soap']])
})

test('one wrong letter in five is corrected, two in nine, three in longer words; a swap of neighbours counts as one', () => {
  expect(near('bambo', 'bamboo')).toEqual(['bamboo'])
  expect(near('candel', 'candle')).toEqual(['candle'])
  expect(near('saop', 'soap')).toEqual(['soap'])
  expect(near('sope', 'soap')).toEqual([])
  expect(near('terracota', 'terracotta')).toEqual(['terracotta'])
  expect(near('terakota', 'terracotta')).toEqual([])
  expect(near('kumkumady', 'kumkumadi', 'kumkum')).toEqual(['kumkumadi'])
  expect(near('shikakaireetha', 'shikakairitha')).toEqual(['shikakairitha'])
})

test('only the nearest words count, and a word that the shop knows means itself', () => {
  expect(near('combs', 'comb', 'combs', 'bombs')).toEqual(['combs'])
  expect(near('rombs', 'combs', 'bombs', 'rom')).toEqual(['combs', 'bombs'])
})

test('of words that are as near those with the same first letter come first', () => {
  expect(near('vace', 'face', 'vase', 'pace')).toEqual(['vase', 'face', 'pace'])
})

test('very short words and the beginning of a known word mean nothing else', () => {
  expect(near('te', 'tea')).toEqual([])
  expect(
    nearestWords(
      'toothbr',
      [
        { word: 'tooth', similarity: 0.5, soundsAlike: false },
        { word: 'toothbrush', similarity: 0.4, soundsAlike: false },
      ],
      true,
    ),
  ).toEqual([])
  expect(nearestWords('toothbr', [{ word: 'tooth', similarity: 0.5, soundsAlike: false }], true)).toEqual([
    'tooth',
  ])
})

test('queries quote every word', () => {
  const guesses = [
    { word: "o'r\\", nearest: [] },
    { word: 'bambo', nearest: ['bamboo'] },
  ]
  expect(everyWord(guesses)).toBe(`('o''r\\\\') & ('bambo' | 'bambo':* | 'bamboo')`)
  expect(anyWord(guesses)).toBe(`('o''r\\\\') | ('bambo' | 'bambo':* | 'bamboo')`)
})

test('corrected words are the likeliest ones', () => {
  expect(
    correctedWords([
      { word: 'bambo', nearest: ['bamboo', 'bamb'] },
      { word: 'comb', nearest: [] },
    ]),
  ).toBe('bamboo comb')
})

test('a search cursor returns what it was made from; any other text is refused', () => {
  const fingerprint = listFingerprint(['soap'])
  const cursor = searchCursor(fingerprint, 'corrected', 48)
  expect(readSearchCursor(fingerprint, cursor)).toEqual({ mode: 'corrected', offset: 48 })
  expect(readSearchCursor(listFingerprint(['soaps']), cursor)).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readSearchCursor(fingerprint, fingerprint + text)
      return read === null || searchCursor(fingerprint, read.mode, read.offset) === fingerprint + text
    }),
  )
})
