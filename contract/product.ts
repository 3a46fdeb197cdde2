/** Products as everybody sees them (specification §3, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, numericId, page } from './fields.ts'
import { limits } from './limits.ts'
import { sellerProductCalls } from './seller-product.ts'

export const listedProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  imageUrl: z.string(),
  description: z.string(),
  noOfUnits: z.number().int(),
  subCategoryName: z.string(),
  subCategoryId: z.number().int(),
})
export type ListedProduct = z.output<typeof listedProduct>

export const productDetail = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  images: z.array(z.string()),
  details: z.string(),
  description: z.string(),
  noOfUnits: z.number().int(),
  subCategoryId: z.number().int(),
  subCategoryName: z.string(),
  categoryId: z.number().int(),
  categoryName: z.string(),
  sellerCompany: z.string(),
})
export type ProductDetail = z.output<typeof productDetail>

export const product = {
  byCategory: endpoint({
    method: 'GET',
    path: '/public/product/category/{id}',
    roles: ['visitor'],
    changes: false,
    summary: 'Products of a category, newest first; empty for an unknown one.',
    params: z.object({ id: numericId }),
    query: page,
    reply: z.array(listedProduct),
    paged: true,
  }),
  bySubcategory: endpoint({
    method: 'GET',
    path: '/public/product/sub_category/{id}',
    roles: ['visitor'],
    changes: false,
    summary: 'Products of a subcategory, newest first; empty for an unknown one.',
    params: z.object({ id: numericId }),
    query: page,
    reply: z.array(listedProduct),
    paged: true,
  }),
  search: endpoint({
    method: 'GET',
    path: '/public/product/search/{name}',
    roles: ['visitor'],
    changes: false,
    summary: 'Products that match the words, best first; misspellings are forgiven.',
    params: z.object({
      name: z
        .string()
        .trim()
        .max(limits.searchLength, `Please search with at most ${limits.searchLength} characters.`),
    }),
    query: page,
    reply: z.array(listedProduct),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/public/product/{id}',
    roles: ['visitor'],
    changes: false,
    summary: 'One product in full.',
    params: z.object({ id }),
    reply: productDetail,
  }),
  ...sellerProductCalls,
}
