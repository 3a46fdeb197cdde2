/** By what the listings of a family may differ, and the limits of families. The database has the same keys (0053-catalogue-families). */
export const familyOptions = {
  size: { name: 'Size', many: 'sizes' },
  colour: { name: 'Colour', many: 'colours' },
  pack: { name: 'Pack', many: 'packs' },
  scent: { name: 'Scent', many: 'scents' },
  flavour: { name: 'Flavour', many: 'flavours' },
  material: { name: 'Material', many: 'materials' },
  pattern: { name: 'Pattern', many: 'patterns' },
  weight: { name: 'Weight', many: 'weights' },
  length: { name: 'Length', many: 'lengths' },
  kind: { name: 'Kind', many: 'kinds' },
} as const
export type FamilyOption = keyof typeof familyOptions
export const familyOptionKeys = Object.keys(familyOptions) as [FamilyOption, ...FamilyOption[]]

export const familyLimits = {
  /** The families of one seller; a trigger of the database (0053-catalogue-families) counts them. */
  families: 2_000,
  options: 3,
  members: 60,
  /** Listings that one matrix makes. */
  cells: 24,
  nameLength: 200,
  valueLength: 60,
  /** The values of one option that the card of a list shows. */
  shownValues: 4,
  shownSwatches: 8,
} as const
