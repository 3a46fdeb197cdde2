/** Which columns a file may have: those of every product, of attributes, of options and of pictures. */
import type { AskedAttribute } from '../../../contract/attribute.ts'
import { familyOptionKeys, familyOptions } from '../../../contract/family-words.ts'
import { limits } from '../../../contract/limits.ts'
import {
  attributeHeading,
  type ColumnField,
  familyHeading,
  optionHeading,
  pictureHeading,
  pictureTextHeading,
  productColumns,
} from '../../../contract/product-columns.ts'

/** The text of each cell that is not empty, by the key of its column. */
export type Cells = Record<string, string>

export const pictureKeys = Array.from({ length: limits.productImages }, (_, at) => `picture:${at + 1}`)
export const pictureTextKeys = pictureKeys.map((_, at) => `text:${at + 1}`)
export const familyKey = 'family'
export const optionKeys = familyOptionKeys.map((option) => `option:${option}` as const)
export const attributeKey = (id: number) => `attribute:${id}`
/** Another row of the file is about the same product: its number. */
export const twiceKey = 'twice'

/** Written beside the rows that are to be corrected, and not read again. */
export const wrongHeading = 'What is wrong'

export const productFields = Object.keys(productColumns) as ColumnField[]

/** The heading of each column that is known, by its key. */
export function headingsOf(attributes: readonly Pick<AskedAttribute, 'id' | 'name'>[]): Map<string, string> {
  return new Map([
    ...productFields.map((field) => [field, productColumns[field].heading] as const),
    ...pictureKeys.map((key, at) => [key, pictureHeading(at + 1)] as const),
    ...pictureTextKeys.map((key, at) => [key, pictureTextHeading(at + 1)] as const),
    [familyKey, familyHeading] as const,
    ...familyOptionKeys.map(
      (option, at) => [optionKeys[at] ?? '', optionHeading(familyOptions[option].name)] as const,
    ),
    ...attributes.map(({ id, name }) => [attributeKey(id), attributeHeading(name)] as const),
  ])
}

/** Without the unit in brackets and without signs: 'Price (₹)' and 'price' are one. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The key of each column of a file, and what is left out of it in words. */
export function readHeadings(
  cells: readonly string[],
  attributes: readonly AskedAttribute[],
): { keys: (string | undefined)[]; notes: string[] } {
  const keyOf = new Map([...headingsOf(attributes)].map(([key, heading]) => [plain(heading), key]))
  const notes: string[] = []
  const seen = new Set<string>()
  const keys = cells.map((cell) => {
    const heading = cell.trim()
    const key = keyOf.get(plain(heading))
    if (key !== undefined && !seen.has(key)) {
      seen.add(key)
      return key
    }
    if (heading !== '' && plain(heading) !== plain(wrongHeading) && notes.length < 20)
      notes.push(
        key === undefined
          ? `There is no column '${heading.slice(0, 80)}': it is left out.`
          : `The column '${heading.slice(0, 80)}' stands there twice: the second one is left out.`,
      )
    return undefined
  })
  return { keys, notes }
}
