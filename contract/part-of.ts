/**
 * What `units` of `quantity` pieces cost together of `paise`, after `before` pieces: each part of all so far is rounded half up, so
 * that the parts add up to the whole. In bigint, because the product exceeds 2^53.
 */
export function partOf(paise: number, before: number, units: number, quantity: number): number {
  const soFar = (pieces: number) =>
    (2n * BigInt(paise) * BigInt(pieces) + BigInt(quantity)) / (2n * BigInt(quantity))
  return Number(soFar(before + units) - soFar(before))
}
