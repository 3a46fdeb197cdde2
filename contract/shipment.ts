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

/** What a seller's list can be narrowed to: a shipment status, or the orders of which something was refunded. */
export const sellersOrderFilters = [...shipmentStatuses, 'Refunded'] as const
export type SellersOrderFilter = (typeof sellersOrderFilters)[number]

/** What a seller's list shows: orders that the courier has, or those of which something has gone wrong. */
export const sellersOrderTabs = ['handed-over', 'attention'] as const
export type SellersOrderTab = (typeof sellersOrderTabs)[number]
