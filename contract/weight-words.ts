/** The states of a parcel that was heavier than its sale had charged for. */
export const weightStates = [
  'held',
  'announced',
  'disputed',
  'charged',
  'accepted',
  'withdrawn',
  'given-back',
] as const
export type WeightState = (typeof weightStates)[number]

export const weightStateWords: Record<WeightState, string> = {
  held: 'Being checked',
  announced: 'Can be disputed',
  disputed: 'In dispute',
  charged: 'Charged',
  accepted: 'Not charged',
  withdrawn: 'Weight corrected',
  'given-back': 'Given back',
}

export const weightPhotosMax = 3

/** 1,250 g → 1.25 kg. */
export const kilograms = (grams: number): string =>
  `${(grams / 1_000).toLocaleString('en-IN', { maximumFractionDigits: 3 })} kg`

interface Size {
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}
const cubicCm = (size: Size) => size.lengthCm * size.widthCm * size.heightCm

/** A weight so far above what was packed is rather a slip of the courier: a person looks at it first. */
export const isDoubtful = (appliedGrams: number, packedGrams: number): boolean =>
  appliedGrams > 5 * packedGrams && appliedGrams > packedGrams + 2_000

/** Packaging may weigh a kilogram and need the room of a small box, whatever is in it. */
const packagingGrams = 1_000
const packagingCubicCm = 8_000

/** Whether a packed parcel is so far from what follows from its products that its seller is asked 'really?'. */
export function isUnlikely(packed: Size, expected: Size): boolean {
  return (
    packed.weightGrams > 2 * expected.weightGrams + packagingGrams ||
    packed.weightGrams < expected.weightGrams / 2 ||
    cubicCm(packed) > 4 * cubicCm(expected) + packagingCubicCm ||
    cubicCm(packed) < cubicCm(expected) / 4
  )
}
