/** Who complains, and the seller that it concerns, write to the desk; who complains says whether the solution satisfies. */
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { targetOf } from './make-complaint.ts'
import {
  type Complainant,
  type ComplaintFacts,
  insertMessage,
  lockOwnComplaint,
  lockSellersComplaint,
  setOpen,
  setReopened,
  setSatisfied,
  setSellerAnswered,
} from './queries.ts'
import { replyRefusal, sellerRefusal } from './rules.ts'

/** The audit's name of somebody who has no account. */
const byLink = { actor: { id: null, name: 'link in a mail' } }
const actorOf = (who: Complainant) => ('linkHash' in who ? byLink : {})

async function lockOwn(tx: Tx, who: Complainant, id: string | undefined): Promise<ComplaintFacts> {
  const facts = await lockOwnComplaint(tx, who, id)
  if (!facts) throw notFound('There is no such complaint of yours.')
  return facts
}

/**
 * What is written about a solved complaint opens it again, once; also about one that was dismissed before they read it. `id` is undefined for a mailed link. Refuses: not-found for somebody
 * else's; conflict for one that is closed or full.
 */
export async function replyToDesk(
  shop: Shop,
  who: Complainant,
  id: string | undefined,
  words: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lockOwn(tx, who, id)
    const refusal = replyRefusal(facts)
    if (refusal) throw new Refusal('conflict', refusal)
    await insertMessage(tx, { complaintId: facts.id, kind: 'person', author: null, words })
    const reopens = facts.state === 'solved' || facts.dismissed
    if (reopens) await setReopened(tx, facts.id, shop.config.complaints.decideDays)
    else await setOpen(tx, facts.id)
    await record(tx, reopens ? 'complaint-reopened' : 'complaint-replied', {
      target: targetOf(facts),
      ...actorOf(who),
    })
  })
}

/** Refuses: not-found for somebody else's; conflict for one that is not solved, or rated already. */
export async function rateSolution(
  shop: Shop,
  who: Complainant,
  id: string | undefined,
  satisfied: boolean,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lockOwn(tx, who, id)
    if (facts.state !== 'solved' || facts.satisfied !== null)
      throw new Refusal('conflict', 'This complaint is not solved, or you have answered this already.')
    await setSatisfied(tx, facts.id, satisfied)
    await record(tx, 'complaint-rated', {
      target: targetOf(facts),
      note: satisfied ? 'satisfied' : 'not satisfied',
      ...actorOf(who),
    })
  })
}

/** Refuses: not-found for a complaint about which the seller was not asked; conflict once it is decided. */
export async function answerAsSeller(shop: Shop, sellerId: string, id: string, words: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lockSellersComplaint(tx, sellerId, id)
    if (!facts) throw notFound('There is no such complaint.')
    const refusal = sellerRefusal(facts)
    if (refusal) throw new Refusal('conflict', refusal)
    await insertMessage(tx, { complaintId: facts.id, kind: 'seller', author: null, words })
    await setSellerAnswered(tx, facts.id)
    await record(tx, 'complaint-seller-answered', { target: targetOf(facts) })
  })
}
