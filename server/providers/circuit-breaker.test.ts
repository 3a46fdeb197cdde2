/** When a provider is asked and when not. The calls are the test's own, and so is the clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts'

class Silent extends Error {}
class Refused extends Error {}

let breaker: CircuitBreaker
let asked: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  asked = 0
  breaker = openCircuitBreaker({
    provider: 'test',
    isSilence: (error) => error instanceof Silent,
    refusal: (words) => new Silent(words),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Answers what became of the call: an answer, no, silence, or that it was not made. */
async function call(outcome: 'answer' | 'no' | 'silence'): Promise<string> {
  const before = asked
  const end = await breaker
    .run(async () => {
      asked += 1
      if (outcome === 'silence') throw new Silent()
      if (outcome === 'no') throw new Refused()
    })
    .then(
      () => 'answer',
      (error: unknown) => (error instanceof Refused ? 'no' : 'silence'),
    )
  return asked === before ? 'not asked' : end
}
async function callEach(...outcomes: Parameters<typeof call>[0][]): Promise<string[]> {
  const ends: string[] = []
  for (const outcome of outcomes) ends.push(await call(outcome))
  return ends
}
const silences = (count: number) => callEach(...Array.from({ length: count }, () => 'silence' as const))
const open = async () => {
  await silences(1)
  vi.advanceTimersByTime(5_000)
  await silences(9)
}

test('one short trouble that ends many calls at once does not open it', async () => {
  await silences(30)
  expect(asked).toBe(30)
  expect(breaker.gauge().value).toBe(0)
})

test('after ten silences in a row nobody is asked, until one call tries and is answered', async () => {
  await open()
  expect(asked).toBe(10)
  expect(breaker.gauge().value).toBe(1)
  expect(await callEach('answer', 'answer')).toEqual(['not asked', 'not asked'])
  vi.advanceTimersByTime(10_001)
  expect(await call('answer')).toBe('answer')
  expect(breaker.gauge().value).toBe(0)
  expect(await callEach('silence', 'answer')).toEqual(['silence', 'answer'])
})

test('a try that is not answered keeps it open for as long again', async () => {
  await open()
  vi.advanceTimersByTime(10_001)
  expect(await callEach('silence', 'answer')).toEqual(['silence', 'not asked'])
  vi.advanceTimersByTime(10_001)
  expect(await callEach('answer', 'answer')).toEqual(['answer', 'answer'])
})

test('one call tries, the others do not wait with it', async () => {
  await open()
  vi.advanceTimersByTime(10_001)
  let answer = () => {}
  const trying = breaker.run(() => new Promise<void>((resolve) => (answer = resolve)))
  expect(await call('answer')).toBe('not asked')
  answer()
  await trying
  expect(await call('answer')).toBe('answer')
})

test('an answer between silences, a no included, begins the counting anew; so does a quiet minute', async () => {
  await silences(9)
  await call('answer')
  vi.advanceTimersByTime(5_000)
  await silences(9)
  await call('no')
  vi.advanceTimersByTime(5_000)
  await silences(9)
  vi.advanceTimersByTime(60_001)
  await silences(9)
  vi.advanceTimersByTime(5_000)
  expect(await call('answer')).toBe('answer')
  expect(asked).toBe(39)
})
