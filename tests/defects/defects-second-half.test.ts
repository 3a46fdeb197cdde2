/** As defects.test.ts, beside it: together they would take half an hour. */
import { describe } from 'vitest'
import { nightly } from '../setup/nightly.ts'
import { defects } from './defects.ts'
import { testPutBack } from './put-back.ts'

describe(
  'put back, the second half',
  nightly('Each starts Vitest anew, minutes in all. The tests that find them run each time.'),
  () => {
    testPutBack(defects.slice(defects.length / 2))
  },
)
