/** What the courier's codes mean for the shop, and which state follows which (specification §4, providers.md §2.4). */

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

/**
 * Which state follows which. The database has the same table (`shipment_may_follow`). What follows an end is a word that is later
 * than that of the end, because late words of the way are no news.
 */
export const followers: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  Pending: ['Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'Cancelled', 'RTO'],
  Shipped: ['In Transit', 'Out for Delivery', 'Delivered', 'Cancelled', 'RTO'],
  'In Transit': ['Out for Delivery', 'Delivered', 'Cancelled', 'RTO'],
  'Out for Delivery': ['Delivered', 'Cancelled', 'RTO'],
  Delivered: ['RTO'],
  Cancelled: ['Shipped', 'In Transit', 'Out for Delivery', 'Delivered', 'RTO'],
  RTO: ['Delivered'],
}

/** The state after this code: the present one for codes that are late, unknown or for an administrator. */
export function statusAfter(
  present: ShipmentStatus | null,
  code: number,
  isLater = true,
): ShipmentStatus | null {
  const told = statusByCode.get(code)
  if (!told || present === null) return told ?? present
  return followers[present].includes(told) && (isLater || !isEnd(present)) ? told : present
}

/** The codes of a state. */
export const codesOf = (status: ShipmentStatus): readonly number[] => codes[status]

/** Goods that came back are with the seller again. */
const backCodes: readonly number[] = [10, 14]

/** Whether nothing more is to be heard of it. Goods that come back are asked about until they are back. */
export const isOver = (state: ShipmentStatus | null, code: number): boolean =>
  state === 'Delivered' || state === 'Cancelled' || (state === 'RTO' && backCodes.includes(code))

export function isEnd(status: string | null): status is 'Delivered' | 'Cancelled' | 'RTO' {
  return status === 'Delivered' || status === 'Cancelled' || status === 'RTO'
}

/** The order's own state for a shipment status (api-rules §3). */
export function orderStatusFor(status: ShipmentStatus): 'processing' | 'shipped' | 'completed' | 'cancelled' {
  if (status === 'Pending') return 'processing'
  if (status === 'Delivered') return 'completed'
  return status === 'Cancelled' || status === 'RTO' ? 'cancelled' : 'shipped'
}

interface Pieces {
  units: number
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}

/** The parcel of these pieces, whose sides are those of one piece: equal ones are stacked along the shortest side, stacks too. */
export function packed(items: readonly Pieces[]) {
  const size = { weightGrams: 0, lengthCm: 0, widthCm: 0, heightCm: 0 }
  for (const { units, weightGrams, ...sides } of items) {
    const [height = 0, width = 0, length = 0] = [sides.heightCm, sides.widthCm, sides.lengthCm].sort(
      (a, b) => a - b,
    )
    size.weightGrams += weightGrams * units
    size.lengthCm = Math.max(size.lengthCm, length)
    size.widthCm = Math.max(size.widthCm, width)
    size.heightCm += height * units
  }
  return size
}

/**
 * The courier's name of a parcel of an order. The courier accepts a name only once, so the remaining pieces after a
 * cancellation need another one.
 */
export function parcelReference(orderId: string, parcelNo: number): string {
  return parcelNo === 1 ? orderId : `${orderId}-${parcelNo}`
}

const longestWaitSeconds = 1_800

/** Seconds until a booking is tried again: doubling from `firstSeconds`, half an hour at most. */
export function waitBeforeTry(tries: number, firstSeconds: number): number {
  return Math.min(longestWaitSeconds, firstSeconds * 2 ** Math.min(tries, 20))
}
