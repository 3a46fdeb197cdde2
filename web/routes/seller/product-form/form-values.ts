/** The fields of a product form, all text, and the contract's schema for that text. */
import { z } from 'zod'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { addProductBody, editProductBody, type ProductForm } from '../../../../contract/seller-product.ts'

export const labels = {
  name: 'Product Name',
  description: 'Description',
  details: 'Details',
  imageUrls: 'Images',
  categoryId: 'Category',
  subCategoryId: 'Subcategory',
  price: 'Price (₹)',
  hsnCode: 'HSN Code',
  noOfUnits: 'Number of Units',
  height: 'Height (cm)',
  width: 'Width (cm)',
  length: 'Length (cm)',
  weight: 'Weight (gm)',
  ...declarationLabels,
} as const
export type FieldName = keyof typeof labels
export const fieldNames = Object.keys(labels) as FieldName[]
/** `imageUrls` has one address a line. */
export type Values = Record<FieldName, string>

export const noValues = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values

export function valuesOf(product: ProductForm): Values {
  return read((name) => (name === 'imageUrls' ? product.imageUrls.join('\n') : String(product[name] ?? '')))
}

/** The present values of the form. */
export function readFormValues(form: HTMLFormElement): Values {
  const data = new FormData(form)
  return read((name) => data.get(name) ?? '')
}

/** Line ends are normalised to \n: browsers submit \r\n, other clients store \n. */
function read(value: (name: FieldName) => FormDataEntryValue): Values {
  const entries = fieldNames.map((name) => [name, String(value(name)).replace(/\r\n?/g, '\n')])
  return Object.fromEntries(entries) as Values
}

export function hasChanges(one: Values, other: Values): boolean {
  return fieldNames.some((name) => one[name] !== other[name])
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

function schemaOf({ shape }: Pick<typeof addProductBody, 'shape'>) {
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
    categoryId: number(shape.categoryId),
    subCategoryId: number(shape.subCategoryId),
    price: number(shape.price),
    // Not required: a seller may look it up later, as what follows.
    hsnCode: textOrNone(shape.hsnCode),
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
