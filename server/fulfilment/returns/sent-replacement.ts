/** What happens to an exchange when the shipment of its replacement is booked, is not, or moves. */
import { chargeExchange } from '../../money/sales/charge-exchange.ts'
import type { Tx } from '../../platform/db/client.ts'
import { maskText } from '../../platform/observe/mask.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { bankWaitSeconds, maySend } from '../orders/send-goods.ts'
import { handedOverCodes, waitBeforeTry } from '../shipments/courier-rules.ts'
import type { Kind } from '../shipments/kind.ts'
import { postponeShipment, type Shipment } from '../shipments/queries.ts'
import { usualLook } from '../shipments/track-shipment.ts'
import {
  afterReplacementEvent,
  attentionAfterEnd,
  inTrouble,
  isInTrouble,
  notCancelled,
} from './exchange-rules.ts'
import { tryMove } from './move-return.ts'
import { readReturn } from './queries.ts'
import { refundReturn, refundWithin } from './refund-return.ts'
import {
  lockReplacement,
  recordDelivered,
  recordHandOver,
  waitForBank,
  waitingSeconds,
} from './replacement-queries.ts'
import { isCarriedBack } from './rules.ts'

/** If no courier takes the parcel for so long, the buyer gets a refund instead of waiting longer. */
const giveUpAfterSeconds = 2 * 86_400
const by = { by: 'courier', owner: null } as const

/** The one order of a replacement, and its return. */
const subjectOf = ({ requestId, items, reference }: Shipment): { requestId: string; orderId: string } => {
  if (requestId === null) throw new Error(`shipment ${reference} is of no return`)
  return { requestId, orderId: items[0].orderId }
}

export const sentReplacement: Kind = {
  async booked() {},

  async notSent(shop, shipment, why) {
    if (why === 'unpaid') return giveUp(shop, shipment, 'shop')
    await postponeShipment(shop.db, shipment, { seconds: bankWaitSeconds })
    await waitForBank(shop.db, subjectOf(shipment).requestId)
  },

  async failed(shop, shipment, error) {
    const answered = error instanceof CourierRefused
    if (!answered && !(error instanceof CourierUnavailable)) throw error
    const { requestId } = subjectOf(shipment)
    // Once the parcel has an air waybill, the time limit of the return decides, and then an administrator.
    const final =
      shipment.awbNumber === null &&
      ((answered && error.final) || (await waitingSeconds(shop.db, requestId)) > giveUpAfterSeconds)
    const said = maskText(error.message)
    shop.log.warn({ err: error, returnId: requestId, final, said }, 'replacement not booked')
    if (!final) return waitBeforeTry(shipment.tries, shop.config.sweepSeconds)
    await giveUp(shop, shipment, 'not-booked')
    return null
  },

  /** Ends a booked replacement that no courier has, where its money is gone. */
  async isNeeded(shop, shipment) {
    if (shipment.handedOver) return true
    const may = await shop.db.transaction((tx) => maySend(tx, shipment.items[0]))
    if (may === 'unpaid') await giveUp(shop, shipment, 'shop')
    return may !== 'unpaid'
  },

  nextLook: usualLook,

  /** The first event which says that the courier has, or had, the replacement charges the seller for its way. */
  async moved(shop, tx, shipment, { code, at }) {
    const { requestId, orderId } = subjectOf(shipment)
    // A replacement that was never asked for is in no event of the courier.
    if (!shipment.bookingStarted) return
    const held = await lockReplacement(tx, requestId)
    if (!held) return
    if (held.ended) {
      if (!held.delivered) await tellOfEnded(tx, orderId, code, held.handedOver)
      return
    }
    if (isInTrouble(code)) await flagOrder(tx, orderId, inTrouble)
    const after = afterReplacementEvent(code, held.handedOver)
    if (!after) return
    await unflagOrder(tx, orderId, [inTrouble])
    if (handedOverCodes.includes(code) && !held.handedOver) {
      await recordHandOver(tx, held.id)
      await chargeExchange(tx, orderId, await costOfExchange(tx, requestId))
    }
    if (after.to === 'refunded') {
      await refundWithin(shop, tx, orderId, requestId, { ...by, restock: false, fellBack: after.why })
      return
    }
    if (after.to === 'exchanged') await recordDelivered(tx, held.id, at)
    await tryMove(shop, tx, requestId, { ...by, to: after.to })
  },

  notCancelled: (_shop, tx, shipment) => flagOrder(tx, subjectOf(shipment).orderId, notCancelled),
  cancelled: (_shop, tx, shipment) => unflagOrder(tx, subjectOf(shipment).orderId, [notCancelled]),
}

/** Refunds the buyer. Another decision about the return may have been made meanwhile. */
async function giveUp(shop: Shop, shipment: Shipment, fellBack: 'not-booked' | 'shop'): Promise<void> {
  try {
    await refundReturn(shop, subjectOf(shipment).requestId, { ...by, restock: false, fellBack })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The return is refunded and nobody should get this parcel: only an administrator can act. */
async function tellOfEnded(tx: Tx, orderId: string, code: number, handedOver: boolean): Promise<void> {
  const words = attentionAfterEnd(code, handedOver)
  if (!words) return
  await unflagOrder(tx, orderId, words.unflag)
  if (words.flag) await flagOrder(tx, orderId, words.flag)
}

/** Paise without GST: the way of the replacement, and the way back where the courier carried it. Both cost the same. */
async function costOfExchange(tx: Tx, requestId: string): Promise<number> {
  const row = await readReturn(tx, requestId)
  return row ? row.wayBackPaise * (isCarriedBack(row) ? 2 : 1) : 0
}
