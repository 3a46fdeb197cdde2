/** Merges two changes of one product by field. */
import { type FieldName, fieldNames, type Values } from './form-values.ts'

export interface MergeResult {
  /** The typed value of each field that was changed here, of the others the saved one. */
  values: Values
  /** Fields with two different changes; `values` has the typed ones. */
  conflicting: FieldName[]
}

/** Fields that belong together: a subcategory belongs to its category. */
const groups: readonly (readonly FieldName[])[] = [
  ['categoryId', 'subCategoryId'],
  ...fieldNames.filter((name) => name !== 'categoryId' && name !== 'subCategoryId').map((name) => [name]),
]

/** `before` has the values with which the form was loaded. */
export function merge(before: Values, typed: Values, saved: Values): MergeResult {
  const values = { ...saved }
  const conflicting: FieldName[] = []
  for (const names of groups) {
    if (names.every((name) => typed[name] === before[name])) continue
    const changedThere = names.some((name) => saved[name] !== before[name])
    for (const name of names) {
      values[name] = typed[name]
      if (changedThere && typed[name] !== saved[name]) conflicting.push(name)
    }
  }
  return { values, conflicting }
}
