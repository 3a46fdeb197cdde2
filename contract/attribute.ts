/** Attributes: what sellers say of their products in the administrator's words, such as material and colour. */
import { z } from 'zod'
import { attributeLimits } from './catalogue-limits.ts'

export const attributeKinds = ['choice', 'number'] as const

export const valueGone = 'A chosen value is not in its list any more. Please choose another one.'
export const tooManyAttributes = `A product has at most ${attributeLimits.productAttributesMax} values of attributes.`

const wrongNumber = 'Please type a number above 0 with at most three decimals.'
const smallId = z.number().int().positive().max(32_767)

export const attributeNumber = z
  .number({ error: wrongNumber })
  .min(0.001, wrongNumber)
  .max(attributeLimits.attributeNumberMax, wrongNumber)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, wrongNumber)

/** One value of a product: one of those that the attribute allows, or a number. An attribute may have several rows. */
const productAttribute = z
  .object({
    attributeId: smallId,
    valueId: z.number().int().positive().max(2_147_483_647).optional(),
    number: attributeNumber.optional(),
  })
  .refine(({ valueId, number }) => (valueId === undefined) !== (number === undefined), {
    message: 'An attribute has either a value or a number.',
  })
export type ProductAttribute = z.output<typeof productAttribute>

/** Left out of an edit, they stay as they are. What the category does not ask for is left out. */
export const productAttributes = z
  .array(productAttribute)
  .max(attributeLimits.productAttributesMax, tooManyAttributes)

/** An attribute of the product form with the values that it allows, in their order; none for a number. */
export const askedAttribute = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(attributeKinds),
  unit: z.string().nullable(),
  /** Whether a product may have several of the values. */
  multiple: z.boolean(),
  /** The categories that ask for it; lower places come first among the attributes of one. */
  askedBy: z.array(z.object({ categoryId: z.number().int(), place: z.number().int() })),
  values: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type AskedAttribute = z.output<typeof askedAttribute>

/** As the page of a product shows it: its values, or a number with its unit. */
export const shownAttribute = z.object({
  name: z.string(),
  values: z.array(z.string()),
  number: z.number().nullable(),
  unit: z.string().nullable(),
})
export type ShownAttribute = z.output<typeof shownAttribute>
