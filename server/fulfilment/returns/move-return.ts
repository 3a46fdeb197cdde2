/** Moves a return and notifies the people concerned; for the other use cases of returns. */
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueDisputeMails, queueReturnMails } from './mails.ts'
import { withdrawShipment } from '../shipments/cancel-shipment.ts'
import {
  findReturn,
  findWayBack,
  lockOrderOfReturn,
  type Move,
  moveReturn,
  readReturn,
  type ReturnRow,
  startWayBack,
} from './queries.ts'
import { holdOrFallBack, releaseReplacement } from './replacement.ts'
import { moveRefusal } from './rules.ts'

/** The return after the move; undefined where it was not made. The refund sends its own mails, because it knows the amount. */
export async function tryMove(shop: Shop, tx: Tx, id: string, move: Move): Promise<ReturnRow | undefined> {
  await lockOrderOfReturn(tx, id)
  if (!(await moveReturn(tx, id, move))) return undefined
  const moved = await readReturn(tx, id)
  if (!moved) throw new Error(`return ${id} is gone`)
  const row = move.to === 'received' ? await holdOrFallBack(shop, tx, moved) : moved
  if (move.to === 'rejected') await releaseReplacement(shop, tx, row)
  if (move.to === 'disputed') await queueDisputeMails(shop, tx, row, move)
  const { orderId } = row
  if (move.to === 'accepted')
    await shop.jobs.send(tx, 'continue-shipment', { shipmentId: await startWayBack(tx, row), orderId })
  // Otherwise the courier would come to the buyer for nothing, at the shop's expense.
  if (move.to === 'to-send' || (move.to === 'received' && move.by !== 'courier')) {
    const shipmentId = await findWayBack(tx, id)
    if (shipmentId) await withdrawShipment(shop, tx, shipmentId, orderId)
  }
  if (move.to !== 'refunded') await queueReturnMails(shop, tx, row, move.note)
  return row
}

/** Refuses: not-found for a return that is not the owner's; conflict where it is in a state without this move. */
export async function requireMove(shop: Shop, tx: Tx, id: string, move: Move): Promise<ReturnRow> {
  const moved = await tryMove(shop, tx, id, move)
  if (moved) return moved
  const present = await findReturn(tx, id, move.owner)
  if (!present) throw notFound()
  throw new Refusal('conflict', moveRefusal(present.state))
}
