/** How far a replica is behind, by what both servers say. */
import { expect, test } from 'vitest'
import { openLag } from './replica-lag.ts'

test('a replica is behind since the primary said that it had written what the replica lacks', () => {
  const lag = openLag()
  lag.note('one', 100, 0)
  expect(lag.measure(100, 10)).toBe(0)
  lag.note('one', 200, 250)
  lag.note('one', 300, 500)
  expect(lag.measure(199, 760)).toBe(510)
  // It has some of it: then what is missing is younger.
  expect(lag.measure(200, 770)).toBe(270)
  expect(lag.measure(300, 780)).toBe(0)
})

test('behind an idle primary a replica is not late, however old the last transaction is', () => {
  const lag = openLag()
  for (let at = 0; at < 3_600_000; at += 60_000) lag.note('one', 100, at)
  expect(lag.measure(100, 3_600_000)).toBe(0)
})

test('a check that comes late makes no replica late', () => {
  const lag = openLag()
  lag.note('one', 100, 0)
  expect(lag.measure(100, 10)).toBe(0)
  lag.note('one', 500, 30_000)
  expect(lag.measure(450, 29_999)).toBe(0)
})

test('a replica that was away for hours is late until it has all', () => {
  const lag = openLag()
  for (let n = 0; n <= 14_400; n += 1) lag.note('one', n, n * 250)
  expect(lag.measure(0, 3_600_000)).toBeGreaterThan(100_000)
  expect(lag.measure(14_390, 3_600_000)).toBeGreaterThan(2_000)
  expect(lag.measure(14_400, 3_600_000)).toBe(0)
})

test('when another primary has taken over, a replica that has more than that one does not seem to be up to date', () => {
  const lag = openLag()
  lag.note('one', 1_000, 0)
  expect(lag.measure(1_000, 10)).toBe(0)
  lag.note('two', 900, 250)
  expect(lag.measure(1_000, 260)).toBe(Infinity)
  lag.note('two', 1_100, 500)
  expect(lag.measure(1_000, 510)).toBe(Infinity)
  expect(lag.measure(1_100, 520)).toBe(0)
})
