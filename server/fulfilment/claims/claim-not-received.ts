/** A buyer says that a parcel did not come which the courier calls delivered, or that it has come after all. */
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { lockOwnOrder } from '../orders/refund-queries.ts'
import { queueClaimMails } from './mails.ts'
import { endClaim, insertClaim, readClaimFacts } from './queries.ts'
import { claimRefusal, notReceived, notReceivedLate } from './rules.ts'

/**
 * In one transaction that locks the order: of two requests one succeeds, and a settlement pays the order either before it or after
 * the decision. Refuses: not-found for another customer's order; conflict for one that is not delivered, delivered too long ago,
 * returned, or claimed before.
 */
export async function claimNotReceived(
  shop: Shop,
  customerId: string,
  orderId: string,
  words: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { customerId }, orderId)
    if (!order) throw notFound('There is no such order of yours.')
    const refusal = claimRefusal(await readClaimFacts(tx, orderId))
    if (refusal) throw new Refusal('conflict', refusal)
    const decideBy = await insertClaim(tx, orderId, words)
    await flagOrder(tx, orderId, notReceived)
    await queueClaimMails(shop, tx, order, { state: 'open', decideBy })
    await record(tx, 'not-received-claimed', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: words,
    })
  })
}

/** Refuses: not-found for another customer's order; conflict where nothing waits for a decision. */
export async function withdrawClaim(shop: Shop, customerId: string, orderId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { customerId }, orderId)
    if (!order) throw notFound('There is no such order of yours.')
    if (!(await endClaim(tx, orderId, { state: 'withdrawn', reason: null })))
      throw new Refusal('conflict', 'Nothing waits for a decision here.')
    await unflagOrder(tx, orderId, [notReceived, notReceivedLate])
    await queueClaimMails(shop, tx, order, { state: 'withdrawn' })
    await record(tx, 'not-received-withdrawn', { target: { kind: 'order', id: orderId, name: order.number } })
  })
}
