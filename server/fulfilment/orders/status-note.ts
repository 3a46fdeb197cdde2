/**
 * One sentence about an order in an exceptional state: what happens with it, and who acts. The badge shows the courier's status
 * (`shipmentStatus`, specification §4); this text is beside it as `statusNote`.
 */
import type { OrderRow } from './queries.ts'
import {
  type CancelledFacts,
  isWhollyCancelled,
  partlyCancelledNote,
  waitsForBank,
  whollyCancelledNote,
} from './cancelled-note.ts'
import { lostAfterRefund } from './cancel-rules.ts'
import { isGone, statusAfter } from '../shipments/courier-rules.ts'
import { bookingFailed } from '../shipments/parcel-rules.ts'
import { paymentDisputed } from './send-goods.ts'

export type Reader = 'customer' | 'seller' | 'administrator'

type StatusFacts = CancelledFacts &
  Pick<OrderRow, 'shipmentStatus' | 'shownShipment' | 'courierCode' | 'awbNumber' | 'needsAttention'>

/** Codes of the courier (providers.md §2.4) that people ask about. What an end means is decided by the status. */
const situationByCode = {
  12: 'lost',
  21: 'undelivered',
  22: 'delayed',
  23: 'partly-delivered',
  24: 'destroyed',
  25: 'damaged',
  39: 'misrouted',
  44: 'destroyed',
  47: 'stopped',
  71: 'stopped',
  72: 'stopped',
  76: 'lost',
  77: 'undelivered',
} as const

type Situation =
  | (typeof situationByCode)[keyof typeof situationByCode]
  | 'refund-under-way'
  | 'refund-late'
  | 'refund-waiting'
  | 'refunded'
  | 'returned'
  | 'cancelled'
  | 'booking-refused'
  | 'disputed'
  | 'needs-attention'

const checked = 'our team is checking this with the courier, and what does not arrive is refunded.'

/** For goods that are lost or destroyed. */
const looked =
  'our team is looking after it, and unless it is found, your money goes back to the card or account it came from.'
const paid =
  'our team looks after the customer. You are paid for it all the same unless the courier brings it back to you, and there is nothing you need to do.'

/** Null: this reader has nothing to know or to do, or the lines of the refunds say it. */
const notes: Record<Situation, Record<Reader, string | null>> = {
  'refund-under-way': {
    customer:
      'This order cannot be delivered, so your money goes back to the card or account it came from, usually within 5 to 7 working days; there is nothing you need to do.',
    seller: null,
    administrator: null,
  },
  'refund-late': {
    customer:
      'This order cannot be delivered, and your refund takes longer than usual: our team is settling it, and there is nothing you need to do.',
    seller: null,
    administrator: 'The refund is stuck: settle it under Refunds.',
  },
  'refund-waiting': {
    customer: `This order cannot be delivered. ${waitsForBank}`,
    seller: null,
    administrator: 'The refund waits until the bank has decided: see Disputes.',
  },
  refunded: {
    customer:
      'This order could not be delivered, and your money went back to the card or account it came from.',
    seller: null,
    administrator: null,
  },
  returned: {
    customer:
      'The courier could not deliver this parcel and takes it back to the seller; our team has been told and refunds what does not arrive.',
    seller:
      'The courier could not deliver this parcel and brings it back to you; please count the goods in when they arrive, our team looks after the customer.',
    administrator:
      'The parcel goes back to the seller: refund the order, or agree on something else with the customer.',
  },
  cancelled: {
    customer: 'The courier cancelled this parcel; our team has been told and refunds what does not arrive.',
    seller: 'The courier cancelled this parcel: please do not hand it over, our team looks after the order.',
    administrator: 'The courier cancelled the parcel: refund the order.',
  },
  lost: {
    customer: `The courier has lost this parcel; ${looked}`,
    seller: `The courier has lost this parcel; ${paid}`,
    administrator: 'The parcel is lost: ask the courier for compensation and refund the order.',
  },
  destroyed: {
    customer: `This parcel was destroyed on its way; ${looked}`,
    seller: `This parcel was destroyed on its way; ${paid}`,
    administrator: 'The goods are gone: ask the courier for compensation and refund the order.',
  },
  damaged: {
    customer: `This parcel was damaged on its way; ${looked}`,
    seller: `This parcel was damaged on its way; ${paid}`,
    administrator: 'The goods are damaged: ask the courier for compensation and refund the order.',
  },
  stopped: {
    customer: `The courier has stopped this parcel; ${checked}`,
    seller:
      'The courier has stopped this parcel; our team is checking this, and there is nothing you need to do.',
    administrator: 'The courier has stopped the parcel: ask why, and tell the customer.',
  },
  undelivered: {
    customer:
      'The courier could not hand over this parcel and tries again; please keep your telephone at hand and check the delivery address.',
    seller: 'The courier could not hand over this parcel and tries again; there is nothing you need to do.',
    administrator: 'The courier could not hand over the parcel and tries again.',
  },
  delayed: {
    customer: 'The courier says that this parcel is delayed; it is still on its way to you.',
    seller: 'The courier says that this parcel is delayed; there is nothing you need to do.',
    administrator: 'The parcel is delayed and still on its way.',
  },
  misrouted: {
    customer:
      'This parcel took a wrong turn, and the courier is sending it the right way; it arrives later than planned.',
    seller:
      'This parcel took a wrong turn, and the courier is sending it the right way; there is nothing you need to do.',
    administrator: 'The parcel took a wrong turn, and the courier is sending it the right way.',
  },
  'partly-delivered': {
    customer:
      'The courier delivered a part of this parcel: if something is missing, please write to support with the number of this order.',
    seller: 'The courier delivered a part of this parcel; our team looks after what the customer may miss.',
    administrator: 'The courier delivered a part of the parcel: ask what happened to the rest.',
  },
  'booking-refused': {
    customer:
      'The courier has not accepted this parcel yet; our team is looking after it, and if it cannot be sent, you get your money back.',
    seller:
      'The courier has not accepted this parcel yet; please keep the goods, the label appears here once it is booked.',
    administrator:
      'The courier refuses the parcel: remove the reason, and the booking is tried again; or refund the order.',
  },
  disputed: {
    customer:
      'Your bank disputes the payment of this order, so what is not sent yet waits until the bank has decided; if this is a misunderstanding, please tell your bank.',
    seller:
      "The buyer's bank disputes the payment of this order: please keep the goods, what is not sent yet waits until the bank has decided.",
    administrator: 'What is not sent yet waits until the bank has decided: see Disputes.',
  },
  'needs-attention': {
    customer: 'Our team is looking into this order; there is nothing you need to do.',
    seller: 'Our team is looking into this order; there is nothing you need to do.',
    administrator: null,
  },
}

const toldBy = (code: number | null): Situation | null =>
  code !== null && code in situationByCode ? situationByCode[code as keyof typeof situationByCode] : null

function situationOf(order: StatusFacts): Situation | null {
  const { status, shipmentStatus, courierCode, awbNumber, needsAttention, refundState } = order
  if (status === 'refunded')
    return refundState === 'done' ? 'refunded' : `refund-${refundState ?? 'under-way'}`
  const told = toldBy(courierCode)
  // It may be lost on its way back to the seller.
  if (status === 'cancelled' && isGone(courierCode)) return told
  if (status === 'cancelled') return shipmentStatus === 'RTO' ? 'returned' : 'cancelled'
  if (needsAttention?.includes(paymentDisputed)) return 'disputed'
  if (status === 'completed') return told === 'partly-delivered' ? told : null
  if (told) return told
  if (awbNumber === null && needsAttention?.includes(bookingFailed)) return 'booking-refused'
  return needsAttention === null ? null : 'needs-attention'
}

/** The sentence for this reader; null for an order in an ordinary state. */
export function statusNoteOf(order: StatusFacts, reader: Reader): string | null {
  if (isWhollyCancelled(order)) return whollyCancelledNote(order, reader)
  if (reader === 'seller' && order.status === 'refunded') return goodsNoteOf(order)
  const situation = situationOf(order)
  return situation ? notes[situation][reader] : partlyCancelledNote(order, reader)
}

/** A person decides whether the shop pays for goods that were refunded because they came back. */
const lostOnWayBack =
  'The courier has lost this parcel on its way back to you; our team decides what you are paid for it, and there is nothing you need to do.'

/** The refund does not concern the seller, but what becomes of the goods does. */
function goodsNoteOf(order: StatusFacts): string | null {
  if (order.shownShipment === 'Cancelled') return whollyCancelledNote(order, 'seller')
  if (order.needsAttention?.includes(lostAfterRefund)) return lostOnWayBack
  const told = isGone(order.courierCode) ? toldBy(order.courierCode) : null
  if (told) return notes[told].seller
  // A refunded order keeps the status that it ended with.
  const isDelivered = order.courierCode !== null && statusAfter(null, order.courierCode) === 'Delivered'
  return order.shipmentStatus === 'RTO' && !isDelivered ? notes.returned.seller : null
}
