/** When a circuit breaker lets calls through. Calls and clock are simulated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts'

class Unanswered extends Error {}
class Refused extends Error {}

let breaker: CircuitBreaker
let asked: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  asked = 0
  breaker = openCircuitBreaker({
    provider: 'test',
    isFailure: (error) => error instanceof Unanswered,
    refusal: (words) => new Unanswered(words),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The outcome of a call: a response, a refusal, no response, or that it was not made. */
async function call(outcome: 'answer' | 'refusal' | 'no answer'): Promise<string> {
  const before = asked
  const end = await breaker
    .run(async () => {
      asked += 1
      if (outcome === 'no answer') throw new Unanswered()
      if (outcome === 'refusal') throw new Refused()
    })
    .then(
      () => 'answer',
      (error: unknown) => (error instanceof Refused ? 'refusal' : 'no answer'),
    )
  return asked === before ? 'not asked' : end
}
async function callEach(...outcomes: Parameters<typeof call>[0][]): Promise<string[]> {
  const ends: string[] = []
  for (const outcome of outcomes) ends.push(await call(outcome))
  return ends
}
const failures = (count: number) => callEach(...Array.from({ length: count }, () => 'no answer' as const))
const open = async () => {
  await failures(1)
  vi.advanceTimersByTime(5_000)
  await failures(9)
}

test('one short failure that ends many calls at once does not open the circuit', async () => {
  await failures(30)
  expect(asked).toBe(30)
  expect(breaker.gauge().value).toBe(0)
})

test('after ten calls in a row without an answer none is made, until one is let through and answered', async () => {
  await open()
  expect(asked).toBe(10)
  expect(breaker.gauge().value).toBe(1)
  expect(await callEach('answer', 'answer')).toEqual(['not asked', 'not asked'])
  vi.advanceTimersByTime(10_001)
  expect(await call('answer')).toBe('answer')
  expect(breaker.gauge().value).toBe(0)
  expect(await callEach('no answer', 'answer')).toEqual(['no answer', 'answer'])
})

test('a call let through without an answer keeps the circuit open for as long again', async () => {
  await open()
  vi.advanceTimersByTime(10_001)
  expect(await callEach('no answer', 'answer')).toEqual(['no answer', 'not asked'])
  vi.advanceTimersByTime(10_001)
  expect(await callEach('answer', 'answer')).toEqual(['answer', 'answer'])
})

test('one call is let through; the others fail at once and do not wait for it', async () => {
  await open()
  vi.advanceTimersByTime(10_001)
  let answer = () => {}
  const probe = breaker.run(() => new Promise<void>((resolve) => (answer = resolve)))
  expect(await call('answer')).toBe('not asked')
  answer()
  await probe
  expect(await call('answer')).toBe('answer')
})

test('an answer, also a refusal, starts the count again; so does a minute without failures', async () => {
  await failures(9)
  await call('answer')
  vi.advanceTimersByTime(5_000)
  await failures(9)
  await call('refusal')
  vi.advanceTimersByTime(5_000)
  await failures(9)
  vi.advanceTimersByTime(60_001)
  await failures(9)
  vi.advanceTimersByTime(5_000)
  expect(await call('answer')).toBe('answer')
  expect(asked).toBe(39)
})
