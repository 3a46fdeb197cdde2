/** Tests notice what they are there for: each defect that is put back fails the test that has to find it. */
import { describe, expect, test } from 'vitest'
import { nightly } from '../setup/nightly.ts'
import { defects } from './defects.ts'
import { sourceOf, testPutBack } from './put-back.ts'

test('the text of each defect is in the sources once', () => {
  expect(defects.map((defect) => sourceOf(defect))).toHaveLength(defects.length)
})

describe(
  'put back, the first half',
  nightly('Each starts Vitest anew, minutes in all. The tests that find them run each time.'),
  () => {
    testPutBack(defects.slice(0, defects.length / 2))
  },
)
