/** Hours, days, weeks, months and financial years of India. */
import { expect, test } from 'vitest'
import {
  addDays,
  beginOf,
  beginOfYear,
  dayAfterMonth,
  dayOf,
  indianTime,
  lastSunday,
  lastTimeAt,
  nextMonday,
} from './calendar.ts'

test('a day begins at 18:30 of the day before in UTC', () => {
  expect(dayOf(new Date('2026-03-31T18:29:59Z'))).toBe('2026-03-31')
  expect(dayOf(new Date('2026-03-31T18:30:00Z'))).toBe('2026-04-01')
  expect(beginOf('2026-04-01').toISOString()).toBe('2026-03-31T18:30:00.000Z')
})

test('an hour of the night is the one that has come, of today or of yesterday', () => {
  const four = (at: string) => indianTime(lastTimeAt(4, new Date(at)))
  expect(four('2026-11-22T22:29:59.999Z')).toBe('2026-11-22 04:00')
  expect(four('2026-11-22T22:30:00Z')).toBe('2026-11-23 04:00')
  expect(four('2026-11-23T18:29:00Z')).toBe('2026-11-23 04:00')
  expect(four('2026-11-23T18:31:00Z')).toBe('2026-11-23 04:00')
})

test('the week of a settlement ends on Sunday, and its run is on Monday', () => {
  // 22 November 2026 is a Sunday.
  expect(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-29'].map(lastSunday)).toEqual([
    '2026-11-15',
    '2026-11-15',
    '2026-11-22',
    '2026-11-22',
  ])
  expect(['2026-11-22', '2026-11-23'].map(nextMonday)).toEqual(['2026-11-23', '2026-11-30'])
})

test('the financial year begins on 1 April; months end with their last day', () => {
  expect(['2026-03-31', '2026-04-01', '2027-01-01'].map(beginOfYear)).toEqual([
    '2025-04-01',
    '2026-04-01',
    '2026-04-01',
  ])
  expect(['2026-12', '2028-02', '2026-04'].map(dayAfterMonth)).toEqual([
    '2027-01-01',
    '2028-03-01',
    '2026-05-01',
  ])
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})
