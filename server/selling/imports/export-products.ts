/** A seller's products as CSV, in the format that an import reads, and the template of a category. */
import type { AskedAttribute, ProductAttribute } from '../../../contract/attribute.ts'
import { countryName } from '../../../contract/countries.ts'
import { type ColumnField, productColumns, valueSeparator } from '../../../contract/product-columns.ts'
import type { ProductForm } from '../../../contract/seller-product.ts'
import { familyPlaces } from '../../catalogue/families/list-families.ts'
import { formsBefore } from '../../catalogue/products/own-products.ts'
import { byteOrderMark, type Cell, csvLine, doubled } from '../../platform/csv.ts'
import { dayOf } from '../../platform/calendar.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toProductForm } from '../present.ts'
import { loadChoices } from './choices.ts'
import {
  attributeKey,
  familyKey,
  optionKeys,
  pictureKeys,
  pictureTextKeys,
  productFields,
} from './columns.ts'
import { type Choices, type FamilyPlace, versionCell } from './read-row.ts'

const batch = 200
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const stockFields: readonly ColumnField[] = ['id', 'sku', 'version', 'name', 'price', 'noOfUnits', 'mrp']

/** `stock`: price and stock alone. */
export async function exportProducts(shop: Shop, sellerId: string, columns: 'all' | 'stock') {
  const choices = await loadChoices(shop)
  const keys =
    columns === 'stock'
      ? [...stockFields]
      : [
          ...productFields,
          ...pictureKeys,
          ...pictureTextKeys,
          familyKey,
          ...optionKeys,
          ...choices.attributes.map(({ id }) => attributeKey(id)),
        ]
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(keys.map((key) => choices.headings.get(key)))
    for (let before = highestId; ;) {
      const rows = await formsBefore(shop.db, sellerId, batch, before)
      const ids = rows.map(({ id }) => id)
      const places = new Map((await familyPlaces(shop.db, ids)).map((place) => [place.productId, place]))
      yield rows
        .map((row) => {
          const cells = cellsOf(toProductForm(shop.config, row), places.get(row.id), choices)
          return csvLine(keys.map((key) => escaped(cells[key])))
        })
        .join('')
      if (rows.length < batch) return
      before = rows.at(-1)?.id ?? before
    }
  }
  return { pieces: pieces(), name: `products-${dayOf(new Date())}.csv` }
}

type NamedCells = Record<string, Cell>

const escaped = (cell: Cell): Cell => (typeof cell === 'string' ? doubled(cell) : cell)

function cellsOf(form: ProductForm, place: FamilyPlace | undefined, choices: Choices): NamedCells {
  const category = [...choices.categories.values()].find(({ id }) => id === form.categoryId)
  const subcategory = category?.subcategories.find(({ id }) => id === form.subCategoryId)
  const { offSale: _, attributes, imageUrls, imageTexts, version, originCountry, ...fields } = form
  return {
    ...fields,
    version: versionCell(version),
    category: category?.name,
    subcategory: subcategory?.name,
    originCountry: originCountry === null ? null : countryName(originCountry),
    ...Object.fromEntries(pictureKeys.map((key, at) => [key, imageUrls[at]])),
    ...Object.fromEntries(pictureTextKeys.map((key, at) => [key, imageTexts[at] || undefined])),
    [familyKey]: place?.name,
    ...Object.fromEntries(place?.options.map((option, at) => [`option:${option}`, place.values[at]]) ?? []),
    ...Object.fromEntries(
      choices.attributes.map((attribute) => [
        attributeKey(attribute.id),
        attributeCell(attribute, attributes),
      ]),
    ),
  }
}

function attributeCell(
  { id, values }: AskedAttribute,
  given: readonly ProductAttribute[],
): string | number | undefined {
  const own = given.filter(({ attributeId }) => attributeId === id)
  const [first] = own
  if (first?.number !== undefined) return first.number
  const names = own.flatMap(({ valueId }) => values.find((value) => value.id === valueId)?.name ?? [])
  return names.length > 0 ? names.join(valueSeparator) : undefined
}

/** Refuses: not-found for an unknown category. */
export async function makeTemplate(shop: Shop, categoryId: number) {
  const choices = await loadChoices(shop)
  const category = [...choices.categories.values()].find(({ id }) => id === categoryId)
  if (!category) throw notFound()
  const attributes = choices.attributes.filter(({ askedBy }) =>
    askedBy.some((one) => one.categoryId === categoryId),
  )
  const example: NamedCells = {
    ...Object.fromEntries(productFields.map((field) => [field, productColumns[field].example])),
    category: category.name,
    subcategory: category.subcategories[0]?.name,
    [pictureKeys[0] ?? '']: 'comb.jpg',
    [pictureTextKeys[0] ?? '']: 'A comb of light wood with wide teeth.',
    ...Object.fromEntries(
      attributes.map(({ id, kind, values }) => [attributeKey(id), kind === 'number' ? 1 : values[0]?.name]),
    ),
  }
  // An export writes the others.
  const fields = productFields.filter((field) => field !== 'id' && field !== 'version')
  const keys = [
    ...fields,
    ...pictureKeys,
    ...pictureTextKeys,
    familyKey,
    ...optionKeys,
    ...attributes.map(({ id }) => attributeKey(id)),
  ]
  const text =
    byteOrderMark +
    csvLine(keys.map((key) => choices.headings.get(key))) +
    csvLine(keys.map((key) => escaped(example[key])))
  async function* pieces(): AsyncGenerator<string> {
    yield text
  }
  return {
    pieces: pieces(),
    name: `products-${category.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
  }
}
