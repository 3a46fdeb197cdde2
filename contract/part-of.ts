import { paise } from './money.ts'

/**
 * What `units` of `quantity` pieces cost together of `paise`, after `before` pieces: each part of all so far is rounded half up, so
 * that the parts add up to the whole. In bigint, because the product exceeds 2^53.
 */
export function partOf(paise: number, before: number, units: number, quantity: number): number {
  const soFar = (pieces: number) =>
    (2n * BigInt(paise) * BigInt(pieces) + BigInt(quantity)) / (2n * BigInt(quantity))
  return Number(soFar(before + units) - soFar(before))
}

/** The price of pieces of an order in paise. Goods and the charge for their delivery are rounded alone; `amount` has both, in rupees. */
export const priceOfPieces = (
  { amount, delivery }: { amount: number; delivery: number },
  before: number,
  units: number,
  quantity: number,
): number =>
  partOf(paise(amount) - paise(delivery), before, units, quantity) +
  partOf(paise(delivery), before, units, quantity)
