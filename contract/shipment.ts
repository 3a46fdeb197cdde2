/** Shipment statuses in the order of a delivery (api-rules §4). An order without a parcel is Pending. */
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
