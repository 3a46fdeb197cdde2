/**
 * The requests whose answer waits for an outside provider. They have slots of their own
 * (load-limit.ts), and no account may take more than a few of them: a provider that hangs delays nobody else (decision 29).
 */
import { Refusal } from '../refusal.ts'

/** By the path of a request. */
export const providerCalls = {
  /** Makes the provider's order. */
  payment: /^\/api\/v1\/private\/order\/payment(?!\/verify\b)\b/,
  /** Asks the provider what was paid. */
  settlement: /^\/api\/v1\/(?:webhooks\/payment|private\/order\/(?:payment\/verify|create))\b/,
  /** Asks the courier for a label. */
  label: /^\/api\/v1\/(?:private\/order\/label|public\/admin\/orders\/[^/]+\/label)\b/,
}

/** More than a person does in several tabs, or by pressing again. */
const ofOneAccount = 6
const patterns = Object.values(providerCalls)

/** Counts the calls of each account that wait for a provider. */
export function openAccountShares() {
  const calls = new Map<string, number>()
  return {
    /** Runs `work`. Refuses ('too-often') while as many as one account may have are under way. */
    async run<T>(accountId: string | undefined, path: string, work: () => Promise<T>): Promise<T> {
      if (accountId === undefined || !patterns.some((pattern) => pattern.test(path))) return work()
      const before = calls.get(accountId) ?? 0
      if (before >= ofOneAccount)
        throw new Refusal(
          'too-often',
          'Your earlier requests are still being answered. Please wait a moment.',
          {
            retryAfterSeconds: 5,
          },
        )
      calls.set(accountId, before + 1)
      try {
        return await work()
      } finally {
        const left = (calls.get(accountId) ?? 1) - 1
        if (left > 0) calls.set(accountId, left)
        else calls.delete(accountId)
      }
    },
  }
}
