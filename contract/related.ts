/**
 * Products beside a product, and cards of products by their ids. Pages import `related` from here, not `api.related`: so only the
 * script that needs it loads it (web/bundling/slim-contract.ts).
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { relatedLimits } from './related-limits.ts'
import { listedProduct } from './product.ts'
import { limits } from './limits.ts'

const tooMany = `At most ${relatedLimits.cards} products can be asked for at once.`

export const relatedProducts = z.object({
  subCategoryId: z.number().int(),
  /** Most buyers first. */
  boughtTogether: z.array(z.object({ product: listedProduct, buyers: z.number().int() })),
  /** Others of the subcategory, most alike first; what is sold out comes last. */
  similar: z.array(
    z.object({
      product: listedProduct,
      /** The attributes of which both have the same value, in the order of the category. */
      sameAttributes: z.array(z.string()),
      /** Both have a proven claim of the same kind. */
      sameClaim: z.boolean(),
      similarPrice: z.boolean(),
    }),
  ),
})
export type RelatedProducts = z.output<typeof relatedProducts>

export const related = {
  ofProduct: endpoint({
    method: 'GET',
    path: '/public/product/{id}/related',
    roles: ['visitor'],
    summary: `At most ${relatedLimits.boughtTogether} products that at least ${relatedLimits.buyersMin} people bought with this one, and at most ${limits.othersShown} similar ones of its subcategory.`,
    params: z.object({ id }),
    reply: relatedProducts,
  }),
  cards: endpoint({
    method: 'GET',
    path: '/public/product-cards',
    roles: ['visitor'],
    summary: `Products by their ids, as lists show them; those that are not on sale are left out. ${tooMany}`,
    query: z.object({
      ids: z
        .string()
        .trim()
        .transform((text) => [...new Set(text === '' ? [] : text.toLowerCase().split(','))])
        .refine((ids) => ids.length <= relatedLimits.cards, tooMany)
        .refine((ids) => ids.every((one) => id.safeParse(one).success), 'There is no such product.')
        .meta({
          description: 'Separated by commas. Sorted ones are answered from memory, whoever asked before.',
        }),
    }),
    reply: z.array(listedProduct),
  }),
}
