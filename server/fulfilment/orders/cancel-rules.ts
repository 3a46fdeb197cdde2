/** Which orders may be cancelled, decided on plain values (specification §9). */
import { daysInWords } from '../../../contract/period-words.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isGone } from '../shipments/courier-rules.ts'
import type { OrderRow } from './queries.ts'

/** The texts for an administrator about a parcel whose pieces were cancelled. */
export const notCancelled =
  'The courier has not cancelled the parcel of cancelled pieces: call the courier, and tell the seller not to hand it over.'
export const pickedUp =
  'The courier has fetched a parcel whose pieces were cancelled: ask the courier to bring it back to the seller. The customer keeps the refund.'

export const deliveredAfterRefund =
  'The courier has delivered a parcel whose pieces are refunded, so the customer has both: ask the customer to send them back, or set the true outcome, so that the seller is compensated.'

export const lostAfterRefund =
  'The courier lost goods on their way back to the seller, whose order is refunded: set the true outcome, so that the seller is compensated.'
export const foundAfterRefund =
  'Goods that were refunded as lost come back to the seller, whom the shop has compensated: set the true outcome.'

/** What decides whether an order, or pieces of it, may be cancelled. */
export interface CancelFacts {
  status: OrderRow['status']
  quantity: number
  cancelledUnits: number
  returnedUnits: number
  shipmentStatus: string | null
  shipmentStatusCode: number | null
  /** Its parcel was handed over to the courier. */
  sold: boolean
  cancelUntil: Date | null
  inTime: boolean
  returnDays: number | null
}

/** The pieces that were neither cancelled nor returned. */
export const unitsLeft = ({
  quantity,
  cancelledUnits,
  returnedUnits,
}: Pick<CancelFacts, 'quantity' | 'cancelledUnits' | 'returnedUnits'>) =>
  quantity - cancelledUnits - returnedUnits

/** How many pieces to cancel. Refuses: conflict where `of`, how many the caller saw as left, is out of date. */
export function unitsWanted(
  order: Pick<CancelFacts, 'quantity' | 'cancelledUnits' | 'returnedUnits'>,
  { units, of }: { units?: number | undefined; of?: number | undefined },
): number {
  const left = unitsLeft(order)
  if (of !== undefined && of !== left)
    throw new Refusal(
      'conflict',
      'Some pieces of this order were cancelled meanwhile. Please look at the order again.',
    )
  return units ?? left
}

const time = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** Why its buyer may not cancel the order, and what the buyer can do instead; null when cancelling is allowed. */
export function cancelRefusal(order: CancelFacts): string | null {
  const { status, cancelUntil, inTime, returnDays } = order
  if (status === 'refunded' || unitsLeft(order) === 0) return 'Nothing is left of this order to cancel.'
  if (status === 'cancelled')
    return 'The courier has stopped this parcel. Our team is looking after this order.'
  const instead = returnDays
    ? ` You can ask for a return within ${daysInWords(returnDays)} of its delivery.`
    : ''
  if (status === 'completed') return `This order is delivered, so it cannot be cancelled any more.${instead}`
  if (isGone(order.shipmentStatusCode))
    return 'The courier does not bring this parcel any more, so there is nothing to cancel.'
  if (isHandedOver(order))
    return `The courier has this parcel already, so the order cannot be cancelled any more.${instead}`
  if (cancelUntil === null)
    return 'This order was placed before orders could be cancelled here. Please write to support.'
  return inTime ? null : `This order could be cancelled until ${time.format(cancelUntil)}.${instead}`
}

/** The same for its seller, who has time until the hand-over, and to whom nothing is said about returns. */
export const sellersCancelRefusal = (order: CancelFacts): string | null =>
  cancelRefusal({ ...order, inTime: true, returnDays: null })

/** Whether the courier has had the goods, or reports where they ended. */
export function isHandedOver({
  sold,
  shipmentStatus,
  shipmentStatusCode,
}: Pick<CancelFacts, 'sold' | 'shipmentStatus' | 'shipmentStatusCode'>): boolean {
  const waits = shipmentStatus === null || shipmentStatus === 'Pending'
  return sold || !waits || isGone(shipmentStatusCode)
}
