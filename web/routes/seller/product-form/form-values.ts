/** The fields of a product form, all text, and the contract's schema for that text. */
import { z } from 'zod'
import {
  type AskedAttribute,
  attributeNumber,
  type ProductAttribute,
} from '../../../../contract/attribute.ts'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { addProductBody, editProductBody, type ProductForm } from '../../../../contract/seller-product.ts'

export const labels = {
  name: 'Product Name',
  description: 'Description',
  details: 'Details',
  imageUrls: 'Images',
  imageTexts: 'Texts of images',
  categoryId: 'Category',
  subCategoryId: 'Subcategory',
  price: 'Price (₹)',
  hsnCode: 'HSN Code',
  sku: 'SKU (optional)',
  noOfUnits: 'Number of Units',
  height: 'Height (cm)',
  width: 'Width (cm)',
  length: 'Length (cm)',
  weight: 'Weight (gm)',
  ...declarationLabels,
} as const
export type NamedField = keyof typeof labels
/** The field of an attribute, by its id. It has a number, or the ids of the chosen values in their order, parted by commas. */
export type AttributeField = `attribute-${number}`
export type FieldName = NamedField | AttributeField
const namedFields = Object.keys(labels) as NamedField[]
/** `imageUrls` has one address a line, `imageTexts` the text of each of them. An attribute that is not asked has no entry. */
export type Values = Record<NamedField, string> & { [name: AttributeField]: string }

export const attributeField = (id: number): AttributeField => `attribute-${id}`
export const isAttributeField = (name: string): name is AttributeField => name.startsWith('attribute-')

export const noValues: Values = read(() => '', [])

export function valuesOf(product: ProductForm): Values {
  const ofAttribute = (id: number) =>
    product.attributes
      .filter(({ attributeId }) => attributeId === id)
      .map(({ valueId, number }) => valueId ?? number)
      .join(',')
  const attributes = product.attributes.map(
    ({ attributeId }) => [attributeField(attributeId), ofAttribute(attributeId)] as const,
  )
  return read((name) => {
    const value = product[name]
    return Array.isArray(value) ? value.join('\n') : String(value ?? '')
  }, attributes)
}

/** The present values of the form. */
export function readFormValues(form: HTMLFormElement): Values {
  // Of several entries of one name the last one, as where the form is sent.
  const data = Object.fromEntries(new FormData(form))
  return read(
    (name) => data[name] ?? '',
    Object.entries(data).filter(([name]) => isAttributeField(name)),
  )
}

/** All fields of these values. */
export const fieldsOf = (...all: Values[]): FieldName[] => [
  ...new Set(all.flatMap((values) => Object.keys(values) as FieldName[])),
]
export const valueOf = (values: Values, name: FieldName): string => values[name] ?? ''

/** Line ends are normalised to \n: browsers submit \r\n, other clients store \n. */
function read(
  value: (name: NamedField) => FormDataEntryValue,
  attributes: readonly (readonly [name: string, value: FormDataEntryValue])[],
): Values {
  const entries = namedFields.map((name) => [name, String(value(name)).replace(/\r\n?/g, '\n')])
  return Object.fromEntries([...entries, ...attributes]) as Values
}

export function hasChanges(one: Values, other: Values): boolean {
  return fieldsOf(one, other).some((name) => valueOf(one, name) !== valueOf(other, name))
}

/** A number as people type it, such as '₹1,23,456.50'. NaN where it is no number, undefined where it is empty. */
export function readNumber(typed: unknown): number | undefined {
  const text = String(typed ?? '').replace(/[\s,₹]/g, '')
  if (text === '') return undefined
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

const lines = (typed: unknown) =>
  String(typed ?? '')
    .split('\n')
    .filter(Boolean)

function schemaOf({ shape }: { shape: Omit<(typeof addProductBody)['shape'], 'draft'> }) {
  const number = <T extends z.ZodType>(field: T) => z.preprocess(readNumber, field)
  const numberOrNone = <T extends z.ZodType>(field: T) =>
    z.preprocess((typed) => readNumber(typed) ?? null, field)
  const textOrNone = <T extends z.ZodType>(field: T) =>
    z.preprocess((typed) => String(typed ?? '').trim() || null, field)
  return z.object({
    name: shape.name,
    description: shape.description,
    details: shape.details,
    imageUrls: z.preprocess(lines, shape.imageUrls),
    imageTexts: z.preprocess((typed) => String(typed ?? '').split('\n'), shape.imageTexts),
    categoryId: number(shape.categoryId),
    subCategoryId: number(shape.subCategoryId),
    price: number(shape.price),
    // Not required: a seller may look it up later, as what follows.
    hsnCode: textOrNone(shape.hsnCode),
    sku: textOrNone(shape.sku),
    mrp: numberOrNone(shape.mrp),
    netQuantity: numberOrNone(shape.netQuantity),
    netUnit: textOrNone(shape.netUnit),
    commonName: textOrNone(shape.commonName),
    originCountry: textOrNone(shape.originCountry),
    maker: textOrNone(shape.maker),
    packer: textOrNone(shape.packer),
    importer: textOrNone(shape.importer),
    careContact: textOrNone(shape.careContact),
    shelfLifeDays: numberOrNone(shape.shelfLifeDays),
    size: textOrNone(shape.size),
    fssaiLicence: textOrNone(shape.fssaiLicence),
    cosmeticsLicence: textOrNone(shape.cosmeticsLicence),
    noOfUnits: number(shape.noOfUnits),
    height: number(shape.height),
    width: number(shape.width),
    length: number(shape.length),
    weight: number(shape.weight),
  })
}

export const addSchema = schemaOf(addProductBody)
export const editSchema = schemaOf(editProductBody)

/**
 * With a field for each attribute that is asked. Without them, because they could not be loaded, the product keeps what it
 * has.
 */
export function withAttributes(schema: typeof addSchema, asked: readonly AskedAttribute[] | null) {
  const fields = Object.fromEntries(
    (asked ?? []).map((one) => [attributeField(one.id), attributeSchema(one)]),
  )
  const attributes = z
    .object(fields)
    .transform((values) => (asked ? { attributes: Object.values(values).flat() } : {}))
  return z.intersection(schema, attributes)
}

function attributeSchema({ id, kind }: AskedAttribute): z.ZodType<ProductAttribute[]> {
  if (kind === 'number')
    return z
      .preprocess(readNumber, attributeNumber.optional())
      .transform((number) => (number === undefined ? [] : [{ attributeId: id, number }]))
  return z
    .string()
    .default('')
    .transform((ids) => ids.split(',').filter(Boolean))
    .transform((ids) => ids.map((valueId) => ({ attributeId: id, valueId: Number(valueId) })))
}
