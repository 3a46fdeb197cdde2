/** Pickup places, parcels, and the courier's status codes (those of shipments; those of orders differ). */
import type { OrderForm, PlaceForm } from './forms.ts'

export type Place = PlaceForm & { id: string }

export type Parcel = {
  /** The merchant's order id; the courier never accepts it twice. */
  id: string
  /** The courier's own number of the order. */
  orderNumber: number
  shipmentId: number
  form: OrderForm
  place: Place
  awb: string | null
  courierName: string | null
  code: number
  history: { code: number; at: number }[]
  /** Random secret in the URL of the label; null while there is no label. */
  labelKey: string | null
  isManifested?: boolean
  pickupAt: number | null
  /** Absent from parcels of journals that were written before there were returns. */
  isReturn?: boolean
  createdAt: number
  /** Time of the next automatic move; null if it does not move by itself, for example after a move by hand. */
  nextMoveAt: number | null
  /** What the courier weighed, in kg, and when; absent as long as it charges what it was told. */
  weighed?: { kg: number; at: number }
  /** The order is cancelled; absent for older parcels of a journal, and for those that are not. */
  cancelled?: true
}

export const COURIER_NAME = 'Sandbox Surface'

export const STATUS_NAMES: Record<number, string> = {
  1: 'AWB Assigned',
  3: 'Pickup Scheduled',
  6: 'Shipped',
  7: 'Delivered',
  8: 'Cancelled',
  9: 'RTO Initiated',
  12: 'Lost',
  17: 'Out For Delivery',
  18: 'In Transit',
  21: 'Undelivered',
  24: 'Destroyed',
  25: 'Damaged',
}

/** What a scan says beyond its status. */
export const ACTIVITIES: Record<number, string> = {
  21: 'Undelivered: the recipient was not available',
}

/** Order status code for each shipment status code. */
export const ORDER_STATUS_CODES: Record<number, number> = {
  3: 4,
  6: 6,
  7: 7,
  8: 5,
  9: 15,
  17: 19,
  18: 20,
  21: 36,
}

/** Codes that a parcel passes by itself after its pickup was scheduled. */
export const TRANSIT_CODES = [6, 18, 17, 7]
export const FINAL_CODES = new Set([7, 8, 9, 12, 24])

/** Indian Standard Time, as in all of the courier's replies: `2026-11-21 15:04:05`. */
export function indianTime(at: number): string {
  return new Date(at + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

const HOUR_MS = 3_600_000
const SUNDAY = 0

/** When a courier comes that is asked now: until two o'clock on the same day at four, else at eleven on the next working day. */
export function pickupSlot(now: number): number {
  const ist = now + 5.5 * HOUR_MS
  const midnight = ist - (ist % (24 * HOUR_MS))
  const isWorkingDay = (at: number) => new Date(at).getUTCDay() !== SUNDAY
  if (isWorkingDay(ist) && ist < midnight + 14 * HOUR_MS) return midnight + 10.5 * HOUR_MS
  let next = midnight + 24 * HOUR_MS
  if (!isWorkingDay(next)) next += 24 * HOUR_MS
  return next + 5.5 * HOUR_MS
}

/** The format of times in webhooks: `21 11 2026 15:04:05`. */
export function webhookTime(at: number): string {
  const [date = '', clock = ''] = indianTime(at).split(' ')
  return `${date.split('-').toReversed().join(' ')} ${clock}`
}
