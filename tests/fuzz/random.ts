/** Random choices that a seed repeats. */

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  /** True in this share of cases. */
  chance(share: number): boolean
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T
}

/** The generator mulberry32, seeded by several numbers. */
export function seeded(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) ^ (mixed >>> 15), 0x2545f491)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error('nothing to pick from')
      return values[Math.floor(next() * values.length)] as T
    },
  }
}
