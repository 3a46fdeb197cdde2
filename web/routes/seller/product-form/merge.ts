/** Merges two changes of one product by field. */
import { type FieldName, fieldsOf, type Values, valueOf } from './form-values.ts'

export interface MergeResult {
  /** The typed value of each field that was changed here, of the others the saved one. */
  values: Values
  /** Fields with two different changes; `values` has the typed ones. */
  conflicting: FieldName[]
}

/** Fields that belong together: a subcategory belongs to its category, a text to its picture. */
const together: FieldName[][] = [
  ['categoryId', 'subCategoryId'],
  ['imageUrls', 'imageTexts'],
]
const groupsOf = (names: readonly FieldName[]): FieldName[][] => [
  ...together,
  ...names.filter((name) => !together.flat().includes(name)).map((name) => [name]),
]

/** `before` has the values with which the form was loaded. */
export function merge(before: Values, typed: Values, saved: Values): MergeResult {
  const values = { ...saved }
  const conflicting: FieldName[] = []
  for (const names of groupsOf(fieldsOf(before, typed, saved))) {
    if (names.every((name) => valueOf(typed, name) === valueOf(before, name))) continue
    const changedThere = names.some((name) => valueOf(saved, name) !== valueOf(before, name))
    for (const name of names) {
      values[name] = valueOf(typed, name)
      if (changedThere && valueOf(typed, name) !== valueOf(saved, name)) conflicting.push(name)
    }
  }
  return { values, conflicting }
}
