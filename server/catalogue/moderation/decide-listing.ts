/** An administrator decides about a listing: nothing is wrong, hide it until it is changed, take it down, or refuse the appeal. */
import type { Decision } from '../../../contract/admin-moderation.ts'
import { listingFaultWords } from '../../../contract/moderation-words.ts'
import { record } from '../../people/audit/record.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { noteChanges, readFacts } from '../listing-changes/note-changes.ts'
import { queueDecisionMail } from './mails.ts'
import { findSeller, lockModerated, writeDecision } from './queries.ts'
import { decisionRefusal } from './rules.ts'

/**
 * One transaction: of two decisions about what was read one succeeds. It closes all open reports. Refuses: not-found; conflict for a
 * listing that was decided meanwhile, or cannot be decided so.
 */
export async function decideListing(shop: Shop, id: string, decision: Decision): Promise<void> {
  const { act, note } = decision
  const reason = act === 'hide' || act === 'take-down' ? (decision.reason ?? null) : null
  await shop.db.transaction(async (tx) => {
    const listing = await lockModerated(tx, id)
    if (!listing) throw notFound('There is no such listing.')
    const refusal = decisionRefusal(listing, decision)
    if (refusal !== null) throw new Refusal('conflict', refusal)
    const { sellerId, name, state, deleted } = listing
    const before = await readFacts(tx, id)
    const decisionId = await writeDecision(tx, id, sellerId, {
      act,
      reason,
      note,
      undoes: act === 'keep' && state === 'taken-down',
    })
    // A report in which nobody finds anything wrong is not the seller's concern.
    if (act !== 'keep' || (state !== 'on-sale' && !deleted)) {
      const seller = await findSeller(tx, sellerId)
      await queueDecisionMail(shop, tx, {
        ...seller,
        decisionId,
        productId: id,
        name,
        deleted,
        act,
        reason,
        note,
      })
    }
    await noteChanges(tx, id, before, 'moderator')
    await record(tx, 'listing-decided', {
      target: { kind: 'listing', id, name },
      note: [act, reason && listingFaultWords[reason], note].filter(Boolean).join(': '),
    })
    tx.afterCommit(() => catalogueChanged(shop.db))
  })
}
