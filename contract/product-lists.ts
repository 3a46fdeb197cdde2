/** Sorting and filters of product lists. The query of the API and the URL of a page use the same names. */
import { z } from 'zod'
import { id, numericId, page, pinCodeSixDigits } from './fields.ts'
import { limits } from './limits.ts'

export const productListSorts = ['newest', 'price-low', 'price-high', 'rating', 'origin'] as const
export const searchSorts = ['relevance', 'price-low', 'price-high', 'newest', 'rating'] as const
export type ProductListSort = (typeof productListSorts)[number]
export type SearchSort = (typeof searchSorts)[number]
export type ListSort = ProductListSort | SearchSort

const priceWords = 'Please enter a price in rupees, like 250 or 99.50.'

/** Rupees as typed by a person. Blank means no limit, because a form also sends its empty fields. */
const price = (description: string) =>
  z
    .string()
    .trim()
    .regex(/^(?:\d{1,7}(?:\.\d{1,2})?)?$/, priceWords)
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional()
    .meta({ description })

const filters = {
  min: price('The lowest price in rupees.'),
  max: price('The highest price in rupees.'),
  stock: z
    .enum(['in', ''], "The filter 'stock' can only be 'in'.")
    .optional()
    .transform((text) => text === 'in')
    .meta({ description: "'in' leaves out what is sold out." }),
  pin: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d{5})?$/, pinCodeSixDigits)
    .transform((text) => text || undefined)
    .optional()
    .meta({ description: 'The pin code that `arrivesBy` is about; alone it changes nothing.' }),
  arrivesBy: z
    .union([z.iso.date(), z.literal('')], 'Please choose a day.')
    .transform((text) => text || undefined)
    .optional()
    .meta({
      description:
        'Leaves out what does not arrive by this day (YYYY-MM-DD) if it is ordered now, and that of which no day is known: what `POST /public/delivery` was told within a day counts.',
    }),
}

/** Several choices of one facet, separated by commas. A product with any of them is in the list. */
const choices = (one: RegExp, refusal: string, description: string) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? undefined : [...new Set(text.split(','))].sort()))
    .refine(
      (codes = []) => codes.length <= limits.facetChosenMax && codes.every((code) => one.test(code)),
      refusal,
    )
    .optional()
    .meta({ description })

/** As bands in rupees, the upper end included; `price_band` in the schema has the same. */
export const priceBands = ['0-200', '200-500', '500-1000', '1000-2000', '2000-'] as const

const facets = {
  seller: choices(
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    'There is no such seller.',
    'The ids of sellers, separated by commas.',
  ),
  price: choices(
    /^(?:0-200|200-500|500-1000|1000-2000|2000-)$/,
    'There is no such band of prices.',
    `Bands of prices in rupees: ${priceBands.join(', ')}.`,
  ),
  rated: choices(
    /^[34]$/,
    "The filter 'rated' can only be 4 or 3.",
    "'4' leaves out what has fewer than four stars, '3' what has fewer than three.",
  ),
  origin: choices(
    /^[A-Z]{2}$/,
    'There is no such country.',
    'The codes of countries of origin, such as IN or IN,NP.',
  ),
  claim: choices(
    /^[a-z-]{1,40}$/,
    'There is no such claim.',
    'The codes of proven claims, such as organic-cotton: what was accepted and is valid today.',
  ),
  attribute: choices(
    /^\d{1,5}-\d{1,9}(?:\.\d{1,3})?$/,
    'There is no such attribute.',
    'Values of attributes, each as the id of the attribute and its value: 4-31 or 7-500. One value of each attribute has to fit.',
  ),
}
export type FacetName = 'sub' | keyof typeof facets

const sub = choices(
  /^[1-9]\d{0,8}$/,
  'There is no such subcategory.',
  'The ids of the subcategories to look in.',
)

function sort<const T extends readonly [string, ...string[]]>(sorts: T) {
  return z.enum(sorts, `Products can be sorted by ${sorts.join(', ')}.`).default(sorts[0])
}

const inOrder = ({ min, max }: Partial<ListFilters>) => min === undefined || max === undefined || min <= max
const outOfOrder = { error: 'The lowest price is above the highest.', path: ['min'] }
const hasPlace = ({ pin, arrivesBy }: Partial<ListFilters>) => arrivesBy === undefined || pin !== undefined
const placeMissing = { error: 'Please enter the pin code that it is sent to.', path: ['pin'] }

const oneList = {
  categoryId: numericId.optional(),
  subCategoryId: numericId.optional(),
  sellerId: id.optional(),
}
/** The filters of a list, of which the choices are counted. */
export const listFacetsQuery = z
  .object({ ...oneList, ...filters, sub, ...facets })
  .refine(
    ({ categoryId, subCategoryId, sellerId }) =>
      [categoryId, subCategoryId, sellerId].filter(Boolean).length === 1,
    'Name one list.',
  )
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)
export const searchFacetsQuery = z
  .object({ ...filters, sub, ...facets })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)

export const categoryListQuery = page
  .extend({ sort: sort(productListSorts), ...filters, sub, ...facets })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)
export const subcategoryQuery = page
  .extend({ sort: sort(productListSorts), ...filters, ...facets })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)
export const searchQuery = page
  .extend({ sort: sort(searchSorts), ...filters, sub, ...facets })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)

/** Filters of a product list; prices in rupees, both ends included. */
export interface ListFilters {
  min?: number | undefined
  max?: number | undefined
  sub?: string[] | undefined
  stock: boolean
  pin?: string | undefined
  /** Only with `pin`. */
  arrivesBy?: string | undefined
  seller?: string[] | undefined
  price?: string[] | undefined
  rated?: string[] | undefined
  origin?: string[] | undefined
  claim?: string[] | undefined
  attribute?: string[] | undefined
}
