/** Prices, stock and states of many listings, changed by one call; or many deleted. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { id } from './fields.ts'
import { scheduledWithin } from './listing.ts'
import { listingStates } from './listing-words.ts'
import { limits } from './limits.ts'
import { decimal, integer } from './numbers.ts'

const highest = limits.priceMaxPaise / 100

export const listingEdit = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('price'),
    /** In rupees; outside of a sale. */
    to: decimal('Price', limits.priceMinPaise / 100, highest),
  }),
  z.object({ what: z.literal('price-by'), rupees: decimal('The change', -highest, highest) }),
  /** The new price is rounded to whole rupees. */
  z.object({ what: z.literal('price-percent'), percent: decimal('The change', -90, 500) }),
  /** As the product form counts them: with the pieces that unpaid checkouts hold. */
  z.object({ what: z.literal('stock'), to: integer('Number of units', 0, limits.unitsMax) }),
  z.object({
    what: z.literal('stock-by'),
    units: integer('Number of units', -limits.unitsMax, limits.unitsMax),
  }),
  z.object({
    what: z.literal('state'),
    /** 'draft' and 'scheduled' undo a change. */
    to: z.enum(listingStates),
    onSaleAt: z.iso.datetime({ offset: true, error: scheduledWithin }).nullable(),
  }),
  /** Deletes the product; this cannot be undone. */
  z.object({ what: z.literal('delete') }),
])
export type ListingEdit = z.output<typeof listingEdit>

const editedRow = z.object({
  id: z.string(),
  /** Of the listing as it is now: for the next change. */
  version: z.number().int(),
  /** The edit that undoes this one; null where nothing changed or the product was deleted. Pieces sold meanwhile stay sold. */
  undo: listingEdit.nullable(),
  /** Why it is as it was; null where it is changed. */
  problem: z.string().nullable(),
})
export type EditedRow = z.output<typeof editedRow>

export const bulkEditRows = 100

export const bulkEdit = {
  edit: endpoint({
    method: 'POST',
    path: '/private/products/bulk-edit',
    roles: ['SELLER'],
    areas: ['products'],
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary:
      'Change price, stock or state of up to 100 products of the caller, or delete them. Each is changed whole or not at all, and only if nobody has saved it since it had this version.',
    body: z.object({
      rows: z
        .array(z.object({ id, version: integer('Version', 0, 2_147_483_647), edit: listingEdit }))
        .min(1, 'Please choose a product.')
        .max(bulkEditRows, `At most ${bulkEditRows} products at once.`),
    }),
    bodyMax: 100_000,
    reply: z.array(editedRow),
  }),
}
