/**
 * Limits of which strangers can use up a part. Where that part is used up, nobody is refused plainly: the refusal brings a challenge,
 * and the repetition with its solution is counted against a larger limit (proof-of-work.ts).
 */
import { proofField } from '../../../contract/proof-of-work.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { checkLimit, consumeLimit, type Limit, refundLimits } from '../../platform/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { makeChallenge, redeemProof } from './proof-of-work.ts'
import type { SharedLimit } from './rate-limits.ts'

export interface Guard {
  /** Refuses when a limit is used up, without counting. */
  check(db: Queryable): Promise<void>
  /** Counts one hit on each limit, and refuses above one, which rolls the transaction back. */
  consume(tx: Tx): Promise<void>
  /** Takes back one hit of each. */
  refund(db: Queryable): Promise<void>
}

/** Uses up the proof, so call it outside of transactions. All refusals of the guard are 'too-often'. */
export async function openGuard(
  shop: Shop,
  email: string,
  { own, shared }: { own: readonly Limit[]; shared: readonly SharedLimit[] },
  proof: string | undefined,
  words?: string,
): Promise<Guard> {
  const proven = shared.length > 0 && (await redeemProof(shop, email, proof))
  const bounds = proven ? shared.map((limit) => ({ ...limit, max: limit.maxWithProof })) : shared

  async function askingForProof(work: () => Promise<void>): Promise<void> {
    if (shared.length === 0) return
    try {
      await work()
    } catch (error) {
      if (proven || !(error instanceof Refusal)) throw error
      throw new Refusal(error.code, error.message, {
        fields: { [proofField]: makeChallenge(shop, email) },
        retryAfterSeconds: error.retryAfterSeconds ?? 1,
      })
    }
  }

  return {
    async check(db) {
      await checkLimit(db, own, words)
      await askingForProof(() => checkLimit(db, bounds, words))
    },
    async consume(tx) {
      // Always in this order, so that two requests never deadlock.
      await askingForProof(() => consumeLimit(tx, bounds, words))
      await consumeLimit(tx, own, words)
    },
    async refund(db) {
      await refundLimits(db, keysOf(shared))
      await refundLimits(db, keysOf(own))
    },
  }
}

const keysOf = (limits: readonly Limit[]) => limits.map(({ key }) => key)
