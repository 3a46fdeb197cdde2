/** What a purchase pays for delivery, where the shop charges it: a setting that is off by default (decision 29). */

/** In rupees. */
export interface DeliveryRule {
  charge: number
  /** From what the products cost after discounts, delivery is free; null: never. */
  freeFrom: number | null
}

/** The charge in paise for products that cost `goodsPaise` after discounts; 0 where delivery is in the prices. */
export const deliveryPaiseFor = (rule: DeliveryRule | null, goodsPaise: number): number =>
  rule === null || goodsPaise === 0 || missingForFree(rule, goodsPaise) === 0
    ? 0
    : Math.round(rule.charge * 100)

/** What is missing to free delivery, in paise; null where delivery is never free. */
export const missingForFree = ({ freeFrom }: DeliveryRule, goodsPaise: number): number | null =>
  freeFrom === null ? null : Math.max(0, Math.round(freeFrom * 100) - goodsPaise)
