/** What happens to orders when their shipment to the buyer is booked, is not, or moves (specification §4). */
import { returnStock, takeMissingStock } from '../../catalogue/products/stock.ts'
import { invoiceOf, issueInvoice } from '../../money/invoices/issue.ts'
import { isCompensated, settleCompensation, settleWay } from '../../money/sales/charge-exchange.ts'
import { recordSale } from '../../money/sales/record-sale.ts'
import { maskText } from '../../platform/observe/mask.ts'
import type { Tx } from '../../platform/db/client.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  attentionFor,
  handedOverCodes,
  isEnd,
  isGone,
  orderStatusFor,
  statusAfter,
  waitBeforeTry,
} from '../shipments/courier-rules.ts'
import type { Kind, Word } from '../shipments/kind.ts'
import { nextBookingTry, nextLookSeconds, overdueAfterDays } from '../shipments/parcel-rules.ts'
import { postponeShipment, type Shipment } from '../shipments/queries.ts'
import { isComing, trackingSeconds } from '../shipments/track-shipment.ts'
import { cancelPieces } from './cancel-pieces.ts'
import {
  deliveredAfterRefund,
  foundAfterRefund,
  lostAfterRefund,
  notCancelled,
  pickedUp,
  unitsLeft,
} from './cancel-rules.ts'
import { flagOrder, unflagOrder } from './flag-order.ts'
import {
  flagBooking,
  isFetchedTwice,
  listTrackedOrders,
  releaseWaiting,
  restockRetaken,
  retakePieces,
  takeOverLines,
  type TrackedOrder,
  unflagWithdrawn,
  updateTrackedOrder,
} from './forward-queries.ts'
import { queueGoneMails, queueParcelMail } from './parcel-mails.ts'
import { lockOrderToRefund } from './refund-queries.ts'
import { sellerSuspended } from './refund-rules.ts'
import { bankWaitSeconds, maySend, waitingDays } from './send-goods.ts'

const flagAll = async (tx: Tx, { items }: Shipment, words: string) => {
  for (const { orderId } of items) await flagOrder(tx, orderId, words)
}

export const forward: Kind = {
  async booked(_shop, tx, { items }) {
    for (const { orderId } of items) await flagBooking(tx, orderId, null)
  },

  async notSent(shop, shipment, why) {
    if (why === 'disputed') await postponeShipment(shop.db, shipment, { seconds: bankWaitSeconds })
    else for (const item of shipment.items) await endUnpaid(shop, shipment, item)
  },

  async failed(shop, { items, tries, reference }, error) {
    const answered = error instanceof CourierRefused
    if (!answered && !(error instanceof CourierUnavailable)) throw error
    const next = nextBookingTry(
      { tries, ageDays: await waitingDays(shop, items[0].orderId) },
      { final: answered && error.final, message: maskText(error.message) },
      (times) => waitBeforeTry(times, shop.config.sweepSeconds),
    )
    shop.log[next.flag ? 'error' : 'warn']({ err: error, shipment: reference }, 'parcel not booked yet')
    const { flag } = next
    if (flag !== null)
      await shop.db.transaction(async (tx) => {
        for (const { orderId } of items) await flagBooking(tx, orderId, flag)
      })
    return next.seconds
  },

  async moved(shop, tx, shipment, word) {
    if (!word.isNew) return
    const isCarried = shipment.withdrawn && handedOverCodes.includes(word.code)
    const isFetched = isCarried && !(await isFetchedTwice(tx, shipment.id))
    if (isFetched) await takeOver(tx, shipment)
    else if (isCarried) await flagAll(tx, shipment, pickedUp)
    else if (word.counts && !shipment.handedOver && handedOverCodes.includes(word.code))
      await countAsLeft(tx, shipment)
    const moved: TrackedOrder[] = []
    for (const order of await listTrackedOrders(tx, shipment.id))
      if (shipment.withdrawn && !isFetched) await tellOfWithdrawn(tx, shipment, word)
      else if (order.status === 'refunded') await tellOfRefunded(tx, shipment, order, word)
      else if (await moveOrder(shop, tx, shipment, order, word)) moved.push(order)
    await tellBuyer(shop, tx, shipment, moved, word)
    const carries = !shipment.withdrawn || isFetched
    if (carries && word.counts && isGone(word.code) && !isGone(shipment.code))
      await tellOfGone(shop, tx, shipment, word)
  },

  async nextLook(shop, shipment) {
    const days = await waitingDays(shop, shipment.items[0].orderId)
    const comes = isComing(shipment)
    if (comes && days > overdueAfterDays && !shipment.withdrawn)
      await shop.db.transaction((tx) =>
        flagAll(tx, shipment, `Not delivered after ${overdueAfterDays} days.`),
      )
    return nextLookSeconds({ days, comes }, trackingSeconds(shop))
  },

  notCancelled: (_shop, tx, shipment) => flagAll(tx, shipment, notCancelled),

  async cancelled(shop, tx, shipment) {
    await unflagWithdrawn(tx, shipment.id, [notCancelled])
    for (const next of await releaseWaiting(tx, shipment.id))
      await shop.jobs.send(tx, 'continue-shipment', next)
  },
}

/** Everything of the price went back to the buyer: the order ends, and its pieces return to the stock. */
async function endUnpaid(shop: Shop, { id }: Shipment, goods: Shipment['items'][0]): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrderToRefund(tx, goods.orderId)
    if (!order || order.handedOver || (await maySend(tx, goods)) !== 'unpaid') return
    if (order.liveShipmentId !== id || order.checkAt === null) return
    await cancelPieces(shop, tx, order, unitsLeft(order), { by: 'administrator', restock: true })
  })
}

/**
 * The courier has fetched a withdrawn shipment: its pieces belong to it. The next one of what was left ends unbooked, and pieces
 * that were cancelled meanwhile leave the stock again, as far as it has them.
 */
export async function takeOver(tx: Tx, shipment: Shipment): Promise<void> {
  await takeOverLines(tx, shipment.id)
  for (const { id, strayUnits } of await listTrackedOrders(tx, shipment.id)) {
    await unflagOrder(tx, id, [notCancelled, sellerSuspended])
    if (strayUnits > 0) await flagOrder(tx, id, pickedUp)
  }
  await countAsLeft(tx, shipment)
}

/** Also after a person said that it never left: what it carries is not in the stock, and pays its way. */
export async function countAsLeft(tx: Tx, { id, items }: Shipment): Promise<void> {
  await takeMissingStock(tx, await retakePieces(tx, id))
  for (const { orderId } of items) await settleWay(tx, orderId, true)
}

/** A person knows that it never left its seller, whatever the courier said. */
export async function countAsNeverLeft(tx: Tx, { id, items }: Shipment): Promise<void> {
  await returnStock(tx, await restockRetaken(tx, id))
  for (const { orderId } of items) await settleWay(tx, orderId, false)
}

/** The courier does not cancel it, or does not yet. */
async function tellOfWithdrawn(tx: Tx, { id }: Shipment, { code }: Word): Promise<void> {
  if (statusAfter(null, code) === 'Cancelled') await unflagWithdrawn(tx, id, [notCancelled])
}

/** The buyer has the money back, so only an administrator can act. */
async function tellOfRefunded(tx: Tx, before: Shipment, order: TrackedOrder, { code }: Word): Promise<void> {
  const status = statusAfter(null, code)
  if (isGone(code) && before.state === 'RTO') await flagOrder(tx, order.id, lostAfterRefund)
  else if (status === 'RTO' && (await isCompensated(tx, order.id)))
    await flagOrder(tx, order.id, foundAfterRefund)
  else if (status === 'RTO') await unflagOrder(tx, order.id, [notCancelled, pickedUp, deliveredAfterRefund])
  else if (status === 'Delivered') await flagOrder(tx, order.id, deliveredAfterRefund)
  // On its way back it passes the same places.
  else if (status !== null && status !== 'Pending' && status !== 'Cancelled' && before.state !== 'RTO')
    await flagOrder(tx, order.id, pickedUp)
}

/**
 * Lost, damaged, cancelled or returned parcels are flagged for an administrator. What the courier takes back, or brings after all,
 * is no end of the order any more: the sale stands, and its money waits for the delivery. The first event which says that the
 * courier has, or had, the goods makes the order a sale and issues its invoice (docs/money.md). Pickup words may be lost, so that
 * this one may be about the way back or a loss. Returns whether its state is another one now.
 */
async function moveOrder(
  shop: Shop,
  tx: Tx,
  shipment: Shipment,
  order: TrackedOrder,
  { code, at, state, counts }: Word,
): Promise<boolean> {
  if (!counts) return false
  const attention = attentionFor(code)
  const moved = state !== shipment.state
  // If the first event says that the goods are lost, the courier had them.
  const unmoved = order.status === 'pending' && handedOverCodes.includes(code) ? 'shipped' : order.status
  await updateTrackedOrder(tx, order.id, {
    status: moved && state ? orderStatusFor(state) : unmoved,
    deliveredAt: state === 'Delivered' ? at : null,
  })
  const over = isEnd(shipment.state) && shipment.code !== null ? attentionFor(shipment.code) : null
  if (over) await unflagOrder(tx, order.id, [over])
  if (attention) await flagOrder(tx, order.id, attention)
  if (handedOverCodes.includes(code) && (await recordSale(tx, order.id)))
    await issueInvoice(shop, tx, order.id)
  if (!moved || !state) return false
  // Pieces that the shop paid for come back with it, or are brought after all.
  if (state === 'RTO') await settleCompensation(tx, order.id, null)
  else if (shipment.state === 'RTO') await settleCompensation(tx, order.id, order.strayUnits)
  return true
}

/** Those who are not refunded yet learn what happens with the money. */
async function tellOfGone(shop: Shop, tx: Tx, { id }: Shipment, { code }: Word): Promise<void> {
  const waiting = (await listTrackedOrders(tx, id)).filter(({ status }) => status !== 'refunded')
  const [first, ...others] = waiting
  if (first) await queueGoneMails(shop, tx, { first, others }, code)
}

/** One mail for the parcel, however many of its orders have moved. */
async function tellBuyer(
  shop: Shop,
  tx: Tx,
  { state: before }: Shipment,
  [first, ...others]: readonly TrackedOrder[],
  { state }: Word,
): Promise<void> {
  if (!first || !state) return
  const invoices: string[] = []
  if (state === 'Delivered')
    for (const { id } of [first, ...others]) {
      const invoice = await invoiceOf(tx, id)
      if (invoice) invoices.push(invoice)
    }
  await queueParcelMail(shop, tx, { first, others }, { before, status: state }, invoices)
}
