/** What happens to a return when the shipment back to the seller is booked, is not, or moves. */
import type { Tx } from '../../platform/db/client.ts'
import { maskText } from '../../platform/observe/mask.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { flagOrder } from '../orders/flag-order.ts'
import { handedOverCodes, statusAfter, waitBeforeTry } from '../shipments/courier-rules.ts'
import type { Kind } from '../shipments/kind.ts'
import { lockOrdersOfShipment, type Shipment } from '../shipments/queries.ts'
import { usualLook } from '../shipments/track-shipment.ts'
import { tryMove } from './move-return.ts'
import { findReturn, recordCarried } from './queries.ts'
import { waitingSeconds } from './replacement-queries.ts'
import { attentionAfterDecision, stateAfterEvent } from './rules.ts'

/** If the courier is out of reach for a day, or a booking fails otherwise, the buyer is asked to send the goods. */
const giveUpAfterSeconds = 86_400
const by = { by: 'courier', owner: null } as const

const requestOf = ({ requestId, reference }: Shipment): string => {
  if (requestId === null) throw new Error(`shipment ${reference} is of no return`)
  return requestId
}

export const wayBack: Kind = {
  async booked(shop, tx, shipment) {
    await tryMove(shop, tx, requestOf(shipment), { ...by, to: 'pickup-booked' })
  },

  // Nothing of a buyer's money is asked before goods are fetched.
  async notSent() {},

  async failed(shop, shipment, error) {
    const id = requestOf(shipment)
    const answered = error instanceof CourierRefused
    const final = (answered && error.final) || (await waitingSeconds(shop.db, id)) > giveUpAfterSeconds
    // After any error: an accepted return has no other time limit, so it must not wait for ever.
    if (!final && !answered && !(error instanceof CourierUnavailable)) throw error
    const said = error instanceof Error ? maskText(error.message) : ''
    shop.log.warn({ err: error, returnId: id, final, said }, 'return not booked')
    if (!final) return waitBeforeTry(shipment.tries, shop.config.sweepSeconds)
    await shop.db.transaction(async (tx) => {
      await lockOrdersOfShipment(tx, shipment.id)
      await letBuyerSend(shop, tx, id)
    })
    return null
  },

  nextLook: usualLook,

  /** Goods that turn up after their return was decided need an administrator: their order is flagged. */
  async moved(shop, tx, shipment, { code }) {
    const id = requestOf(shipment)
    if (handedOverCodes.includes(code) && shipment.awbNumber !== null) await recordCarried(tx, id)
    const next = stateAfterEvent(code)
    if (!next) return
    if (next.to === 'to-send') await letBuyerSend(shop, tx, id)
    else await tryMove(shop, tx, id, { ...by, to: next.to, note: next.note })
    const status = statusAfter(null, code)
    if (status !== 'Delivered' && status !== 'RTO') return
    const found = await findReturn(tx, id, null)
    const words = found && attentionAfterDecision(status, { ...found, courierCode: shipment.code })
    if (words) await flagOrder(tx, found.orderId, words)
  },

  /** It has the goods already, and brings them. */
  async notCancelled() {},
  async cancelled() {},
}

/** The courier does not fetch the goods: the buyer is asked to send them. */
const letBuyerSend = (shop: Shop, tx: Tx, id: string) => tryMove(shop, tx, id, { ...by, to: 'to-send' })
