/** Administrator: the attributes of products, the values that they allow, and the categories that ask for them. */
import { z } from 'zod'
import { askedAttribute, attributeKinds } from './attribute.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { digits, message, numericId, plainText } from './fields.ts'
import { attributeLimits } from './catalogue-limits.ts'

const ADMIN = ['ADMIN'] as const
const duties = ['catalogue'] as const

const adminAttribute = askedAttribute.extend({
  /** Whether lists can be narrowed by it. */
  filters: z.boolean(),
  values: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** Other words by which search finds it. */
      synonyms: z.array(z.string()),
      /** Its place in the list; those with equal places are sorted by name. */
      place: z.number().int(),
    }),
  ),
})
export type AdminAttribute = z.output<typeof adminAttribute>

const attributeId = digits().pipe(z.number().int().positive().max(32_767))

const name = plainText(attributeLimits.attributeNameLength, 'Please name the attribute.')
const changeable = {
  name,
  filters: z.boolean(),
  categoryIds: z.array(numericId).max(1_000),
}

export const addAttributeBody = z
  .object({
    ...changeable,
    kind: z.enum(attributeKinds),
    /** Of a number. */
    unit: plainText(attributeLimits.attributeUnitLength, 'Please name the unit.').nullable(),
    /** Of a choice: a product may have several of its values. */
    multiple: z.boolean(),
  })
  .refine(({ kind, unit }) => kind === 'number' || unit === null, {
    path: ['unit'],
    message: 'Only a number has a unit.',
  })
  .refine(({ kind, multiple }) => kind === 'choice' || !multiple, {
    path: ['multiple'],
    message: 'Only a choice can have several values.',
  })

export const attributeValueBody = z.object({
  name: plainText(attributeLimits.attributeValueLength, 'Please name the value.'),
  synonyms: z
    .array(plainText(attributeLimits.attributeValueLength, 'Please leave no empty words.'))
    .max(
      attributeLimits.attributeSynonymsMax,
      `At most ${attributeLimits.attributeSynonymsMax} other words.`,
    ),
  place: z
    .number({ error: 'A place is a whole number from 0 to 999.' })
    .int('A place is a whole number from 0 to 999.')
    .min(0, 'A place is a whole number from 0 to 999.')
    .max(999, 'A place is a whole number from 0 to 999.'),
})

/** Names and other words are in the search documents of products, which a job writes again. */
const work = { costly: ['rows'], limits: workLimits } as const

export const adminAttributes = {
  attributes: endpoint({
    method: 'GET',
    path: '/public/admin/attributes',
    roles: ADMIN,
    duties,
    summary: 'All attributes with the values that they allow and the categories that ask for them.',
    reply: z.array(adminAttribute),
  }),
  addAttribute: endpoint({
    method: 'POST',
    path: '/public/admin/attributes',
    roles: ADMIN,
    duties,
    summary:
      'Add an attribute. 409 for a name that is taken, or where a category asks for too many. Its kind, unit and number of values stay.',
    body: addAttributeBody,
    bodyMax: 100_000,
    reply: message.extend({ id: z.number().int() }),
  }),
  changeAttribute: endpoint({
    method: 'POST',
    path: '/public/admin/attributes/{attributeId}',
    roles: ADMIN,
    duties,
    ...work,
    summary:
      'Rename an attribute, change which categories ask for it and whether lists can be narrowed by it. What products of other categories say is shown nowhere, and goes with their next save.',
    params: z.object({ attributeId }),
    body: z.object(changeable),
    bodyMax: 100_000,
    reply: message,
  }),
  deleteAttribute: endpoint({
    method: 'DELETE',
    path: '/public/admin/attributes/{attributeId}',
    roles: ADMIN,
    duties,
    summary: 'Delete an attribute with its values. 409 while products have it; the text says how many.',
    params: z.object({ attributeId }),
    reply: message,
  }),
  addAttributeValue: endpoint({
    method: 'POST',
    path: '/public/admin/attributes/{attributeId}/values',
    roles: ADMIN,
    duties,
    summary: 'Allow a value. 409 for a name that the attribute has.',
    params: z.object({ attributeId }),
    body: attributeValueBody,
    reply: message.extend({ id: z.number().int() }),
  }),
  changeAttributeValue: endpoint({
    method: 'POST',
    path: '/public/admin/attribute-values/{id}',
    roles: ADMIN,
    duties,
    ...work,
    summary: 'Rename a value, change its other words or its place.',
    params: z.object({ id: numericId }),
    body: attributeValueBody,
    reply: message,
  }),
  deleteAttributeValue: endpoint({
    method: 'DELETE',
    path: '/public/admin/attribute-values/{id}',
    roles: ADMIN,
    duties,
    summary: 'Delete a value. 409 while products have it; the text says how many.',
    params: z.object({ id: numericId }),
    reply: message,
  }),
  mergeAttributeValue: endpoint({
    method: 'POST',
    path: '/public/admin/attribute-values/{id}/merge',
    roles: ADMIN,
    duties,
    ...work,
    summary:
      'Give every product with this value another one of the same attribute, and delete this one. Its name and other words find the other one from then on.',
    params: z.object({ id: numericId }),
    body: z.object({ into: numericId }),
    reply: message,
  }),
}
