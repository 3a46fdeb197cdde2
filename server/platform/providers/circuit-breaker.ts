/**
 * A circuit breaker for an outside provider (decision 21). After several calls in a row without a response it opens: calls
 * fail at once for some seconds. Then one call is let through, and its outcome closes the circuit or keeps it open.
 */
import { counter, type Gauge } from '../observe/meters.ts'

export interface CircuitBreaker {
  /** Runs `call`, or throws the error of `refusal` at once while the circuit is open. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** 1 while calls are refused. */
  gauge(): Gauge
}

export interface BreakerOptions {
  /** Names the provider in the metrics. */
  provider: string
  /** Whether an error means that the provider did not answer. A refusal by the provider is a response. */
  isFailure: (error: unknown) => boolean
  refusal: (message: string) => Error
}

const refused = counter(
  'hariyali_provider_calls_refused_total',
  'Calls to a provider that failed at once because the ones before had no answer.',
  ['provider'],
)

/** Calls in a row without a response that open the circuit. A provider that answers every second call never reaches it. */
const failureThreshold = 10
/** They must span this time: one short failure of the network ends many concurrent calls at once. */
const minFailingMs = 5_000
/** Failures further apart than this do not count as in a row. */
const windowMs = 60_000
/** How long calls fail at once before one is let through. */
const openMs = 10_000

export function openCircuitBreaker({ provider, isFailure, refusal }: BreakerOptions): CircuitBreaker {
  let failures = 0
  /** When the first call of the row began. */
  let failingSince = 0
  let lastFailure = -Infinity
  /** When the next call is let through; null while the circuit is closed. */
  let probeAt: number | null = null
  /** Whether that call is running. */
  let probing = false

  const isOpen = () => probeAt !== null && (probing || performance.now() < probeAt)
  function recordAnswer(): void {
    failures = 0
    probeAt = null
  }
  function recordFailure(began: number, wasProbe: boolean): void {
    const now = performance.now()
    if (now - lastFailure > windowMs) failures = 0
    if (failures === 0) failingSince = began
    failures += 1
    lastFailure = now
    const isLasting = failures >= failureThreshold && now - failingSince >= minFailingMs
    if (wasProbe || isLasting) probeAt = now + openMs
  }

  return {
    async run(call) {
      if (isOpen()) {
        refused.inc({ provider })
        throw refusal(`${provider}: not asked, the calls before had no answer`)
      }
      const isProbe = probeAt !== null
      if (isProbe) probing = true
      const began = performance.now()
      try {
        const answer = await call()
        recordAnswer()
        return answer
      } catch (error) {
        if (isFailure(error)) recordFailure(began, isProbe)
        else recordAnswer()
        throw error
      } finally {
        if (isProbe) probing = false
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
