/** The courier's name for the shipment of a return. */
export const courierIdOf = (returnId: string) => `R-${returnId}`
