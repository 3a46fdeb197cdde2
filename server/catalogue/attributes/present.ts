/** The attributes of a product, for its page: the values of one attribute together. */
import type { ShownAttribute } from '../../../contract/attribute.ts'

/** One value of a product, or its number. Those of an attribute follow each other. */
export interface ShownAttributeRow {
  name: string
  unit: string | null
  value: string | null
  number: number | null
}

export function toShownAttributes(rows: readonly ShownAttributeRow[]): ShownAttribute[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => ({
    name,
    values: own.flatMap(({ value }) => value ?? []),
    number: own[0]?.number ?? null,
    unit: own[0]?.unit ?? null,
  }))
}
