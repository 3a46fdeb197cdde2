/** The part of My Orders' address that names an order. */
export const placeOf = (orderId: string): string => `order-${orderId}`
