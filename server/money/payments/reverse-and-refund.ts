/** Reverses the sale of an order and refunds its price, or a part of both. All money of orders is refunded here. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { partOf } from '../../../contract/part-of.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import { insertChargeBack } from '../disputes/lost-dispute.ts'
import { refuseDisputed } from '../disputes/refuse-disputed.ts'
import { recordGoodwill, recordOfferBack } from '../ledger/sale-entries.ts'
import { shareOf } from '../sales/rules.ts'
import { previewReversal, reverseSale, type SaleReversal, type Taken } from '../sales/reverse-sale.ts'
import type { OrderRefundReason } from './refund-reason.ts'
import { scheduleOrderRefund } from './schedule-refund.ts'

/** Pieces that the buyer does not keep, and the consequence for the seller after the hand-over of the parcel. */
export interface RefundedPieces {
  units: number
  /** 'lost': nobody has them, and the shop compensates the seller. */
  cause: 'returned' | 'undelivered' | 'lost'
  /** The way back of the parcel in paise, without GST: taken with GST from the buyer's refund, or from the seller. */
  wayBack?: { paise: number; paidBy: 'buyer' | 'seller' }
  /** The buyer only changed their mind: the charge for delivery stays with the seller, who had them carried. */
  keepsDelivery?: boolean
}

/** Money for pieces that the buyer keeps. */
interface RefundedMoney {
  paise: number
  bears: 'seller' | 'shop'
}
export type RefundedPart = RefundedPieces | RefundedMoney

export interface Refunded {
  /** Null where nothing is left to pay, because the money was refunded before. */
  refundId: string | null
  /** The amount refunded now, in paise. */
  givenNowPaise: number
  /** The reversal of the sale; null where the order was not handed over, or the shop bears the refund. */
  reversalId: string | null
}

/** What is left of an order to refund. Amounts in paise. */
export interface OrderLeft {
  orderId: string
  checkoutId: string
  paymentId: string
  /** What the buyer paid for all its pieces, with the charge for delivery. */
  amountPaise: number
  deliveryPaise: number
  /** What of the charge stays with the seller for pieces that went back. */
  keptPaise: number
  quantity: number
  /** What the shop bears of its price, and what it has got back of that. */
  shopPaise: number
  shopBackPaise: number
  leftUnits: number
  leftPaise: number
  /** Its parcel was handed over: it is a sale in the ledger. */
  sold: boolean
  /** The price of the sale; 0 for an order that is not sold. */
  salePaise: number
  reversedPaise: number
}

/** Left out, the money is sent by the provider, and not while the buyer's bank disputes the payment. */
export interface WayOfMoney {
  /** The bank took it by this dispute. */
  disputeId?: string
  /** Nobody can be refused: what is decided while the payment is disputed is sent, or covered, when the dispute ends. */
  waitsForDispute?: boolean
  /** What the administrator typed who decided it. */
  note?: string
}

/** What is added to the order. Amounts in paise. */
export interface RefundOfOrder {
  units: number
  refundPaise: number
  reversedPaise: number
  shopBackPaise: number
  keptPaise: number
}

/**
 * In the caller's transaction, which has locked all orders of the checkout: reverses the sale with a credit note, calls
 * `addToOrder` for the part of the order, and queues the refund. `addToOrder` returns what was refunded of the order so far,
 * and how many pieces were cancelled or returned, this part included. Refuses: conflict for more pieces or money than are left,
 * and for a disputed payment.
 */
export async function reverseAndRefund(
  shop: Shop,
  tx: Tx,
  order: OrderLeft,
  part: RefundedPart,
  reason: OrderRefundReason,
  addToOrder: (refund: RefundOfOrder) => Promise<{ refundedPaise: number; givenUnits: number }>,
  { disputeId, waitsForDispute = false, note }: WayOfMoney = {},
): Promise<Refunded> {
  if (disputeId === undefined && !waitsForDispute) await refuseDisputed(tx, order.paymentId)
  refuseTooMuch(order, part)
  const { orderId } = order
  const price = priceOf(order, part)
  const { paidPaise: pricePaise, shopBackPaise } = price
  const takenPaise = takenFromSeller(order, part, price)
  const reversal =
    order.sold && takenPaise > 0
      ? await reverseSale(
          tx,
          'bears' in part
            ? { orderId, paise: takenPaise, cause: 'price-reduced', units: 0 }
            : reversalOf(order, part, price, takenPaise),
        )
      : null
  if (reversal)
    await issueCreditNote(shop, tx, reversal.id, {
      deliveryPaise: Math.min(price.deliveryPaise, takenPaise),
      shopPaise: Math.min(Math.max(0, price.grossPaise - pricePaise), takenPaise),
    })
  const wayBackPaise = reversal?.buyerPaysPaise ?? 0
  const refundPaise = Math.min(pricePaise, price.leftPaise) - wayBackPaise
  const { refundedPaise, givenUnits } = await addToOrder({
    units: 'bears' in part ? 0 : part.units,
    refundPaise,
    reversedPaise: reversal ? takenPaise : 0,
    shopBackPaise,
    keptPaise: price.keptPaise - order.keptPaise,
  })
  // What the seller does not bear is at the shop's expense. What the seller bears, but was refunded to the buyer before, is
  // credited to the shop.
  const claimsPaise = refundPaise + wayBackPaise + shopBackPaise - takenPaise
  const { checkoutId, paymentId } = order
  const no = `${refundedPaise}:${givenUnits}`
  if (claimsPaise !== 0) await recordGoodwill(tx, { orderId, paymentId }, { no, amountPaise: claimsPaise })
  if (shopBackPaise !== 0)
    await recordOfferBack(tx, { orderId, paymentId }, { no, amountPaise: shopBackPaise })
  const reversalId = reversal?.id ?? null
  if (refundPaise === 0) return { refundId: null, givenNowPaise: 0, reversalId }
  if (disputeId !== undefined) {
    const taken = { disputeId, paymentId, orderId, amountPaise: refundPaise, what: 'left' } as const
    return { refundId: await insertChargeBack(tx, taken), givenNowPaise: refundPaise, reversalId }
  }
  const refund = await scheduleOrderRefund(shop, tx, {
    checkoutId,
    orderId,
    paise: refundPaise,
    reason,
    note,
  })
  return { ...refund, reversalId }
}

const reversalOf = (
  { orderId }: OrderLeft,
  { cause, units, wayBack }: RefundedPieces,
  { paidPaise: pricePaise, leftPaise }: PartPrice,
  takenPaise: number,
): SaleReversal => ({
  orderId,
  paise: takenPaise,
  cause,
  units,
  ...(wayBack && { wayBack: { ...wayBack, pricePaise, leftPaise } }),
})

/** What the refund of these pieces takes from their seller; null where the order is no sale, or nothing of it is left to take. */
export async function previewRefund(
  db: Queryable,
  order: OrderLeft,
  part: RefundedPieces,
): Promise<Taken | null> {
  const price = priceOf(order, part)
  const takenPaise = takenFromSeller(order, part, price)
  return order.sold && takenPaise > 0 ? previewReversal(db, reversalOf(order, part, price, takenPaise)) : null
}

/** A part of an order, in paise. */
interface PartPrice {
  /** What the buyer paid for it. */
  paidPaise: number
  /** What it is of the sale: the same with what the shop paid. */
  grossPaise: number
  /** What the shop gets back now of its part of the discount: the last part gets all that is left. */
  shopBackPaise: number
  /** What of both is the charge for delivery. */
  deliveryPaise: number
  /** What of the charge stays with the seller, this part included. */
  keptPaise: number
  /** What is left to refund of the order without that. */
  leftPaise: number
}

function priceOf(order: OrderLeft, part: RefundedPart): PartPrice {
  const { amountPaise, quantity, shopPaise, leftUnits } = order
  const shopLeft = shopPaise - order.shopBackPaise
  if ('bears' in part) {
    const { leftPaise, keptPaise } = order
    const before = amountPaise - leftPaise
    const share =
      shareOf(shopPaise, before + part.paise, amountPaise) - shareOf(shopPaise, before, amountPaise)
    const shopBackPaise = part.paise === leftPaise ? shopLeft : Math.min(share, shopLeft)
    const grossPaise = part.paise + shopBackPaise
    return { paidPaise: part.paise, grossPaise, shopBackPaise, deliveryPaise: 0, keptPaise, leftPaise }
  }
  const of = (paise: number) => partOf(paise, quantity - leftUnits, part.units, quantity)
  const { deliveryPaise, keptPaise } = chargeOf(order, part, of(order.deliveryPaise))
  const goodsPaise = amountPaise - order.deliveryPaise
  const paidPaise = of(goodsPaise) + deliveryPaise
  // Rounded as one amount: what the shop pays moves no paisa of the price. So its part of pieces can even be a paisa below 0.
  const grossPaise = of(goodsPaise + shopPaise) + deliveryPaise
  const leftPaise = Math.max(0, order.leftPaise - keptPaise)
  const isLast = part.units === leftUnits || paidPaise >= leftPaise
  const share = Math.max(grossPaise - paidPaise, -order.shopBackPaise)
  const shopBackPaise = isLast ? shopLeft : Math.min(share, shopLeft)
  return { paidPaise, grossPaise, shopBackPaise, deliveryPaise, keptPaise, leftPaise }
}

/**
 * The charge for delivery of these pieces, `ownPaise`, comes back or stays. What stayed before comes back with the last pieces
 * where these did not arrive: the buyer then paid for a delivery that failed.
 */
function chargeOf({ keptPaise, leftUnits }: OrderLeft, part: RefundedPieces, ownPaise: number) {
  if (part.keepsDelivery) return { deliveryPaise: 0, keptPaise: keptPaise + ownPaise }
  const isFailed = part.cause !== 'returned' && part.units === leftUnits
  return isFailed
    ? { deliveryPaise: ownPaise + keptPaise, keptPaise: 0 }
    : { deliveryPaise: ownPaise, keptPaise }
}

/** What the seller loses of the price, in paise: without a sale the seller has nothing yet, but will not get it either. */
function takenFromSeller(order: OrderLeft, part: RefundedPart, { grossPaise, keptPaise }: PartPrice): number {
  if ('bears' in part && (part.bears === 'shop' || !order.sold)) return 0
  if (!order.sold) return grossPaise
  const left = order.salePaise - order.reversedPaise - ('bears' in part ? 0 : keptPaise)
  return Math.max(0, Math.min(grossPaise, left))
}

function refuseTooMuch(order: OrderLeft, part: RefundedPart): void {
  const much = 'bears' in part ? part.paise : part.units
  if (!Number.isSafeInteger(much) || much < 0) throw new Error(`${much} is no part of an order`)
  if ('units' in part && part.units > order.leftUnits)
    throw new Refusal(
      'conflict',
      order.leftUnits === 0
        ? 'Every piece of this order was cancelled or returned already.'
        : `Only ${order.leftUnits} of this order can still be refunded.`,
    )
  if ('bears' in part && part.paise > order.leftPaise)
    throw new Refusal(
      'conflict',
      order.leftPaise === 0
        ? 'This order was refunded in full already.'
        : `Only ${formatAmount(rupees(order.leftPaise))} of this order are left to refund.`,
    )
}
