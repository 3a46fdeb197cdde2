/** Gives the price of an order back, or a part of it: the one way by which orders are cancelled, returned and refunded. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { issueCreditNote } from '../../money/invoices/issue.ts'
import { recordGoodwill } from '../../money/ledger/sale-entries.ts'
import type { OrderRefundReason } from '../../money/payments/refund-reason.ts'
import { scheduleOrderRefund } from '../../money/payments/schedule-refund.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reverseSale } from '../../money/sales/reverse-sale.ts'
import type { Shop } from '../../platform/shop.ts'
import { addGivenBack, type OrderLeft, readOrderLeft } from './give-back-queries.ts'

/** Pieces that the buyer does not keep, and what that means for the seller once the parcel was handed over. */
interface GivenPieces {
  units: number
  /** 'lost': nobody has them, and the shop compensates the seller. */
  cause: 'returned' | 'undelivered' | 'lost'
  /** The way back of the parcel in paise, without GST: taken with GST from the buyer's refund, or from the seller. */
  wayBack?: { paise: number; paidBy: 'buyer' | 'seller' }
}

/** Money for pieces that the buyer keeps. */
interface GivenMoney {
  paise: number
  bears: 'seller' | 'shop'
}
type GivenPart = GivenPieces | GivenMoney

export interface GivenBack {
  /** Null where nothing is left to pay, because the money went back before. */
  refundId: string | null
  /** What goes back now, in paise. */
  givenNowPaise: number
  /** What of the sale was taken back; null where the order was not handed over, or the shop bears it. */
  reversalId: string | null
}

/**
 * In the caller's transaction, which has locked all orders of the checkout (`lockOrdersOfCheckout`): adds to the order's units
 * and sums, takes the sale back with a credit note, and queues the refund. An order that was not handed over and of which every piece is given back
 * becomes 'refunded': its parcel is neither booked nor tracked afterwards. Stock is the caller's business, because only he
 * knows who has the goods. Refuses: conflict for more pieces or money than are left.
 */
export async function giveBack(
  shop: Shop,
  tx: Tx,
  orderId: string,
  part: GivenPart,
  reason: OrderRefundReason,
): Promise<GivenBack> {
  const order = await readOrderLeft(tx, orderId)
  refuseTooMuch(order, part)
  const pricePaise = 'bears' in part ? part.paise : order.piecePaise * part.units
  const takenPaise = takenFromSeller(order, part, pricePaise)
  const reversal =
    order.sold && takenPaise > 0
      ? await reverseSale(tx, {
          orderId,
          paise: takenPaise,
          ...('bears' in part
            ? { cause: 'price-reduced', units: 0 }
            : { cause: part.cause, units: part.units, ...(part.wayBack && { wayBack: part.wayBack }) }),
        })
      : null
  if (reversal) await issueCreditNote(shop, tx, reversal.id)
  const wayBackPaise = reversal?.buyerPaysPaise ?? 0
  const refundPaise = Math.max(0, Math.min(pricePaise - wayBackPaise, order.leftPaise))
  const { refundedPaise, givenUnits } = await addGivenBack(tx, orderId, {
    units: 'bears' in part ? 0 : part.units,
    sold: order.sold,
    refundPaise,
    reversedPaise: reversal ? takenPaise : 0,
  })
  // Money that the seller does not give is the shop's; what he gives and the buyer got before comes back to the shop.
  const claimsPaise = refundPaise + wayBackPaise - takenPaise
  const { checkoutId, paymentId } = order
  if (claimsPaise !== 0)
    await recordGoodwill(
      tx,
      { orderId, paymentId },
      { no: `${refundedPaise}:${givenUnits}`, amountPaise: claimsPaise },
    )
  const reversalId = reversal?.id ?? null
  if (refundPaise === 0) return { refundId: null, givenNowPaise: 0, reversalId }
  const refund = await scheduleOrderRefund(shop, tx, { checkoutId, orderId, paise: refundPaise, reason })
  return { ...refund, reversalId }
}

/** What the seller loses of the price, in paise: of an order without a sale he has nothing yet, but he will not get it either. */
function takenFromSeller(order: OrderLeft, part: GivenPart, pricePaise: number): number {
  if ('bears' in part && (part.bears === 'shop' || !order.sold)) return 0
  return order.sold ? Math.min(pricePaise, order.salePaise - order.reversedPaise) : pricePaise
}

function refuseTooMuch(order: OrderLeft, part: GivenPart): void {
  const much = 'bears' in part ? part.paise : part.units
  if (!Number.isSafeInteger(much) || much < 0) throw new Error(`${much} is no part of an order`)
  if ('units' in part && part.units > order.leftUnits)
    throw new Refusal(
      'conflict',
      order.leftUnits === 0
        ? 'Every piece of this order was given back already.'
        : `Only ${order.leftUnits} of this order can still be given back.`,
    )
  if ('bears' in part && part.paise > order.leftPaise)
    throw new Refusal(
      'conflict',
      order.leftPaise === 0
        ? 'This order was refunded in full already.'
        : `Only ${formatAmount(rupees(order.leftPaise))} of this order are left to refund.`,
    )
}
