/** A buyer asks to return pieces of a delivered order (specification §9). */
import type { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { rupees } from '../../../contract/money.ts'
import type { ReturnReason } from '../../../contract/return-words.ts'
import { type askReturnBody, returnPhotosMax, type ReturnOptions } from '../../../contract/returns.ts'
import { newId } from '../../platform/db/ids.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { privateUploadSettings } from '../../platform/media/image-host.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { shareOf } from '../../money/sales/rules.ts'
import type { Shop } from '../../platform/shop.ts'
import { isClaimed } from '../claims/queries.ts'
import { exchangeRefusal, exchangeUnits } from './exchange-rules.ts'
import { queueReturnMails } from './mails.ts'
import { attachPhotos } from './photos.ts'
import { findOrderToReturn, insertReturn, type OrderToReturn, readReturn } from './queries.ts'
import { keepsDelivery, refundFor, returnRefusal, wayBackPaidBy } from './rules.ts'

const claimIsOpen =
  'You told us that this parcel did not come. Please tell us first, on the page of the order, that it has come.'
/** So that withdrawn returns of one order cannot grow without limit. */
const returnsOfOneOrder = 20

/** For the pieces with which the order was read. */
function amounts(order: OrderToReturn, reason: ReturnReason) {
  const paidBy = wayBackPaidBy(reason, order.wayBackPaidBy)
  const wayBackPaise =
    paidBy === 'buyer' ? order.wayBackPaise + shareOf(order.wayBackPaise, order.gstOnFeesBp, 10_000) : 0
  return {
    paidBy,
    wayBackPaise,
    refundPaise: refundFor(
      keepsDelivery(reason) ? withoutDelivery(order) : withDelivery(order),
      wayBackPaise,
    ),
  }
}

const withDelivery = ({ goodsPaise, deliveryPaise, leftPaise }: OrderToReturn) => ({
  pricePaise: goodsPaise + deliveryPaise,
  leftPaise: Math.max(0, leftPaise),
})
const withoutDelivery = ({ goodsPaise, deliveryPaise, leftPaise }: OrderToReturn) => ({
  pricePaise: goodsPaise,
  leftPaise: Math.max(0, leftPaise - deliveryPaise),
})

/** Amounts in rupees for `units` pieces. Refuses: not-found for another's order; conflict where it cannot be returned. */
export async function showReturnOptions(
  shop: Shop,
  customerId: string,
  orderId: string,
  units: number,
): Promise<ReturnOptions> {
  const order = await findOrderToReturn(shop.db, customerId, orderId, units)
  if (!order) throw notFound()
  const refusal = returnRefusal(order)
  if (refusal || order.until === null) throw new Refusal('conflict', refusal ?? '')
  const changedMind = amounts(order, 'changed-mind')
  return {
    number: order.number,
    productName: order.productName,
    imageUrl: publicImageUrl(shop.config, order.productImage),
    units: order.unitsLeft,
    until: order.until.toISOString(),
    changeOfMind: order.changeOfMind,
    refund: rupees(amounts(order, 'damaged').refundPaise),
    exchangeUnits: exchangeUnits(order, order.unitsLeft),
    refundChangedMind: rupees(changedMind.refundPaise),
    wayBackChangedMind: rupees(changedMind.wayBackPaise),
    ...(order.deliveryPaise > 0 && { deliveryKept: rupees(order.deliveryPaise) }),
    answerDays: order.answerDays,
    sendDays: order.sendDays,
    refundDays: Math.min(order.refundDays, limits.refundDays),
    upload: { ...privateUploadSettings(), maxImages: returnPhotosMax },
  }
}

/**
 * Stores the return with its photos and tells the seller, in one transaction that locks the order: of two requests for the last
 * piece one succeeds. Refuses: not-found for another person's order; conflict outside of the window, for more pieces than are
 * left, for a reason that the terms do not accept, and for an exchange that is not possible; invalid for photos that are not
 * the buyer's; too-often after 20 returns.
 */
export async function askForReturn(
  shop: Shop,
  customerId: string,
  orderId: string,
  { units, reason, words, wanted, photos }: z.output<typeof askReturnBody>,
): Promise<{ id: string }> {
  return shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const order = await findOrderToReturn(tx, customerId, orderId, Math.min(units, limits.orderQuantityMax))
    if (!order) throw notFound()
    const refusal =
      returnRefusal(order, { units, reason }) ??
      (wanted === 'exchange' ? exchangeRefusal(order, { units, reason }) : null)
    if (refusal) throw new Refusal('conflict', refusal)
    if (await isClaimed(tx, orderId)) throw new Refusal('conflict', claimIsOpen)
    if (order.returns >= returnsOfOneOrder)
      throw new Refusal('too-often', 'Too many returns of this order. Please write to our support.')
    const { paidBy, refundPaise } = amounts(order, reason)
    const id = newId()
    await insertReturn(tx, {
      id,
      orderId,
      sellerId: order.sellerId,
      units,
      reason,
      words,
      wanted,
      wayBackPaise: order.wayBackPaise,
      wayBackPaidBy: paidBy,
      refundPaise,
      answerDays: order.answerDays,
    })
    await attachPhotos(tx, { requestId: id, customerId, photos })
    const row = await readReturn(tx, id)
    if (row) await queueReturnMails(shop, tx, row)
    return { id }
  })
}
