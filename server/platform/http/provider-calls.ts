/**
 * The requests that wait for an outside provider. They have slots of their own (request-slots.ts), and one account may have only
 * a few of them in flight, so that a provider that hangs delays nobody else.
 */
import { Refusal } from '../refusal.ts'

/** Patterns of the request's path. */
export const providerCalls = {
  /** Creates the order at the payment provider. */
  payment: /^\/api\/v1\/private\/order\/payment(?!\/verify\b)\b/,
  /** Asks the payment provider what was paid. */
  settlement: /^\/api\/v1\/(?:webhooks\/payment|private\/order\/(?:payment\/verify|create))\b/,
  /** Asks the courier for a label. */
  label: /^\/api\/v1\/(?:private\/order\/label|public\/admin\/orders\/[^/]+\/label)\b/,
}

/** In flight at once; more than a person causes with several tabs or repeated clicks. */
const maxPerAccount = 6
const patterns = Object.values(providerCalls)

/** Counts the requests of each account that wait for a provider. */
export function openAccountLimit() {
  const inFlight = new Map<string, number>()
  return {
    /** Runs `work`. Refuses: too-often while `maxPerAccount` requests of the account are in flight. */
    async run<T>(accountId: string | undefined, path: string, work: () => Promise<T>): Promise<T> {
      if (accountId === undefined || !patterns.some((pattern) => pattern.test(path))) return work()
      const before = inFlight.get(accountId) ?? 0
      if (before >= maxPerAccount)
        throw new Refusal(
          'too-often',
          'Your earlier requests are still being answered. Please wait a moment.',
          {
            retryAfterSeconds: 5,
          },
        )
      inFlight.set(accountId, before + 1)
      try {
        return await work()
      } finally {
        const left = (inFlight.get(accountId) ?? 1) - 1
        if (left > 0) inFlight.set(accountId, left)
        else inFlight.delete(accountId)
      }
    },
  }
}
