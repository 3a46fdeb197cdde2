/** The courier's books: places, parcels and what its codes are called (shipment table; the order table differs). */
import type { OrderForm, PlaceForm } from './forms.ts'

export type Place = PlaceForm & { id: string }

export type Parcel = {
  /** The merchant's order id: taken once, for ever. */
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
  /** The unguessable part of the label's address; null while there is no label. */
  labelKey: string | null
  pickupAt: number | null
  createdAt: number
  /** When it moves by itself; null when it does not, as after being moved by hand. */
  nextMoveAt: number | null
}

export const COURIER_NAME = 'Sandbox Surface'

export const WORDS: Record<number, string> = {
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

/** The number of the same thing in the order table. */
export const ORDER_TABLE: Record<number, number> = { 3: 4, 6: 6, 7: 7, 8: 5, 9: 15, 17: 19, 18: 20, 21: 36 }

/** What a parcel does by itself once somebody was sent to fetch it. */
export const WAY = [6, 18, 17, 7]
export const ENDS = new Set([7, 8, 9, 12, 24])

/** On India's clock, as all of the courier's times: `2026-11-21 15:04:05`. */
export function indianTime(at: number): string {
  return new Date(at + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** The webhook writes the same moment another way: `21 11 2026 15:04:05`. */
export function noticeTime(at: number): string {
  const [date = '', clock = ''] = indianTime(at).split(' ')
  return `${date.split('-').toReversed().join(' ')} ${clock}`
}
