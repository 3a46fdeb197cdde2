/**
 * The requests that wait for an outside provider. They have slots of their own (request-slots.ts), and one account may have only
 * a few of them in flight, so that a provider that hangs delays nobody else. In tests a request that asks a provider by another
 * path fails (providers/guard-providers.ts).
 */
import { Refusal } from '../refusal.ts'

/** Patterns of the request's whole path. */
export const providerCalls = {
  /** Creates the order at the payment provider. */
  payment: /^\/api\/v1\/private\/order\/payment(?:\/(?!verify$)[^/]+)?$/,
  /** Asks the payment provider what was paid. */
  settlement: /^\/api\/v1\/(?:webhooks\/payment|private\/order\/(?:payment\/verify|create))$/,
  /** Asks the courier for labels, of orders' parcels or of a replacement, or for a manifest. */
  label:
    /^\/api\/v1\/(?:private\/order\/label\/[^/]+|private\/shipments\/(?:papers|manifest)|private\/returns\/[^/]+\/label|public\/admin\/(?:orders|returns)\/[^/]+\/label)$/,
  /** Asks the courier whether and how fast it delivers, also before an order goes to another address. */
  estimate: /^\/api\/v1\/(?:public\/delivery(?:\/[^/]+)?|private\/order\/delivery\/[^/]+)$/,
  /** An administrator's call asks the payment provider or the courier before it decides. */
  administration:
    /^\/api\/v1\/public\/admin\/(?:refunds\/[^/]+\/settled|approvals\/[^/]+\/confirm|orders\/[^/]+\/refund|sellers\/[^/]+\/route-account|disputes\/[^/]+\/(?:accept|contest)|reconciliations\/[^/]+)$/,
}

/** In flight at once; more than a person causes with several tabs or repeated clicks. */
const maxPerAccount = 6
const patterns = Object.values(providerCalls)

export const isProviderCall = (path: string) => patterns.some((pattern) => pattern.test(path))

/** Counts the requests of each account, other than an administrator's decisions, that wait for a provider. */
export function openAccountLimit() {
  const inFlight = new Map<string, number>()
  return {
    /** Runs `work`. Refuses: too-often while `maxPerAccount` requests of the account are in flight. */
    async run<T>(accountId: string | undefined, path: string, work: () => Promise<T>): Promise<T> {
      if (accountId === undefined || !isProviderCall(path) || providerCalls.administration.test(path))
        return work()
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
