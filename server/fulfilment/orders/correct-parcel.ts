/** A person sets what really became of a parcel, against what the courier says of it. */
import type { z } from 'zod'
import type { outcomeBody, ParcelOutcome } from '../../../contract/admin-money.ts'
import type { ShipmentStatus } from '../../../contract/shipment.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { issueCreditNote, issueInvoice } from '../../money/invoices/issue.ts'
import { settleCompensation } from '../../money/sales/charge-exchange.ts'
import { recordSale } from '../../money/sales/record-sale.ts'
import { reverseWholeSale } from '../../money/sales/reverse-sale.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { attentionFor, orderStatusFor } from '../shipments/courier-rules.ts'
import { correctState, readShipment, type Shipment } from '../shipments/queries.ts'
import { compareWeights } from '../weights/apply-weight.ts'
import {
  deliveredAfterRefund,
  foundAfterRefund,
  lostAfterRefund,
  notCancelled,
  pickedUp,
} from './cancel-rules.ts'
import { flagOrder, unflagOrder } from './flag-order.ts'
import { countAsLeft, countAsNeverLeft, forward, takeOver } from './forward.ts'
import {
  countAsCarried,
  countAsReversed,
  findParcelOfOrder,
  isFetchedTwice,
  listTrackedOrders,
  type TrackedOrder,
  unflagWithdrawn,
  updateTrackedOrder,
} from './forward-queries.ts'
import { queueCorrectedMails } from './parcel-mails.ts'
import { lockOrder } from './lock-order.ts'

type Correction = z.output<typeof outcomeBody>

/** The state and the code that each outcome stands for, and whether the goods had left the seller. */
const outcomes = {
  delivered: { state: 'Delivered', code: 7, left: true },
  returned: { state: 'RTO', code: 10, left: true },
  lost: { state: 'In Transit', code: 12, left: true },
  'never-left': { state: 'Cancelled', code: 8, left: false },
} as const

const words: Record<ParcelOutcome, string> = {
  delivered: 'It was delivered',
  returned: 'It is back with the seller',
  lost: 'It is lost',
  'never-left': 'It never left the seller',
}

/** What a second administrator has to know. Refuses: not-found; conflict for an order without a parcel. */
export async function correctionFacts(tx: Tx, orderId: string, asked: Correction): Promise<CallFacts> {
  const { shipment, orders } = await readParcel(tx, orderId)
  return {
    lines: [
      { label: 'Parcel', value: shipment.awbNumber ?? shipment.reference },
      ...orders.map(({ number, status }) => ({ label: `Order ${number}`, value: status })),
      { label: 'The courier says', value: shipment.state ?? 'nothing' },
      { label: 'What became of it', value: words[asked.outcome] },
      { label: 'Reason', value: asked.reason },
      { label: 'How it is known', value: asked.evidence },
    ],
    version: [
      shipment.id,
      shipment.withdrawn,
      shipment.state,
      shipment.code,
      orders.map(({ id, status }) => [id, status]),
    ],
  }
}

/**
 * One transaction for the shipment and all its orders. Orders that are not refunded follow as after an event of the courier. Of a
 * refunded one only the money of the seller follows: what does not come back is compensated by the shop, what does is not. A
 * withdrawn shipment that left becomes the one of its orders again; of one that never left the next one is sent.
 * Refuses: not-found; conflict for an order without a parcel, and for what the shop knows already.
 */
export async function correctParcel(shop: Shop, orderId: string, asked: Correction): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    await requireAsAsked(tx)
    const { shipment } = await readParcel(tx, orderId)
    const { outcome, reason, evidence } = asked
    const { code, left } = outcomes[outcome]
    if (shipment.withdrawn && left) {
      if (await isFetchedTwice(tx, shipment.id)) throw new Refusal('conflict', fetchedTwice)
      await takeOver(tx, shipment)
    } else if (left) await countAsLeft(tx, shipment)
    // The sales of a withdrawn one's orders are those of another shipment.
    else if (!shipment.withdrawn) await countAsNeverLeft(tx, shipment)
    // Goods that are lost on their way back stay on their way back.
    const state = outcome === 'lost' && shipment.state === 'RTO' ? shipment.state : outcomes[outcome].state
    await correctState(tx, shipment.id, { state, code, left })
    const orders = await listTrackedOrders(tx, shipment.id)
    // The courier may have said the same after the refund: then the money follows now.
    let isNews = shipment.state !== state || shipment.code !== code || shipment.handedOver !== left
    const isGiven = outcome === 'delivered' || outcome === 'lost'
    // All before the first sale, so that they share the price of their way.
    const soldUnits = new Map<string, number>()
    if (isGiven)
      for (const { id, status } of orders)
        if (status === 'refunded') soldUnits.set(id, await countAsCarried(tx, id))
    for (const order of orders) {
      let paise = 0
      if (left || !shipment.withdrawn) {
        await unflagOrder(tx, order.id, toldBefore(shipment))
        if (order.status !== 'refunded') await followOutcome(shop, tx, order, { state, code, left })
        const units = soldUnits.get(order.id) ?? 0
        if (units > 0) await sellCarried(shop, tx, order.id)
        paise = await settleCompensation(tx, order.id, isGiven ? order.strayUnits - units : null)
        await queueCorrectedMails(shop, tx, order, { outcome, paise, reason })
      }
      isNews ||= paise !== 0
      await record(tx, 'parcel-corrected', {
        target: { kind: 'order', id: order.id, name: order.number },
        note: `${words[outcome]}${paise === 0 ? '' : `, ${formatAmount(rupees(paise))} to the seller`}: ${reason} (${evidence})`,
      })
    }
    if (shipment.withdrawn && !left) {
      await forward.cancelled(shop, tx, shipment)
      await unflagWithdrawn(tx, shipment.id, [pickedUp])
    }
    if (!isNews) throw new Refusal('conflict', 'The shop knows that already.')
    await compareWeights(shop, tx, shipment.id)
  })
}

const fetchedTwice =
  'The courier has another parcel of these pieces. Please set the outcome of that one, by an order that is in it.'

async function followOutcome(
  shop: Shop,
  tx: Tx,
  order: TrackedOrder,
  { state, code, left }: { state: ShipmentStatus; code: number; left: boolean },
): Promise<void> {
  await updateTrackedOrder(tx, order.id, {
    status: orderStatusFor(state),
    deliveredAt: state === 'Delivered' ? new Date() : null,
  })
  const attention = attentionFor(code)
  if (attention) await flagOrder(tx, order.id, attention)
  if (left && (await recordSale(tx, order.id))) await issueInvoice(shop, tx, order.id)
}

/**
 * What was refunded before the courier fetched it all the same became no sale. It becomes one that is taken back at once, so that
 * the shop can compensate its seller as after any other hand-over. Its pieces are counted as carried.
 */
async function sellCarried(shop: Shop, tx: Tx, orderId: string): Promise<void> {
  if (!(await recordSale(tx, orderId))) return
  await issueInvoice(shop, tx, orderId)
  const reversal = await reverseWholeSale(tx, orderId)
  await countAsReversed(tx, orderId, reversal.paise)
  await issueCreditNote(shop, tx, reversal.id, null)
}

async function readParcel(tx: Tx, orderId: string): Promise<{ shipment: Shipment; orders: TrackedOrder[] }> {
  const found = await findParcelOfOrder(tx, orderId)
  if (!found) throw notFound('There is no such order.')
  const shipment = found.shipmentId === null ? undefined : await readShipment(tx, found.shipmentId)
  if (!shipment || !shipment.bookingStarted)
    throw new Refusal('conflict', 'No courier was asked for a parcel of this order.')
  return { shipment, orders: await listTrackedOrders(tx, shipment.id) }
}

/** What the order was flagged for because of this parcel. */
const toldBefore = ({ code }: Shipment): string[] =>
  [
    code === null ? null : attentionFor(code),
    notCancelled,
    pickedUp,
    deliveredAfterRefund,
    lostAfterRefund,
    foundAfterRefund,
  ].filter((text) => text !== null)
