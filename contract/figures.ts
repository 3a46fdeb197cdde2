/** The figures about the shop that the pages of text state. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the shop can count itself. */
export const countedFigures = ['products', 'customers', 'sellers', 'cities'] as const
export const figureNames = [
  ...countedFigures,
  'responseTime',
  'customerSatisfaction',
  'employeeSatisfaction',
  'yearsOfGrowth',
] as const
export type FigureName = (typeof figureNames)[number]

/** null: not shown. */
const shopFigures = z.record(z.enum(figureNames), z.string().nullable())
export type ShopFigures = z.output<typeof shopFigures>

export const figures = {
  get: endpoint({
    method: 'GET',
    path: '/public/figures',
    roles: ['visitor'],
    summary: "The figures of About, Support and Careers: the operator's texts, or counts, rounded down.",
    reply: shopFigures,
  }),
}
