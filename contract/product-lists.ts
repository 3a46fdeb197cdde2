/** Sorting and filters of product lists. The query of the API and the URL of a page use the same names. */
import { z } from 'zod'
import { page, pinCodeSixDigits } from './fields.ts'

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

const sub = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d{0,8})?$/, 'There is no such subcategory.')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()
  .meta({ description: 'The id of the one subcategory to look in.' })

const rated = z
  .enum(['4', ''], "The filter 'rated' can only be 4.")
  .optional()
  .transform((typed) => (typed === '4' ? true : undefined))
  .meta({ description: "'4' leaves out what has fewer than four stars." })

/** As `rated`. */
const origin = z
  .string()
  .trim()
  .regex(/^(?:[A-Z]{2})?$/, 'There is no such country.')
  .transform((typed) => typed || undefined)
  .optional()
  .meta({ description: 'The code of the one country of origin to look for, such as IN.' })

/** As `rated`. */
const claim = z
  .string()
  .trim()
  .regex(/^[a-z-]{0,40}$/, 'There is no such claim.')
  .transform((typed) => typed || undefined)
  .optional()
  .meta({
    description:
      'The code of the one proven claim to look for, such as organic-cotton: what was accepted and is valid today.',
  })

function sort<const T extends readonly [string, ...string[]]>(sorts: T) {
  return z.enum(sorts, `Products can be sorted by ${sorts.join(', ')}.`).default(sorts[0])
}

const inOrder = ({ min, max }: Partial<ListFilters>) => min === undefined || max === undefined || min <= max
const outOfOrder = { error: 'The lowest price is above the highest.', path: ['min'] }
const hasPlace = ({ pin, arrivesBy }: Partial<ListFilters>) => arrivesBy === undefined || pin !== undefined
const placeMissing = { error: 'Please enter the pin code that it is sent to.', path: ['pin'] }

export const categoryListQuery = page
  .extend({ sort: sort(productListSorts), ...filters, sub, rated, origin, claim })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)
export const subcategoryQuery = page
  .extend({ sort: sort(productListSorts), ...filters, rated, origin, claim })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)
export const searchQuery = page
  .extend({ sort: sort(searchSorts), ...filters, sub, rated, origin, claim })
  .refine(inOrder, outOfOrder)
  .refine(hasPlace, placeMissing)

/** Filters of a product list; prices in rupees, both ends included. */
export interface ListFilters {
  min?: number | undefined
  max?: number | undefined
  sub?: number | undefined
  stock: boolean
  pin?: string | undefined
  /** Only with `pin`. */
  arrivesBy?: string | undefined
  /** Four stars and more. */
  rated?: true | undefined
  /** The code of a country. */
  origin?: string | undefined
  /** The code of a wording in green-claim-list.ts. */
  claim?: string | undefined
}
