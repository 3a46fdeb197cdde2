/** Sends the replacement of a return whose goods are back (docs/money.md, Exchanges). */
import type { FallBackReason } from '../../../contract/return-words.ts'
import { record } from '../../people/audit/record.ts'
import { returnStock } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { maySend } from '../orders/send-goods.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { requireMove } from './move-return.ts'
import { findReturn, type Owner, type ReturnRow } from './queries.ts'
import { refundReturn } from './refund-return.ts'
import { holdReplacement, sendReplacement } from './replacement.ts'
import { isSellerSuspended, recordRestocked } from './replacement-queries.ts'

interface Exchanging {
  by: 'seller' | 'shop' | 'clock'
  owner: Owner
  note?: string
  /** Whether what came back is counted in the stock again. */
  restock: boolean
}

/** Rolls the move back. */
class CannotExchange extends Error {
  readonly why: FallBackReason
  constructor(why: FallBackReason) {
    super(why)
    this.why = why
  }
}

/**
 * One transaction moves the return to 'replacing' and makes its parcel due; a job books it. No money moves: the sale stands.
 * Where the pieces cannot be sent, because they were refunded otherwise or the seller is suspended, the return is refunded
 * instead. While the buyer's bank disputes the payment the clock waits. Returns what was done. Refuses: not-found for another
 * person's return; conflict for one that is no exchange, in a state without this move, and for people during a dispute.
 */
export async function exchangeReturn(
  shop: Shop,
  id: string,
  asked: Exchanging,
): Promise<'replacing' | 'refunded' | 'waits'> {
  const { by, owner, note, restock } = asked
  const found = await findReturn(shop.db, id, owner)
  if (!found) throw notFound('There is no such return.')
  if (found.wanted !== 'exchange' || found.fellBack)
    throw new Refusal('conflict', 'This return is refunded, not exchanged.')
  try {
    return await shop.db.transaction(async (tx) => {
      const may = await maySend(tx, { orderId: found.orderId, units: found.units })
      if (may === 'disputed' && by === 'clock') return 'waits'
      if (may === 'disputed')
        throw new Refusal(
          'conflict',
          "The buyer's bank disputes this payment. Nothing is sent until the bank has decided; then the exchange goes on.",
        )
      const row = await requireMove(shop, tx, id, { to: 'replacing', by, owner, note: note ?? null })
      if (may === 'unpaid') throw new CannotExchange('shop')
      await startReplacement(shop, tx, row)
      if (restock) {
        await returnStock(tx, [{ productId: row.productId, quantity: row.units }])
        await recordRestocked(tx, id)
      }
      if (by === 'shop')
        await record(tx, 'return-decided', {
          target: { kind: 'return', id, name: found.orderId },
          note: `exchange: ${note ?? ''}`,
        })
      return 'replacing'
    })
  } catch (error) {
    if (!(error instanceof CannotExchange)) throw error
    await refundReturn(shop, id, { ...asked, fellBack: error.why })
    return 'refunded'
  }
}

async function startReplacement(shop: Shop, tx: Tx, row: ReturnRow): Promise<void> {
  if (await isSellerSuspended(tx, row.id)) throw new CannotExchange('seller')
  if (await sendReplacement(shop, tx, row.id)) return
  // A node of a version without exchanges has received the goods: nothing is held for them yet.
  const why = await holdReplacement(shop, tx, row)
  if (why) throw new CannotExchange(why)
  if (!(await sendReplacement(shop, tx, row.id))) throw new Error(`return ${row.id} has no replacement`)
}
