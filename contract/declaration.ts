/** What a listing declares by law (Legal Metrology (Packaged Commodities) Rules 2011; licences of food and cosmetics). */
import { z } from 'zod'
import { countries } from './countries.ts'
import { storable } from './fields.ts'
import { limits } from './limits.ts'

export const netUnits = ['g', 'kg', 'ml', 'l', 'cm', 'm', 'piece'] as const
export type NetUnit = (typeof netUnits)[number]

/** What a category can need, in the order of pages. A maker is named by maker, packer or importer. */
export const declarationNeeds = [
  'mrp',
  'netQuantity',
  'commonName',
  'originCountry',
  'maker',
  'careContact',
  'shelfLifeDays',
  'size',
  'fssaiLicence',
  'cosmeticsLicence',
] as const
export type DeclarationNeed = (typeof declarationNeeds)[number]

export const declarationLabels = {
  mrp: 'MRP (₹)',
  netQuantity: 'Net Quantity',
  netUnit: 'Unit',
  commonName: 'Common Name',
  originCountry: 'Country of Origin',
  maker: 'Made By',
  packer: 'Packed By',
  importer: 'Imported By',
  careContact: 'Customer Care',
  shelfLifeDays: 'Shelf Life (days)',
  size: 'Size',
  fssaiLicence: 'FSSAI Number',
  cosmeticsLicence: 'Cosmetics Licence',
} as const
export type DeclarationField = keyof typeof declarationLabels

export const priceAboveMrp = 'The price is above the MRP, which the law forbids.'
export const unitMissing = 'A net quantity needs its unit, and a unit its quantity.'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Please fill in this field.')
    .max(max, `At most ${max} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.')
const wrongQuantity = 'A net quantity is a number above 0 with at most three decimals.'
const wrongDays = 'Days are a whole number from 1 to 7,300.'
const wrongFssai = 'An FSSAI number has 14 digits and begins with 1 or 2.'
const wrongCosmetics = 'Please type the licence as it is printed, such as KTK/COS/12/2024.'

/** Fields of the product body. Left out of an edit they stay as they are; null removes them. `mrp` is a field of price. */
export const declarationBody = <M extends z.ZodType>(mrp: M) => ({
  mrp: mrp.nullable().optional(),
  netQuantity: z
    .number({ error: wrongQuantity })
    .min(0.001, wrongQuantity)
    .max(limits.netQuantityMax, wrongQuantity)
    .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, wrongQuantity)
    .nullable()
    .optional(),
  netUnit: z.enum(netUnits, { error: 'Please choose a unit.' }).nullable().optional(),
  commonName: line(100).nullable().optional(),
  originCountry: z
    .string()
    .refine((code) => countries.includes(code), 'Please choose a country.')
    .nullable()
    .optional(),
  maker: line(300).nullable().optional(),
  packer: line(300).nullable().optional(),
  importer: line(300).nullable().optional(),
  careContact: line(300).nullable().optional(),
  shelfLifeDays: z
    .number({ error: wrongDays })
    .int(wrongDays)
    .min(1, wrongDays)
    .max(7_300, wrongDays)
    .nullable()
    .optional(),
  size: line(100).nullable().optional(),
  fssaiLicence: z
    .string()
    .trim()
    .regex(/^[12]\d{13}$/, wrongFssai)
    .nullable()
    .optional(),
  cosmeticsLicence: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9/. -]{4,39}$/, wrongCosmetics)
    .regex(/\d/, wrongCosmetics)
    .nullable()
    .optional(),
})

/** As a listing has them; null: not declared. */
export const declaration = z.object({
  mrp: z.number().nullable(),
  netQuantity: z.number().nullable(),
  netUnit: z.enum(netUnits).nullable(),
  commonName: z.string().nullable(),
  originCountry: z.string().nullable(),
  maker: z.string().nullable(),
  packer: z.string().nullable(),
  importer: z.string().nullable(),
  careContact: z.string().nullable(),
  shelfLifeDays: z.number().int().nullable(),
  size: z.string().nullable(),
  fssaiLicence: z.string().nullable(),
  cosmeticsLicence: z.string().nullable(),
})
export type Declaration = z.output<typeof declaration>

/** With the name of the country. */
export const shownDeclaration = declaration.extend({ originName: z.string().nullable() })
export type ShownDeclaration = z.output<typeof shownDeclaration>

/** What products of a category have to declare; null: all categories without needs of their own. */
export const categoryNeeds = z.object({
  categoryId: z.number().int().nullable(),
  needs: z.array(z.enum(declarationNeeds)),
})
export type CategoryNeeds = z.output<typeof categoryNeeds>

const larger: Partial<Record<NetUnit, NetUnit>> = { g: 'kg', ml: 'l', cm: 'm' }
const smaller: Partial<Record<NetUnit, NetUnit>> = { kg: 'g', l: 'ml', m: 'cm' }

/**
 * The price of one unit: per gram below a kilogram and per kilogram from there on; likewise millilitres and litres, centimetres and
 * metres, where a hundred make one.
 */
export function unitPrice(price: number, quantity: number, unit: NetUnit): { rupees: number; per: NetUnit } {
  const inLarger = unit === 'g' || unit === 'ml' ? 1_000 : 100
  const up = larger[unit]
  if (up && quantity >= inLarger) return { rupees: (price * inLarger) / quantity, per: up }
  const down = smaller[unit]
  const parts = unit === 'm' ? 100 : 1_000
  if (down && quantity < 1) return { rupees: price / (quantity * parts), per: down }
  return { rupees: price / quantity, per: unit }
}
