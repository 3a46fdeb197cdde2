/** Administrator: what the products of each category have to declare. */
import { z } from 'zod'
import { categoryNeeds, declarationNeeds } from './declaration.ts'
import { endpoint } from './endpoint.ts'
import { message, numericId } from './fields.ts'

const ADMIN = ['ADMIN'] as const

export const declarationNeedsBody = z.object({
  /** Null: all categories without needs of their own. */
  categoryId: numericId.nullable(),
  needs: z.array(z.enum(declarationNeeds)).max(declarationNeeds.length),
})

export const adminDeclarations = {
  declarationNeeds: endpoint({
    method: 'GET',
    path: '/public/admin/declaration-needs',
    roles: ADMIN,
    duties: ['catalogue'],
    mutates: false,
    summary: 'What products have to declare: of all categories, and of those with needs of their own.',
    reply: z.array(categoryNeeds),
  }),
  saveDeclarationNeeds: endpoint({
    method: 'POST',
    path: '/public/admin/declaration-needs',
    roles: ADMIN,
    duties: ['catalogue'],
    mutates: true,
    summary: 'Change what the products of a category, or of all others, have to declare.',
    body: declarationNeedsBody,
    reply: message,
  }),
}
