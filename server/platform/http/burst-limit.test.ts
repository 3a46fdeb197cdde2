/** How many requests may be in flight, by what is answered meanwhile. The test says what is answered in each tick. */
import { expect, test } from 'vitest'
import { openBurstLimit } from './burst-limit.ts'

/** Ticks in which so many requests are answered while others wait. */
function busy(limit: ReturnType<typeof openBurstLimit>, ticks: number, answers: number): void {
  for (let tick = 0; tick < ticks; tick += 1) {
    for (let one = 0; one < answers; one += 1) limit.answered(1)
    limit.tick(1)
  }
}

test('a burst on a process that has measured nothing is let in up to the most', () => {
  expect(openBurstLimit(64, 1_024).current()).toBe(1_024)
})

test('while requests wait, as many are let in as half a second answers, between the least and the most', () => {
  const limit = openBurstLimit(64, 1_024)
  busy(limit, 6, 50)
  expect(limit.current()).toBe(250)
  busy(limit, 5, 5)
  expect(limit.current()).toBe(64)
  busy(limit, 5, 900)
  expect(limit.current()).toBe(1_024)
})

test('a process that answers nothing for half a second lets in the least', () => {
  const limit = openBurstLimit(64, 1_024)
  busy(limit, 6, 0)
  expect(limit.current()).toBe(64)
})

test('what is answered while nobody waits does not lower the limit', () => {
  const limit = openBurstLimit(64, 1_024)
  for (let tick = 0; tick < 20; tick += 1) {
    limit.answered(0)
    limit.tick(1)
  }
  expect(limit.current()).toBe(1_024)
})

test('when nobody waits any more, the limit grows to the most within a few seconds', () => {
  const limit = openBurstLimit(64, 1_024)
  busy(limit, 6, 1)
  expect(limit.current()).toBe(64)
  for (let tick = 0; tick < 30; tick += 1) limit.tick(0)
  expect(limit.current()).toBe(1_024)
})

test('the most is never below the least', () => {
  expect(openBurstLimit(64, 1).current()).toBe(64)
})
