/** Two windows changed one product: what each of them meant. */
import { type FieldName, fieldNames, type Values } from './form-values.ts'

export interface Merged {
  /** Each field as it was changed last: what was typed here, and of the rest what the other window saved. */
  values: Values
  /** Fields that both changed, each in its own way; here `values` has what was typed. */
  disputed: FieldName[]
}

/** A subcategory means nothing without its category. */
const couples: readonly (readonly FieldName[])[] = [
  ['categoryId', 'subCategoryId'],
  ...fieldNames.filter((name) => name !== 'categoryId' && name !== 'subCategoryId').map((name) => [name]),
]

/** `before` is what the form was loaded with. */
export function merge(before: Values, typed: Values, saved: Values): Merged {
  const values = { ...saved }
  const disputed: FieldName[] = []
  for (const names of couples) {
    if (names.every((name) => typed[name] === before[name])) continue
    const changedThere = names.some((name) => saved[name] !== before[name])
    for (const name of names) {
      values[name] = typed[name]
      if (changedThere && typed[name] !== saved[name]) disputed.push(name)
    }
  }
  return { values, disputed }
}
