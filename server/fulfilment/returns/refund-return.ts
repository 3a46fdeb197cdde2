/** Refunds a return: the one place where a return moves money and stock (docs/money.md, Returns). */
import { rupees } from '../../../contract/money.ts'
import type { FallBackReason } from '../../../contract/return-words.ts'
import type { ReturnCost } from '../../../contract/returns.ts'
import { doRefundsWait } from '../../money/disputes/disputed-order.ts'
import { previewExchange } from '../../money/sales/charge-exchange.ts'
import type { Taken } from '../../money/sales/reverse-sale.ts'
import { record } from '../../people/audit/record.ts'
import { returnStock } from '../../catalogue/products/stock.ts'
import type { Tx } from '../../platform/db/client.ts'
import { flagOrder } from '../orders/flag-order.ts'
import { previewOrderRefund, reverseAndRefundOrder } from '../orders/reverse-and-refund-order.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { isGone } from '../shipments/courier-rules.ts'
import { pickedUp } from './exchange-rules.ts'
import { queueReturnMails } from './mails.ts'
import { requireMove } from './move-return.ts'
import {
  findReturn,
  type Owner,
  readReturn,
  recordReturnRefund,
  refundedPaiseOf,
  type ReturnRow,
} from './queries.ts'
import { releaseReplacement } from './replacement.ts'
import { isCarriedBack, keepsDelivery, sourcesOf } from './rules.ts'
import { type EndedReplacement, recordFallBack } from './replacement-queries.ts'

interface Refunding {
  by: 'seller' | 'shop' | 'clock' | 'courier'
  owner: Owner
  note?: string
  /** Whether the pieces are counted in the stock again. */
  restock: boolean
  /** Why an exchange becomes a refund; left out where the seller or an administrator decided so. */
  fellBack?: FallBackReason
}

/**
 * One transaction moves the return, refunds the price of its pieces less a way back that the buyer pays, reverses the sale, and
 * adds the pieces to the stock if the seller wants it. Pieces that were refunded otherwise are left out. For goods that the
 * courier lost the shop compensates the seller. A replacement that is held for the return goes back to the stock. Refuses:
 * not-found for another person's return; conflict in a state without a refund.
 */
export async function refundReturn(shop: Shop, id: string, refunding: Refunding): Promise<void> {
  const found = await findReturn(shop.db, id, refunding.owner)
  if (!found) throw notFound('There is no such return.')
  await shop.db.transaction(async (tx) => {
    // Orders are locked before returns everywhere.
    await lockOrder(tx, found.orderId)
    await refundWithin(shop, tx, found.orderId, id, refunding)
  })
}

/** The same in the transaction of the caller, who has locked the order. */
export async function refundWithin(
  shop: Shop,
  tx: Tx,
  orderId: string,
  id: string,
  { by, owner, note, restock, fellBack }: Refunding,
): Promise<void> {
  await recordFallBack(tx, id, fellBack ?? (by === 'seller' ? 'seller' : 'shop'), sourcesOf('refunded', by))
  const row = await requireMove(shop, tx, id, { to: 'refunded', by, owner, note: note ?? null })
  const replacement = await releaseReplacement(shop, tx, row)
  if (by === 'shop' && replacement?.handedOver) await flagOrder(tx, orderId, pickedUp)
  const units = Math.min(row.units, row.leftUnits)
  const restocked = restock && units > 0
  const before = await refundedPaiseOf(tx, orderId)
  const given =
    units > 0
      ? await reverseAndRefundOrder(shop, tx, orderId, partOf(row, units, replacement), 'returned', {
          waitsForDispute: by === 'clock' || by === 'courier',
        })
      : null
  const refundPaise = (await refundedPaiseOf(tx, orderId)) - before
  const givenPaise = given?.givenNowPaise ?? 0
  if (restocked) await returnStock(tx, [{ productId: row.productId, quantity: units }])
  await recordReturnRefund(tx, id, {
    refundId: given?.refundId ?? null,
    refundPaise,
    givenPaise,
    restocked,
  })
  const waitsForBank = await doRefundsWait(tx, orderId)
  await queueReturnMails(shop, tx, { ...row, refundPaise: givenPaise, waitsForBank })
  if (by === 'shop')
    await record(tx, 'return-decided', {
      target: { kind: 'return', id, name: orderId },
      note: `refund: ${note ?? ''}`,
    })
}

/**
 * What accepting a return takes from its seller, as the refund or the exchange books it: the courier carries the goods back, and
 * no other refund of the order is decided meanwhile. Refuses: not-found for another seller's return.
 */
export async function previewReturn({ db }: Shop, sellerId: string, id: string): Promise<ReturnCost> {
  const row = await readReturn(db, id)
  if (row?.sellerId !== sellerId) throw notFound('There is no such return.')
  const { orderId, wayBackPaise, wayBackPaidBy: paidBy } = row
  if (row.wanted === 'exchange' && row.fellBack === null) {
    const replacementPaise = await previewExchange(db, orderId, wayBackPaise)
    const totalPaise = await previewExchange(db, orderId, wayBackPaise * 2)
    return toCost({ totalPaise, replacementPaise, wayBackPaise: totalPaise - replacementPaise })
  }
  const units = Math.min(row.units, row.leftUnits)
  const wayBack = wayBackPaise > 0 ? { wayBack: { paise: wayBackPaise, paidBy } } : {}
  const part = { units, cause: 'returned' as const, keepsDelivery: keepsDelivery(row.reason), ...wayBack }
  const taken = units > 0 && (await previewOrderRefund(db, orderId, part))
  return toCost(taken || { totalPaise: 0, wayBackPaise: 0 })
}

const toCost = (
  taken: Partial<Taken> & { totalPaise: number; wayBackPaise: number; replacementPaise?: number },
): ReturnCost => ({
  total: rupees(taken.totalPaise),
  price: rupees(taken.pricePaise ?? 0),
  fees: rupees(taken.feesPaise ?? 0),
  taxes: rupees(taken.taxesPaise ?? 0),
  replacement: rupees(taken.replacementPaise ?? 0),
  wayBack: rupees(taken.wayBackPaise),
})

/** The way back is charged where the courier carried the goods; after the hand-over of a replacement it is charged already. */
function partOf(row: ReturnRow, units: number, replacement: EndedReplacement | undefined) {
  const { wayBackPaise: paise, wayBackPaidBy: paidBy } = row
  const isLost = row.fellBack === 'lost' || (row.receivedAt === null && isGone(row.courierCode))
  const isCharged = isCarriedBack(row) && !isLost && replacement?.handedOver !== true
  return {
    units,
    cause: isLost ? ('lost' as const) : ('returned' as const),
    keepsDelivery: keepsDelivery(row.reason),
    ...(isCharged && paise > 0 && { wayBack: { paise, paidBy } }),
  }
}
