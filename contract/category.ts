/** Categories and subcategories of the storefront (specification §3, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { numericId } from './fields.ts'
import { limits } from './limits.ts'
import { listedProduct } from './product.ts'

export const categoryReply = z.object({ id: z.number().int(), name: z.string() })
export const subcategoryReply = z.object({
  id: z.number().int(),
  name: z.string(),
  imageUrl: z.string(),
  categoryId: z.number().int(),
})
export type Category = z.output<typeof categoryReply>
export type Subcategory = z.output<typeof subcategoryReply>

/** A category with its newest products. */
export const categoryProducts = categoryReply.extend({ products: z.array(listedProduct) })
export type CategoryProducts = z.output<typeof categoryProducts>

export const category = {
  all: endpoint({
    method: 'GET',
    path: '/public/category/all',
    roles: ['visitor'],
    summary: 'All categories by name.',
    reply: z.array(categoryReply),
  }),
  allSubcategories: endpoint({
    method: 'GET',
    path: '/public/category/sub/all',
    roles: ['visitor'],
    summary: 'All subcategories.',
    reply: z.array(subcategoryReply),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/public/category/rows',
    roles: ['visitor'],
    summary: 'All categories by name, each with its newest products: the rows of the home page.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.homeRowMax).default(limits.homeRowMax),
    }),
    reply: z.array(categoryProducts),
  }),
  subcategories: endpoint({
    method: 'GET',
    path: '/public/category/{id}/get',
    roles: ['visitor'],
    summary: 'The subcategories of a category; empty for an unknown one.',
    params: z.object({ id: numericId }),
    reply: z.array(subcategoryReply),
  }),
}
