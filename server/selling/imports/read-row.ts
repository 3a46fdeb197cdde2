/** Turns the cells of one row into what a product form sends, or names what is wrong in it. */
import type { AskedAttribute, ProductAttribute } from '../../../contract/attribute.ts'
import { familyName, optionValue } from '../../../contract/family.ts'
import { familyLimits, familyOptionKeys, type FamilyOption } from '../../../contract/family-words.ts'
import { countries, countryName } from '../../../contract/countries.ts'
import { priceAboveMrp, unitMissing } from '../../../contract/declaration.ts'
import { allFieldsRequired } from '../../../contract/fields.ts'
import {
  type Column,
  type ColumnField,
  productColumns,
  removesValue,
  valueSeparator,
} from '../../../contract/product-columns.ts'
import type { ImportProblem } from '../../../contract/product-import.ts'
import {
  addProductBody,
  changedElsewhere,
  type ProductForm,
  type ProductInput,
} from '../../../contract/seller-product.ts'
import { readVersion } from '../rules.ts'
import {
  attributeKey,
  type Cells,
  familyKey,
  optionKeys,
  pictureKeys,
  pictureTextKeys,
  productFields,
  twiceKey,
} from './columns.ts'
import { lostZero, readCell, shortOf } from './read-cell.ts'

/** What a file may name, as it is at the moment. */
export interface Choices {
  /** By the name in lower case. */
  categories: Map<
    string,
    { id: number; name: string; subcategories: readonly { id: number; name: string }[] }
  >
  attributes: readonly AskedAttribute[]
  /** The heading of a column by its key. */
  headings: Map<string, string>
}

export type RowProblem = Omit<ImportProblem, 'row'>

/** The family that a row joins its product to, and its values there, one for each option. */
export interface FamilyPlace {
  name: string
  options: readonly FamilyOption[]
  values: readonly string[]
}

/** The address of a picture that a row names, what is wrong with it, or null where it is fetched when the row is written. */
export type PictureOf = (named: string) => { address: string } | { problem: string } | null

export type ReadRow =
  | { plan: 'add'; input: ProductInput; family: FamilyPlace | undefined }
  | { plan: 'change'; input: ProductInput & { version?: string }; family: FamilyPlace | undefined }
  | { plan: 'same' }
  | { plan: 'wrong'; problems: RowProblem[] }

/** Stands for a picture that is not fetched yet. */
const notFetched = 'https://not.fetched.invalid/'

const formFields = productFields.filter(
  (field) => !['id', 'version', 'category', 'subcategory'].includes(field),
)
const missingForNew = 'A new product needs this.'

/**
 * `current`: the product that the row changes; `place`: where it is in a family. Cells that are empty leave it as it is.
 */
export function readRow(
  cells: Cells,
  current: ProductForm | undefined,
  place: FamilyPlace | undefined,
  choices: Choices,
  pictureOf: PictureOf,
): ReadRow {
  const problems: RowProblem[] = []
  const wrong = (key: string, message: string) =>
    problems.push({ column: choices.headings.get(key) ?? key, message })
  if (cells[twiceKey]) wrong(cells.id ? 'id' : 'sku', `Row ${cells[twiceKey]} is about the same product.`)
  if (cells.id && !current) wrong('id', 'You have no product with this id. Leave it empty for a new product.')

  const given = readFields(cells, wrong)
  if (typeof given.originCountry === 'string') given.originCountry = countryOf(given.originCountry)
  Object.assign(given, readPlace(cells, current, choices, wrong))
  const attributes = readAttributes(cells, current, choices, wrong)
  const pictures = readPictures(cells, pictureOf, wrong)
  const texts = readPictureTexts(cells, current, pictures)
  const family = readFamily(cells, wrong)
  const merged: Record<string, unknown> = {
    ...(current && { ...current }),
    ...given,
    ...(attributes && { attributes }),
    ...(pictures && { imageUrls: pictures }),
    ...(texts && { imageTexts: texts }),
  }
  const version = readVersionCell(cells, current, wrong)
  // The units that the file shows are those of its version: without a number of their own they stay.
  if (current && version && given.noOfUnits === undefined) merged.noOfUnits = version.shownUnits

  const told = new Set(problems.map(({ column }) => column))
  // One of the two is not known: nothing is said of the other.
  const shelf = ['category', 'subcategory'].map((key) => choices.headings.get(key) ?? key)
  if (shelf.some((heading) => told.has(heading))) for (const heading of shelf) told.add(heading)
  const parsed = addProductBody.safeParse(merged)
  for (const issue of parsed.error?.issues ?? []) {
    const key = keyOfField(String(issue.path[0] ?? ''))
    const heading = choices.headings.get(key) ?? key
    if (told.has(heading)) continue
    told.add(heading)
    wrong(
      key,
      issue.message === allFieldsRequired && merged[key] === undefined ? missingForNew : issue.message,
    )
  }
  const { price, mrp, netQuantity, netUnit } = merged
  if (typeof price === 'number' && typeof mrp === 'number' && price > mrp) wrong('price', priceAboveMrp)
  if (((netQuantity ?? null) === null) !== ((netUnit ?? null) === null)) wrong('netUnit', unitMissing)
  if (problems.length > 0 || !parsed.data) return { plan: 'wrong', problems }
  if (!current) return { plan: 'add', input: parsed.data, family }
  if (isSame(current, parsed.data, version) && isSamePlace(place, family)) return { plan: 'same' }
  if (version && version.version !== readVersion(current.version)?.version)
    return { plan: 'wrong', problems: [{ column: productColumns.version.heading, message: fileIsOld }] }
  return {
    plan: 'change',
    family,
    input: {
      ...parsed.data,
      ...(version
        ? { version: `${version.version}-${version.shownUnits}` }
        : given.noOfUnits === undefined && { version: current.version }),
    },
  }
}

const fileIsOld = `${changedElsewhere.split('.', 1)[0]} after the file was made. Please export it again.`

type Wrong = (key: string, message: string) => void

function readFields(cells: Cells, wrong: Wrong): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const field of formFields) {
    const text = cells[field]
    if (text === undefined) continue
    const column: Column = productColumns[field]
    if (column.removable && text.toLowerCase() === removesValue) {
      given[field] = null
      continue
    }
    const read = readCell(column.kind, text)
    if ('problem' in read) wrong(field, read.problem)
    else given[field] = read.value
  }
  const lost = typeof given.hsnCode === 'string' ? lostZero(given.hsnCode) : undefined
  if (lost) wrong('hsnCode', lost)
  return given
}

const codes = new Map(countries.map((code) => [countryName(code).toLowerCase(), code]))
const countryOf = (text: string) => codes.get(text.toLowerCase()) ?? text.toUpperCase()

function readPlace(
  cells: Cells,
  current: ProductForm | undefined,
  { categories }: Choices,
  wrong: Wrong,
): { categoryId?: number; subCategoryId?: number } {
  const { category, subcategory } = cells
  if (category === undefined && subcategory === undefined) return {}
  const found =
    category === undefined
      ? [...categories.values()].find(({ id }) => id === current?.categoryId)
      : categories.get(category.toLowerCase())
  if (!found) {
    wrong('category', category === undefined ? missingForNew : `There is no category '${shortOf(category)}'.`)
    return {}
  }
  // Without a column for it the subcategory stays, unless the category changes.
  if (subcategory === undefined) return found.id === current?.categoryId ? {} : { categoryId: found.id }
  const inIt = found.subcategories.find(({ name }) => name.toLowerCase() === subcategory.toLowerCase())
  if (!inIt) {
    wrong('subcategory', `${found.name} has no subcategory '${shortOf(subcategory)}'.`)
    return {}
  }
  return { categoryId: found.id, subCategoryId: inIt.id }
}

/** Undefined where no column has any: they stay. Those without a cell stay, too. */
function readAttributes(
  cells: Cells,
  current: ProductForm | undefined,
  { attributes }: Choices,
  wrong: Wrong,
): ProductAttribute[] | undefined {
  const named = attributes.filter(({ id }) => cells[attributeKey(id)] !== undefined)
  if (named.length === 0) return undefined
  const all = (current?.attributes ?? []).filter(
    ({ attributeId }) => !named.some(({ id }) => id === attributeId),
  )
  for (const attribute of named) {
    const key = attributeKey(attribute.id)
    const text = cells[key] ?? ''
    if (text.toLowerCase() === removesValue) continue
    if (attribute.kind === 'number') {
      const read = readCell('number', text)
      if ('problem' in read) wrong(key, read.problem)
      else all.push({ attributeId: attribute.id, number: Number(read.value) })
      continue
    }
    const words = text.split(valueSeparator.trim()).map((word) => word.trim())
    if (words.length > 1 && !attribute.multiple) wrong(key, `${attribute.name} has one value only.`)
    for (const word of words) {
      const value = attribute.values.find(({ name }) => name.toLowerCase() === word.toLowerCase())
      if (value) all.push({ attributeId: attribute.id, valueId: value.id })
      else {
        const read = readCell('word', word)
        const some = attribute.values.slice(0, 5).map(({ name }) => name)
        wrong(
          key,
          'problem' in read
            ? read.problem
            : `'${shortOf(word)}' is no value of ${attribute.name}. Such are: ${some.join(', ')}.`,
        )
      }
    }
  }
  return all
}

function readPictures(cells: Cells, pictureOf: PictureOf, wrong: Wrong): string[] | undefined {
  const addresses: string[] = []
  for (const key of pictureKeys) {
    const named = cells[key]
    if (named === undefined) continue
    const found = pictureOf(named)
    if (found && 'problem' in found) wrong(key, found.problem)
    else addresses.push(found?.address ?? notFetched + key)
  }
  return pictureKeys.some((key) => cells[key] !== undefined) ? addresses : undefined
}

/** What is to be seen on each picture; undefined where nothing is said of them. */
function readPictureTexts(
  cells: Cells,
  current: ProductForm | undefined,
  pictures: readonly string[] | undefined,
): string[] | undefined {
  const images = pictures ?? current?.imageUrls ?? []
  if (!current && pictureTextKeys.every((key) => cells[key] === undefined)) return undefined
  const known = new Map(current?.imageUrls.map((url, at) => [url, current.imageTexts[at]]))
  return images.map((url, at) => {
    const text = cells[pictureTextKeys[at] ?? '']
    return text?.toLowerCase() === removesValue ? '' : (text ?? known.get(url) ?? '')
  })
}

function readFamily(cells: Cells, wrong: Wrong): FamilyPlace | undefined {
  const given = familyOptionKeys.flatMap((option, at) => {
    const key = optionKeys[at] ?? ''
    const text = cells[key]
    if (text === undefined) return []
    const read = readCell('word', text)
    const parsed = optionValue.safeParse(text)
    if ('problem' in read) wrong(key, read.problem)
    else if (!parsed.success) wrong(key, parsed.error.issues[0]?.message ?? '')
    return [{ key, option, value: parsed.data ?? text }]
  })
  const name = cells[familyKey]
  const [first] = given
  if (name === undefined) {
    if (first) wrong(familyKey, 'Please name the family of this option.')
    return undefined
  }
  const parsed = familyName.safeParse(name)
  if (!parsed.success) wrong(familyKey, parsed.error.issues[0]?.message ?? '')
  if (!first) wrong(familyKey, "Say by what it differs, in a column such as 'Option: Size'.")
  if (given.length > familyLimits.options)
    wrong(given.at(-1)?.key ?? '', `A family has at most ${familyLimits.options} options.`)
  return {
    name: parsed.data ?? name,
    options: given.map(({ option }) => option),
    values: given.map(({ value }) => value),
  }
}

/** Without a family in the row it stays where it is. */
const isSamePlace = (now: FamilyPlace | undefined, wanted: FamilyPlace | undefined): boolean =>
  !wanted ||
  (now?.name.toLowerCase() === wanted.name.toLowerCase() &&
    JSON.stringify(byOption(now)) === JSON.stringify(byOption(wanted)))

const byOption = ({ options, values }: FamilyPlace) =>
  options.map((option, at) => [option, values[at]]).toSorted(([a = ''], [b = '']) => a.localeCompare(b))

/** As `versionCell` writes it. A spreadsheet takes '3-12' for a date. */
export const versionCell = (version: string) => `v${version.replace('-', 'u')}`

function readVersionCell(cells: Cells, current: ProductForm | undefined, wrong: Wrong) {
  if (cells.version === undefined || !current) return undefined
  const [, saves, units] = /^v(\d{1,9})u(\d{1,9})$/.exec(cells.version) ?? []
  const version = saves && units ? readVersion(`${saves}-${units}`) : undefined
  if (!version)
    wrong('version', 'This is no version as an export writes it. Leave it empty, or export again.')
  return version
}

const keyOfField = (field: string) =>
  field === 'imageUrls'
    ? (pictureKeys[0] ?? '')
    : field === 'categoryId'
      ? 'category'
      : field === 'subCategoryId'
        ? 'subcategory'
        : field

function isSame(current: ProductForm, input: ProductInput, version: ReturnType<typeof readVersion>): boolean {
  const rest = Object.entries(input).filter(([field]) => !['noOfUnits', 'attributes'].includes(field))
  // As the file showed them, although some were sold since.
  const sameUnits = input.noOfUnits === (version?.shownUnits ?? current.noOfUnits)
  const attributes = (all: readonly ProductAttribute[] = []) =>
    all
      .map(({ attributeId, valueId, number }) => `${attributeId}:${valueId ?? ''}:${number ?? ''}`)
      .toSorted()
      .join()
  return (
    sameUnits &&
    attributes(current.attributes) === attributes(input.attributes) &&
    rest.every(
      ([field, value]) =>
        JSON.stringify(current[field as ColumnField & keyof ProductForm]) === JSON.stringify(value),
    )
  )
}
