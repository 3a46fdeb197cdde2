/** Products of the storefront: lists, search, suggestions, product page (specification §3, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listedFamily, shownFamily } from './family.ts'
import { id, numericId } from './fields.ts'
import { shownGreenClaim } from './green-claim.ts'
import { limits } from './limits.ts'
import { shownAttribute } from './attribute.ts'
import { shownDeclaration } from './declaration.ts'
import { bulkPrice } from './prices.ts'
import { deliveryFacts } from './seller-page.ts'
import { sellerProductCalls } from './seller-product.ts'
import {
  searchQuery,
  categoryListQuery,
  listFacetsQuery,
  searchFacetsQuery,
  subcategoryQuery,
} from './product-lists.ts'

export const listedProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  /** In a sale: the lowest price of the 30 days before it, where that is higher. Null otherwise. */
  was: z.number().nullable(),
  imageUrl: z.string(),
  description: z.string(),
  noOfUnits: z.number().int(),
  /** The seller is away: the first day on which it can be bought again. Then there are no units. */
  backOn: z.string().optional(),
  subCategoryName: z.string(),
  subCategoryId: z.number().int(),
  sellerCompany: z.string(),
  /** Of their public page. */
  sellerId: z.string(),
  /** The mean of its reviews with one decimal; null without any. */
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** Where it stands for a family. */
  family: listedFamily.optional(),
})
export type ListedProduct = z.output<typeof listedProduct>

export const productDetail = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  /** As in lists. */
  was: z.number().nullable(),
  /** Of a sale that runs: its end, and the lowest price of the 30 days before it; null for a product that is not so old. */
  sale: z.object({ ends: z.string(), lowest: z.number().nullable() }).nullable(),
  /** Those below the price. */
  bulkPrices: z.array(bulkPrice),
  images: z.array(z.string()),
  /** The alternative text of each: what its seller says is to be seen, otherwise the name of the product. */
  imageTexts: z.array(z.string()),
  details: z.string(),
  description: z.string(),
  noOfUnits: z.number().int(),
  /** As in lists. */
  backOn: z.string().optional(),
  subCategoryId: z.number().int(),
  subCategoryName: z.string(),
  categoryId: z.number().int(),
  categoryName: z.string(),
  sellerCompany: z.string(),
  sellerId: z.string(),
  declaration: shownDeclaration,
  /** In the order of its category. */
  attributes: z.array(shownAttribute),
  /** Accepted and not expired. */
  greenClaims: z.array(shownGreenClaim),
  /** The same for search engines: properties of a Product of schema.org. */
  greenClaimsData: z.record(z.string(), z.unknown()),
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** How many reviews have one star, two … five. */
  ratingStars: z.array(z.number().int()),
  /** How the seller delivered in the last 90 days; null with too few parcels to say. */
  delivery: deliveryFacts.nullable(),
  /** Where there are others like it. */
  family: shownFamily.optional(),
})
export type ProductDetail = z.output<typeof productDetail>

/** By what a list can be narrowed: choices, each with the products that the list would have of it under the other filters. */
const facet = z.object({
  /** The parameter of the address that takes the codes. */
  name: z.enum(['sub', 'price', 'stock', 'rated', 'attribute', 'seller', 'claim', 'origin']),
  /** The attribute's name; empty for the others. */
  title: z.string(),
  /** The numbers are estimated from a sample of `limits.countFiltered` products. */
  about: z.boolean(),
  /** The code of each stands in the address. */
  choices: z.array(z.object({ code: z.string(), name: z.string(), products: z.number().int() })),
})
export type Facet = z.output<typeof facet>

/** A suggestion for an unfinished search, in display order. */
export const suggestion = z.object({
  kind: z.enum(['category', 'subcategory', 'product']),
  /** Of the category, subcategory or product. */
  id: z.string(),
  name: z.string(),
  /** The category of a subcategory; null for everything else. */
  within: z.string().nullable(),
})
export type Suggestion = z.output<typeof suggestion>

/** How a search was understood; accompanies the list of results. */
export const searchSummary = z.object({
  /** The corrected words that were searched in addition to the typed ones; null if nothing was corrected. */
  corrected: z.string().nullable(),
  /** 'some' if no product matches all words and the results match any of them. */
  words: z.enum(['all', 'some']),
  /** The limits in rupees that a budget in words sets where the list has none of its own, and the words without it. */
  budget: z.object({ words: z.string(), min: z.number().nullable(), max: z.number().nullable() }).nullable(),
})
export type SearchSummary = z.output<typeof searchSummary>

const searchWords = z.object({
  name: z
    .string()
    .trim()
    .max(limits.searchLength, `Please search with at most ${limits.searchLength} characters.`),
})

export const product = {
  byCategory: endpoint({
    method: 'GET',
    path: '/public/product/category/{id}',
    roles: ['visitor'],
    summary: 'Products of a category, newest first, by price or by rating; empty for an unknown one.',
    params: z.object({ id: numericId }),
    query: categoryListQuery,
    reply: z.array(listedProduct),
    paged: true,
  }),
  bySubcategory: endpoint({
    method: 'GET',
    path: '/public/product/sub_category/{id}',
    roles: ['visitor'],
    summary: 'Products of a subcategory, newest first, by price or by rating; empty for an unknown one.',
    params: z.object({ id: numericId }),
    query: subcategoryQuery,
    reply: z.array(listedProduct),
    paged: true,
  }),
  bySeller: endpoint({
    method: 'GET',
    path: '/public/product/seller/{id}',
    roles: ['visitor'],
    summary: 'Products of a seller, newest first, by price or by rating; empty for an unknown one.',
    params: z.object({ id }),
    query: categoryListQuery,
    reply: z.array(listedProduct),
    paged: true,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/public/product-facets',
    roles: ['visitor'],
    summary:
      "By what the list of one category, subcategory or seller can be narrowed, with numbers of products. A facet's own choices do not narrow its numbers.",
    query: listFacetsQuery,
    reply: z.array(facet),
  }),
  search: endpoint({
    method: 'GET',
    path: '/public/product/search/{name}',
    roles: ['visitor'],
    summary: 'Products that match the words, best match first; misspellings are corrected.',
    params: searchWords,
    query: searchQuery,
    reply: z.array(listedProduct),
    paged: true,
  }),
  searchSummary: endpoint({
    method: 'GET',
    path: '/public/product/search/{name}/summary',
    roles: ['visitor'],
    summary: 'How a search was understood.',
    params: searchWords,
    reply: searchSummary,
  }),
  searchFacets: endpoint({
    method: 'GET',
    path: '/public/product/search/{name}/facets',
    roles: ['visitor'],
    summary: 'By what the results of a search can be narrowed, with numbers of products, as for lists.',
    params: searchWords,
    query: searchFacetsQuery,
    reply: z.array(facet),
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/public/product/suggest/{name}',
    roles: ['visitor'],
    summary: `At most ${limits.suggestions} categories, subcategories and product names that complete the words.`,
    params: searchWords,
    reply: z.array(suggestion),
  }),
  get: endpoint({
    method: 'GET',
    path: '/public/product/{id}',
    roles: ['visitor'],
    summary: 'One product in full.',
    params: z.object({ id }),
    reply: productDetail,
  }),
  others: endpoint({
    method: 'GET',
    path: '/public/product/{id}/others',
    roles: ['visitor'],
    summary: `At most ${limits.othersShown} other products of the same subcategory, also of a product that was deleted.`,
    params: z.object({ id }),
    reply: z.array(listedProduct),
  }),
  ...sellerProductCalls,
}
