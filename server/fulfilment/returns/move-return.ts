/** Moves a return and notifies the people concerned; for the other use cases of returns. */
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueDisputeMails, queueReturnMails } from './mails.ts'
import { findReturn, type Move, moveReturn, readReturn, type ReturnRow } from './queries.ts'
import { holdOrFallBack, releaseReplacement } from './replacement.ts'
import { moveRefusal } from './rules.ts'

/** The return after the move; undefined where it was not made. The refund sends its own mails, because it knows the amount. */
export async function tryMove(shop: Shop, tx: Tx, id: string, move: Move): Promise<ReturnRow | undefined> {
  if (!(await moveReturn(tx, id, move))) return undefined
  const moved = await readReturn(tx, id)
  if (!moved) throw new Error(`return ${id} is gone`)
  const row = move.to === 'received' ? await holdOrFallBack(shop, tx, moved) : moved
  if (move.to === 'rejected') await releaseReplacement(shop, tx, row)
  if (move.to === 'disputed') await queueDisputeMails(shop, tx, row, move)
  if (move.to === 'accepted') await shop.jobs.send(tx, 'book-return-pickup', { returnId: id })
  if (move.to === 'to-send' || (move.to === 'received' && move.by !== 'courier'))
    await shop.jobs.send(tx, 'cancel-return-pickup', { returnId: id })
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
