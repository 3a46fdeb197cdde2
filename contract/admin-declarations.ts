/** Administrator: what the products of each category have to declare. */
import { z } from 'zod'
import { categoryNeeds, declarationNeeds } from './declaration.ts'
import { endpoint } from './endpoint.ts'
import { message, numericId } from './fields.ts'

const ADMIN = ['ADMIN'] as const

export const declarationNeedsBody = z
  .object({
    /** Null: all categories without needs of their own. */
    categoryId: numericId.nullable(),
    /** Null: the category has no needs of its own any more. */
    needs: z.array(z.enum(declarationNeeds)).max(declarationNeeds.length).nullable(),
  })
  .refine(({ categoryId, needs }) => categoryId !== null || needs !== null, {
    path: ['needs'],
    message: 'All other categories need a list.',
  })

export const adminDeclarations = {
  declarationNeeds: endpoint({
    method: 'GET',
    path: '/public/admin/declaration-needs',
    roles: ADMIN,
    duties: ['catalogue'],
    summary: 'What products have to declare: of all categories, and of those with needs of their own.',
    reply: z.array(categoryNeeds),
  }),
  saveDeclarationNeeds: endpoint({
    method: 'POST',
    path: '/public/admin/declaration-needs',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Change what the products of a category, or of all others, have to declare; without `needs` a category declares what all others do.',
    body: declarationNeedsBody,
    reply: message,
  }),
}
