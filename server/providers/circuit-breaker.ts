/**
 * A circuit breaker before an outside provider (decision 29): after several calls in a row without an answer the next ones
 * fail at once for some seconds; then one call tries, and its answer decides for the others.
 */
import { counter, type Gauge } from '../observe/meters.ts'

export interface CircuitBreaker {
  /** Runs `call`, or throws what `refusal` makes at once. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** 1 while calls are refused. */
  gauge(): Gauge
}

export interface BreakerOptions {
  /** Names the provider in the metrics. */
  provider: string
  /** Whether an error means that the provider did not answer; a refusal is an answer. */
  isSilence: (error: unknown) => boolean
  refusal: (words: string) => Error
}

const refused = counter(
  'hariyali_provider_calls_refused_total',
  'Calls to a provider that failed at once because the ones before had no answer.',
  ['provider'],
)

/** So many in a row open it: a provider that fails every second call is still of use. */
const silencesInARow = 10
/** For so long at least: one short trouble of the line ends many calls that are under way at once. */
const silentForMs = 5_000
/** Those further apart than this are not in a row. */
const windowMs = 60_000
const openMs = 10_000

export function openCircuitBreaker({ provider, isSilence, refusal }: BreakerOptions): CircuitBreaker {
  let silences = 0
  /** When the first of them began. */
  let silentSince = 0
  let lastSilence = -Infinity
  /** When the next call may try; null while the circuit is closed. */
  let tryAt: number | null = null
  let trying = false

  const isOpen = () => tryAt !== null && (trying || performance.now() < tryAt)
  function heard(): void {
    silences = 0
    tryAt = null
  }
  function silent(began: number, wasTry: boolean): void {
    const now = performance.now()
    if (now - lastSilence > windowMs) silences = 0
    if (silences === 0) silentSince = began
    silences += 1
    lastSilence = now
    const forLong = silences >= silencesInARow && now - silentSince >= silentForMs
    if (wasTry || forLong) tryAt = now + openMs
  }

  return {
    async run(call) {
      if (isOpen()) {
        refused.inc({ provider })
        throw refusal(`${provider}: not asked, the calls before had no answer`)
      }
      const isTry = tryAt !== null
      if (isTry) trying = true
      const began = performance.now()
      try {
        const answer = await call()
        heard()
        return answer
      } catch (error) {
        if (isSilence(error)) silent(began, isTry)
        else heard()
        throw error
      } finally {
        if (isTry) trying = false
      }
    },
    gauge: () => ({
      name: 'hariyali_circuit_open',
      help: '1 while calls to a provider fail at once because the ones before had no answer.',
      labels: { provider },
      value: isOpen() ? 1 : 0,
    }),
  }
}
