/**
 * How often one account, or one network of visitors, may make each changing call. Counted in the memory of each node: a flood is
 * stopped without a statement. Limits that guard secrets (passwords, codes) are counted in the database (`../rate-limit.ts`).
 */
import { LRUCache } from 'lru-cache'
import { callLimitsOf, changesData, type EndpointSpec } from '../../../contract/endpoint.ts'
import type { Config } from '../config/config.ts'
import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'

/** Counters kept in memory; the least recently used ones are forgotten beyond it. */
const maxCounters = 100_000

/** Returns a function that counts one call. It refuses: too-often, with the seconds until the window ends. */
export function openCallLimits({
  callLimits,
  declaredLimits,
}: Pick<Config, 'callLimits' | 'declaredLimits'>): (
  spec: EndpointSpec,
  accountId: string | undefined,
  ip: string,
) => void {
  const counters = new LRUCache<string, { calls: number; endsAt: number }>({ max: maxCounters })
  return (spec, accountId, ip) => {
    const caller = accountId ?? networkOf(ip)
    const limits = declaredLimits
      ? callLimitsOf(spec, callLimits)
      : changesData(spec) && !spec.raw
        ? callLimits
        : []
    for (const { max, seconds } of limits) {
      // Many visitors may share one address of their carrier: a day's limit would lock them out together.
      if (accountId === undefined && seconds > 3_600) continue
      const key = `${spec.method} ${spec.path} ${seconds} ${caller}`
      const now = Date.now()
      let counter = counters.get(key)
      if (!counter || counter.endsAt <= now) counter = { calls: 0, endsAt: now + seconds * 1_000 }
      counter.calls += 1
      counters.set(key, counter)
      if (counter.calls > max)
        throw new Refusal('too-often', 'Too many attempts. Please try again later.', {
          retryAfterSeconds: Math.ceil((counter.endsAt - now) / 1_000),
        })
    }
  }
}
