/** Which paid orders may be refunded, decided on plain values. */
import { isGone } from '../shipments/courier-rules.ts'
import { bookingFailed } from '../shipments/parcel-rules.ts'
import type { OrderToRefund } from './refund-queries.ts'

/** The text for an administrator about a parcel that is stopped. */
export const sellerSuspended =
  'The seller is suspended, so the parcel is stopped: release it, or the order is refunded.'

/** The text for an administrator about a parcel that its seller does not pack. */
export const notPacked =
  'The seller has not packed the parcel by the day of its hand-over: ask the seller, or refund the order.'

type RefundFacts = Pick<
  OrderToRefund,
  'status' | 'shipmentStatus' | 'shipmentStatusCode' | 'awbNumber' | 'needsAttention'
>

/** Why this order is not refunded, as the administrator reads it; null when it may be refunded. */
export function refundRefusal(order: RefundFacts): string | null {
  const { status, shipmentStatus, shipmentStatusCode, awbNumber, needsAttention } = order
  if (status === 'refunded') return 'This order is refunded already.'
  if (status === 'cancelled') return null
  if (status === 'completed') return 'This order is delivered. Only what does not arrive is refunded here.'
  if (isGone(shipmentStatusCode)) return null
  if (awbNumber !== null)
    return shipmentStatus === null || shipmentStatus === 'Pending'
      ? 'The parcel of this order is booked. Cancel it at the courier first.'
      : 'The parcel of this order is on its way. It can be refunded once the courier cancels it, brings it back or loses it.'
  // Texts about money may come before those about the booking.
  if (
    status === 'pending' &&
    [bookingFailed, sellerSuspended, notPacked].some((words) => needsAttention?.includes(words))
  )
    return null
  return 'The parcel of this order is still to be booked. It can be refunded once that has failed.'
}

/** Whether the seller still has the goods, because the courier never fetched them. */
export function isNotPickedUp({
  handedOver,
  shipmentStatus,
  shipmentStatusCode,
}: Pick<OrderToRefund, 'handedOver' | 'shipmentStatus' | 'shipmentStatusCode'>): boolean {
  return !handedOver && shipmentStatus !== 'RTO' && !isGone(shipmentStatusCode)
}
