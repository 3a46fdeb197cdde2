/** An administrator decides a green claim that is in review, or takes an accepted one back. */
import { record } from '../../people/audit/record.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueDecisionMail } from './mails.ts'
import { decideClaimRow, withdrawReplaced } from './queries.ts'
import { refreshSearch } from './refresh-search.ts'
import { asRefusal } from './rules.ts'

/**
 * One transaction: of two decisions about the same version one succeeds. An accepted claim takes the place of the one that it
 * renews. Refuses: conflict for a claim that was decided or changed since it was read, and one that cannot be accepted today.
 */
export async function decideClaim(
  shop: Shop,
  id: string,
  { decision, version, reason }: { decision: 'accept' | 'refuse'; version: number; reason: string },
): Promise<void> {
  const accepts = decision === 'accept'
  await asRefusal(
    shop.db.transaction(async (tx) => {
      const claim = await decideClaimRow(
        tx,
        { id, version, states: accepts ? ['submitted'] : ['submitted', 'accepted'] },
        accepts ? { state: 'accepted', reason: null } : { state: 'refused', reason },
      )
      if (!claim)
        throw new Refusal('conflict', 'This claim was decided or changed meanwhile. Please reload the page.')
      if (accepts && claim.replaces !== null) await withdrawReplaced(tx, claim.replaces)
      await refreshSearch(shop, tx, claim.sellerId)
      await queueDecisionMail(shop, tx, claim, accepts ? null : reason)
      await record(tx, 'green-claim-decided', {
        target: { kind: 'green-claim', id, name: `${claim.wording}, ${claim.company}` },
        note: accepts ? 'accepted' : `refused: ${reason}`,
      })
      tx.afterCommit(() => catalogueChanged(shop.db))
    }),
  )
}
