/** Mutants that change nothing that anybody could see, each with the reason. */
export interface Equivalent {
  file: string
  /** As `differenceOf` tells it. */
  difference: string
  why: string
}

const sameRefusal =
  'Nobody wants fewer than one piece, so that the next line refuses it, with the same words.'

export const equivalents: readonly Equivalent[] = [
  { file: 'server/checkout/rules.ts', difference: 'line.units <= 0 → false', why: sameRefusal },
  { file: 'server/checkout/rules.ts', difference: 'line.units <= 0 → line.units < 0', why: sameRefusal },
  {
    file: 'server/checkout/rules.ts',
    difference: 'String(a[0]) < String(b[0]) → String(a[0]) <= String(b[0])',
    why: 'A cart has one line of a product.',
  },
]
