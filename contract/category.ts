/** Categories and their subcategories, as everybody sees them (specification §3, §7). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { numericId } from './fields.ts'

export const categoryReply = z.object({ id: z.number().int(), name: z.string() })
export const subcategoryReply = z.object({
  id: z.number().int(),
  name: z.string(),
  imageUrl: z.string(),
  categoryId: z.number().int(),
})
export type Category = z.output<typeof categoryReply>
export type Subcategory = z.output<typeof subcategoryReply>

export const category = {
  all: endpoint({
    method: 'GET',
    path: '/public/category/all',
    roles: ['visitor'],
    changes: false,
    summary: 'All categories by name.',
    reply: z.array(categoryReply),
  }),
  allSubcategories: endpoint({
    method: 'GET',
    path: '/public/category/sub/all',
    roles: ['visitor'],
    changes: false,
    summary: 'All subcategories.',
    reply: z.array(subcategoryReply),
  }),
  subcategories: endpoint({
    method: 'GET',
    path: '/public/category/{id}/get',
    roles: ['visitor'],
    changes: false,
    summary: 'The subcategories of a category; empty for an unknown one.',
    params: z.object({ id: numericId }),
    reply: z.array(subcategoryReply),
  }),
}
