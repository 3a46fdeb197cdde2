import { expect, test } from 'vitest'
import { handOverDay, promiseFor } from './rules.ts'

const at = (time: string) => new Date(`${time}+05:30`)

test.each([
  // 29 November 2026 is a Sunday.
  ['a Thursday, no day of handling, before two', '2026-11-26T13:59', 0, '2026-11-26'],
  ['a Thursday, no day of handling, from two on', '2026-11-26T14:00', 0, '2026-11-27'],
  ['a Saturday evening, no day of handling', '2026-11-28T20:00', 0, '2026-11-30'],
  ['a Saturday, one day', '2026-11-28T10:00', 1, '2026-11-30'],
  ['a Sunday, one day: counted from Monday', '2026-11-29T10:00', 1, '2026-12-01'],
  ['a Thursday, two days', '2026-11-26T23:59', 2, '2026-11-28'],
  ['a Friday, two days, a Sunday between', '2026-11-27T09:00', 2, '2026-11-30'],
  ['seven days are a week and a day', '2026-11-23T09:00', 7, '2026-12-01'],
])('hand-over: %s', (_, orderedAt, days, expected) => {
  expect(handOverDay(at(orderedAt), days)).toBe(expected)
})

test('the way is counted in all days, and nothing is promised for a Sunday', () => {
  const promise = (transitDays: number) =>
    promiseFor(at('2026-11-26T09:00'), { handlingDays: 1, transitDays })
  expect(promise(4)).toEqual({ handOverBy: '2026-11-27', promisedBy: '2026-12-01' })
  expect(promise(2)).toEqual({ handOverBy: '2026-11-27', promisedBy: '2026-11-30' })
  expect(promise(0)).toEqual({ handOverBy: '2026-11-27', promisedBy: '2026-11-27' })
})
