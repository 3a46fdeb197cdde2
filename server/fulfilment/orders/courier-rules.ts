/** What the courier's codes mean for the shop, and that a parcel only moves forward (specification §4, providers.md §2.4). */

import type { ShipmentStatus } from '../../../contract/shipment.ts'

const codes: Record<ShipmentStatus, readonly number[]> = {
  Pending: [1, 2, 3, 4, 5, 11, 13, 15, 19, 20, 27, 52, 59, 60, 61, 62, 63, 67],
  Shipped: [6, 42, 51],
  'In Transit': [18, 21, 22, 38, 39, 48, 49, 50, 54, 55, 56, 57, 68, 77],
  'Out for Delivery': [17],
  Delivered: [7, 23, 26, 43],
  Cancelled: [8, 16, 45],
  RTO: [9, 10, 14, 40, 41, 46, 75, 78],
}
const statusByCode = new Map(
  Object.entries(codes).flatMap(([status, list]) => list.map((code) => [code, status as ShipmentStatus])),
)

const attentionByCode = new Map([
  [12, 'The courier lost the parcel'],
  [24, 'The parcel was destroyed'],
  [25, 'The parcel is damaged'],
  [44, 'The parcel was disposed of'],
  [47, 'The parcel failed the quality check'],
  [71, 'The courier reports an exception'],
  [72, 'The courier reports an exception'],
  [76, 'The parcel cannot be traced'],
])
/** Of those: goods that will not be delivered or returned. */
export const goneCodes: readonly number[] = [12, 24, 25, 44, 76]
const endings = new Map<ShipmentStatus, string>([
  ['Cancelled', 'The courier cancelled the parcel'],
  ['RTO', 'The parcel goes back to the seller'],
])

/** Needs an administrator: goods that are gone, or money that was paid for goods that will not come. */
export function attentionFor(code: number): string | null {
  const status = statusByCode.get(code)
  const words = attentionByCode.get(code) ?? (status && endings.get(status))
  return words ? `${words} (${code}).` : null
}

/**
 * Needs an administrator: further events of a parcel that the courier had ended, because a refund could be made for goods that
 * reach the buyer. A late event of the way to the buyer is no news about a parcel that comes back.
 */
export function attentionAfterEnd(end: 'Delivered' | 'Cancelled' | 'RTO', code: number): string | null {
  const told = statusByCode.get(code)
  const travels = told === 'Shipped' || told === 'In Transit' || told === 'Out for Delivery'
  if (end === 'Cancelled' && (travels || told === 'Delivered'))
    return `The courier had cancelled the parcel and carries it all the same (${code}): ask where it is before you refund it.`
  if (end === 'RTO' && told === 'Delivered')
    return `The courier says that it delivered the parcel that goes back to the seller (${code}): ask where it is before you refund it.`
  return null
}

/** Whether the courier's last event of a parcel says that the goods are lost or spoilt. */
export function isGone(code: number | null): boolean {
  return code !== null && goneCodes.includes(code)
}

/** The codes after which the courier has had the goods, including those of goods that it lost or spoilt. */
export const handedOverCodes: readonly number[] = [
  ...(['Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'RTO'] as const).flatMap(
    (status) => codes[status],
  ),
  ...goneCodes,
]

const way: readonly ShipmentStatus[] = ['Pending', 'Shipped', 'In Transit', 'Out for Delivery', 'Delivered']

/**
 * The status after this code: the present one for codes that are late, unknown or for an administrator. Delivered, Cancelled
 * and RTO are final.
 */
export function statusAfter(present: string | null, code: number): ShipmentStatus | null {
  const before = way.find((word) => word === present) ?? null
  const told = statusByCode.get(code)
  if (isEnd(present)) return present
  if (!told) return before
  if (told === 'Cancelled' || told === 'RTO') return told
  return before && way.indexOf(told) <= way.indexOf(before) ? before : told
}

export function isEnd(status: string | null): status is 'Delivered' | 'Cancelled' | 'RTO' {
  return status === 'Delivered' || status === 'Cancelled' || status === 'RTO'
}

/** The order's own state for a shipment status (api-rules §3). */
export function orderStatusFor(status: ShipmentStatus): 'processing' | 'shipped' | 'completed' | 'cancelled' {
  if (status === 'Pending') return 'processing'
  if (status === 'Delivered') return 'completed'
  return status === 'Cancelled' || status === 'RTO' ? 'cancelled' : 'shipped'
}

/** The parcel of several equal pieces: they are stacked along the shortest side. */
export function packed(
  piece: { weightGrams: number; lengthCm: number; widthCm: number; heightCm: number },
  quantity: number,
) {
  const [height = 0, width = 0, length = 0] = [piece.heightCm, piece.widthCm, piece.lengthCm].sort(
    (a, b) => a - b,
  )
  return {
    weightGrams: piece.weightGrams * quantity,
    lengthCm: length,
    widthCm: width,
    heightCm: height * quantity,
  }
}

/**
 * The courier's name of a parcel of an order. The courier accepts a name only once, so the remaining pieces after a
 * cancellation need another one. `toWebhook` reads it.
 */
export function parcelReference(orderId: string, parcelNo: number): string {
  return parcelNo === 1 ? orderId : `${orderId}-${parcelNo}`
}

const longestWaitSeconds = 1_800

/** Seconds until a booking is tried again: doubling from `firstSeconds`, half an hour at most. */
export function waitBeforeTry(tries: number, firstSeconds: number): number {
  return Math.min(longestWaitSeconds, firstSeconds * 2 ** Math.min(tries, 20))
}
