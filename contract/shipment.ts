/** The courier's words in the order of a parcel's way (api-rules §4). An order without any is Pending. */
export const shipmentStatuses = [
  'Pending',
  'Shipped',
  'In Transit',
  'Out for Delivery',
  'Delivered',
  'Cancelled',
  'RTO',
] as const

export type ShipmentStatus = (typeof shipmentStatuses)[number]
