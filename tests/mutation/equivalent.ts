/** Mutants that change nothing that anybody could see, each with the reason. */
export interface Equivalent {
  file: string
  /** As `differenceOf` tells it. */
  difference: string
  why: string
}

export const equivalents: readonly Equivalent[] = []
