/** Limits of what stands beside a product. */
export const relatedLimits = {
  /** Fewer people who bought two products are not told of; the schema has it, too (0058). */
  buyersMin: 3,
  /** Stored of each product; the schema has it, too. */
  boughtTogether: 6,
  /** From one purchase to the other. */
  daysBetween: 90,
  /** Newest purchases that count: those of a product, and those of each of its buyers. */
  purchasesOfProduct: 2_000,
  purchasesOfBuyer: 50,
  /** Products whose cards one call asks for: as many as a browser remembers. */
  cards: 12,
  viewedDays: 30,
} as const
