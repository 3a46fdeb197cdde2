/** Refunds a return: the one place where a return moves money and stock (docs/money.md, Returns). */
import { record } from '../audit/record.ts'
import { returnStock } from '../catalogue/stock.ts'
import { giveBack } from '../orders/give-back.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { isGone } from '../shipping/rules.ts'
import { queueReturnMails } from './mails.ts'
import { requireMove } from './move-return.ts'
import { findReturn, type Owner, recordReturnRefund, refundedPaiseOf, type ReturnRow } from './queries.ts'

interface Refunding {
  by: 'seller' | 'shop' | 'clock'
  owner: Owner
  note?: string
  /** Whether the pieces are counted in the stock again. */
  restock: boolean
}

/**
 * One transaction moves the return, gives the price of its pieces back, less a way back that the buyer pays, takes the sale back
 * from the seller, and counts the pieces in where he wants it. Pieces that were given back another way meanwhile are left out.
 * For goods that the courier lost on the way back the shop compensates the seller. Refuses: not-found for another's return;
 * conflict in a state without a refund.
 */
export async function refundReturn(
  shop: Shop,
  id: string,
  { by, owner, note, restock }: Refunding,
): Promise<void> {
  const found = await findReturn(shop.db, id, owner)
  if (!found) throw notFound('There is no such return.')
  const { orderId } = found
  await shop.db.transaction(async (tx) => {
    // Orders are locked before returns everywhere.
    await lockOrder(tx, orderId)
    const row = await requireMove(shop, tx, id, { to: 'refunded', by, owner, note: note ?? null })
    const units = Math.min(row.units, row.leftUnits)
    const restocked = restock && units > 0
    const before = await refundedPaiseOf(tx, orderId)
    const given = units > 0 ? await giveBack(shop, tx, orderId, partOf(row, units), 'returned') : null
    const refundPaise = (await refundedPaiseOf(tx, orderId)) - before
    if (restocked) await returnStock(tx, [{ productId: row.productId, quantity: units }])
    await recordReturnRefund(tx, id, { refundId: given?.refundId ?? null, refundPaise, restocked })
    await queueReturnMails(shop, tx, { ...row, refundPaise })
    if (by === 'shop')
      await record(tx, 'return-decided', {
        target: { kind: 'return', id, name: orderId },
        note: `refund: ${note ?? ''}`,
      })
  })
}

/** The way back is charged where the courier carried the goods. */
function partOf(row: ReturnRow, units: number) {
  const { wayBackPaise: paise, wayBackPaidBy: paidBy } = row
  const isLost = row.receivedAt === null && isGone(row.courierCode)
  return {
    units,
    cause: isLost ? ('lost' as const) : ('returned' as const),
    ...(row.awbNumber !== null && !isLost && paise > 0 && { wayBack: { paise, paidBy } }),
  }
}
