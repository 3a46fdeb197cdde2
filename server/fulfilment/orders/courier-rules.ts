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
/** Of those: goods that nobody will bring any more. */
export const goneCodes: readonly number[] = [12, 24, 25, 44, 76]
const endings = new Map<ShipmentStatus, string>([
  ['Cancelled', 'The courier cancelled the parcel'],
  ['RTO', 'The parcel goes back to the seller'],
])

/** What a person has to look after: goods that are gone, or money that was paid for goods that will not come. */
export function attentionFor(code: number): string | null {
  const status = statusByCode.get(code)
  const words = attentionByCode.get(code) ?? (status && endings.get(status))
  return words ? `${words} (${code}).` : null
}

/**
 * What a person has to look after where the courier tells more of a parcel that it had ended: an administrator who believes that
 * end would refund goods that reach the buyer. A late word of the way to the buyer says nothing new of one that comes back.
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

/** Whether the courier's last word of a parcel is that the goods are lost or spoilt. */
export function isGone(code: number | null): boolean {
  return code !== null && goneCodes.includes(code)
}

/** The codes that say that the courier had the goods in hand: also those of goods that it lost or spoilt. */
export const handedOverCodes: readonly number[] = [
  ...(['Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'RTO'] as const).flatMap(
    (status) => codes[status],
  ),
  ...goneCodes,
]

const way: readonly ShipmentStatus[] = ['Pending', 'Shipped', 'In Transit', 'Out for Delivery', 'Delivered']

/**
 * The status after this code: the present one for codes that are late, unknown or a person's business.
 * Delivered, Cancelled and RTO are ends.
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

/** A parcel of several equal pieces: they lie on one another along the shortest side. */
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
 * How the courier knows a parcel of an order. It takes a name only once, so what is left of an order after a cancellation needs
 * another one. `toWebhook` reads it.
 */
export function parcelReference(orderId: string, parcelNo: number): string {
  return parcelNo === 1 ? orderId : `${orderId}-${parcelNo}`
}

const longestWaitSeconds = 1_800

/** Seconds until a booking is tried again: doubling from `firstSeconds`, half an hour at most. */
export function waitBeforeTry(tries: number, firstSeconds: number): number {
  return Math.min(longestWaitSeconds, firstSeconds * 2 ** Math.min(tries, 20))
}
