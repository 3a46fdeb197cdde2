/** HSN codes: which there are, and the GST on the goods (docs/money.md, Tax). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './fields.ts'
import { limits } from './limits.ts'

export const noSuchHsnCode = 'There is no such HSN code.'
export const hsnCodeWithoutRate = 'This HSN code has no GST rate at present. Please choose another one.'

/** Null: not entered yet. */
export const hsnCode = z
  .string({ error: 'An HSN code is text.' })
  .trim()
  .regex(/^(?:\d{4}|\d{6}|\d{8})$/, 'An HSN code has 4, 6 or 8 digits.')
  .nullable()

const hsnChoice = z.object({
  code: z.string(),
  description: z.string(),
  /** GST in percent, today. */
  rate: z.number(),
  /** For pieces of at most this value without tax, in rupees; null for all. */
  valueUpTo: z.number().nullable(),
  /** For dearer pieces, in percent; null where `rate` is for all. */
  rateAbove: z.number().nullable(),
})
export type HsnChoice = z.output<typeof hsnChoice>

export const hsn = {
  search: endpoint({
    method: 'GET',
    path: '/public/hsn',
    roles: ['visitor'],
    summary: `At most ${limits.hsnChoices} HSN codes with a GST rate, by the first digits or by words of the description.`,
    query: z.object({ search: searchText }),
    reply: z.array(hsnChoice),
  }),
}
