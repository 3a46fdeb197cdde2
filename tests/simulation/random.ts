/** A seeded generator of random numbers (mulberry32): the same seed gives the same run on every machine. */
export interface Random {
  /** A whole number from 0 to below `below`. */
  below(below: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  // Neighbouring seeds would begin with similar numbers.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  }
}
