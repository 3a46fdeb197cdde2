/** Green words are found in listings that a person has judged. `npm run bench -- green-words` prints the figures by group. */
import { expect, test } from 'vitest'
import { judgedListings, scoreGreenWords } from './green-words.ts'

test('of what is found nearly all needs a proof, and of what needs one nearly all is found', () => {
  expect(judgedListings.length).toBeGreaterThanOrEqual(200)
  const clean = judgedListings.filter(({ marked }) => !marked.join('').includes('['))
  expect(clean.length / judgedListings.length).toBeGreaterThan(0.4)
  const scores = scoreGreenWords()
  const of = (name: string) => scores.find(({ group }) => group === name)
  expect(of('all')?.precision).toBeGreaterThanOrEqual(0.95)
  expect(of('all')?.recall).toBeGreaterThanOrEqual(0.95)
  expect(of('unseen')?.precision).toBeGreaterThanOrEqual(0.85)
  expect(of('unseen')?.recall).toBeGreaterThanOrEqual(0.75)
})
