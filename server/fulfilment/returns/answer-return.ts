/**
 * What buyer, seller and administrator do with a return without moving money (server/fulfilment/returns/rules.ts has the
 * moves).
 */
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { exchangeReturn } from './exchange-return.ts'
import { requireMove } from './move-return.ts'
import { findReturn, type Owner } from './queries.ts'
import { refundReturn } from './refund-return.ts'
import { type Decision, decisionsFor, moveRefusal } from './rules.ts'

/** Refuses, like all of these: not-found for another person's return; conflict in a state without this move. */
export const withdrawReturn = (shop: Shop, customerId: string, id: string) =>
  shop.db.transaction((tx) =>
    requireMove(shop, tx, id, { to: 'withdrawn', by: 'buyer', owner: { customerId } }),
  )

/** A job of the same transaction asks the courier to fetch the goods. */
export const acceptReturn = (shop: Shop, sellerId: string, id: string) =>
  shop.db.transaction((tx) =>
    requireMove(shop, tx, id, { to: 'accepted', by: 'seller', owner: { sellerId } }),
  )

/** The seller asks an administrator to decide, instead of accepting or because of what came back. */
export const disputeReturn = (shop: Shop, sellerId: string, id: string, note: string) =>
  shop.db.transaction((tx) =>
    requireMove(shop, tx, id, { to: 'disputed', by: 'seller', owner: { sellerId }, note }),
  )

/** The goods are with the seller: from now on the time limit of the refund runs. */
export const receiveReturn = (shop: Shop, sellerId: string, id: string) =>
  shop.db.transaction((tx) =>
    requireMove(shop, tx, id, { to: 'received', by: 'seller', owner: { sellerId } }),
  )

const noOwner: Owner = null

/**
 * An administrator decides a dispute or acts for the seller; the note is kept in the history and in the audit. Returns what was
 * done, because a replacement that cannot be sent any more becomes a refund.
 */
export async function decideReturn(
  shop: Shop,
  id: string,
  decision: Decision,
  note: string,
): Promise<Decision> {
  if (decision === 'refund') {
    await refundReturn(shop, id, { by: 'shop', owner: noOwner, note, restock: false })
    return decision
  }
  if (decision === 'exchange') {
    const done = await exchangeReturn(shop, id, { by: 'shop', owner: noOwner, note, restock: false })
    return done === 'replacing' ? decision : 'refund'
  }
  const to = decision === 'accept' ? 'accepted' : decision === 'reject' ? 'rejected' : 'received'
  await shop.db.transaction(async (tx) => {
    const before = await findReturn(tx, id, noOwner)
    if (!before) throw notFound('There is no such return.')
    if (!decisionsFor(before).includes(decision)) throw new Refusal('conflict', moveRefusal(before.state))
    await requireMove(shop, tx, id, { to, by: 'shop', owner: noOwner, note })
    await record(tx, 'return-decided', {
      target: { kind: 'return', id, name: before.orderId },
      note: `${decision}: ${note}`,
    })
  })
  return decision
}
