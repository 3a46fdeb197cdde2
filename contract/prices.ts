/** A seller's sale price and bulk prices of one product, which its page, lists, cart and checkout follow. */
import { z } from 'zod'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message } from './fields.ts'
import { limits } from './limits.ts'
import { decimal, integer } from './numbers.ts'

export const saleNotBelow = 'The sale price must be below the price.'
/** Of the product's form. */
export const saleAbove =
  'The price must stay above the sale price. Change or end the sale first, under Prices.'
export const bulkAbove = 'The price must stay above the bulk prices. Change them first, under Prices.'
export const saleAtMostDays = `A sale lasts ${limits.saleDaysMax} days at most, and begins within ${limits.saleDaysMax} days.`
export const saleEndsBefore = 'The sale must end after it begins, and in the future.'
export const bulkNotBelow =
  'Each step needs more pieces and a lower price than the one before it, and the first a price below that of one piece.'

/** So many pieces or more cost so much each. */
export const bulkPrice = z.object({ from: z.number().int(), price: z.number() })
export type BulkPrice = z.output<typeof bulkPrice>

const price = (label: string) => decimal(label, limits.priceMinPaise / 100, limits.priceMaxPaise / 100)
const time = (label: string) => z.iso.datetime({ offset: true, error: `${label} needs a day and a time.` })

export const pricesBody = z.object({
  /** As loaded. */
  version: z.number().int().min(0).max(2_147_483_647),
  /** Null: no sale. The other two are of the sale; without `saleBegins` it begins at once. */
  salePrice: price('The sale price').nullable(),
  saleBegins: time('The begin').nullable(),
  saleEnds: time('The end').nullable(),
  bulkPrices: z
    .array(
      z.object({
        from: integer('Pieces', 2, limits.cartQuantityMax),
        price: price('The price of each'),
      }),
    )
    .max(limits.bulkPricesMax, `There are ${limits.bulkPricesMax} bulk prices at most.`),
})
export type PricesInput = z.output<typeof pricesBody>

const sellersPrices = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  /** Outside of the sale. */
  price: z.number(),
  mrp: z.number().nullable(),
  /** Null without one, and once it is over. */
  sale: z
    .object({
      price: z.number(),
      begins: z.string(),
      ends: z.string(),
      runs: z.boolean(),
      /** While it runs: what buyers read as the lowest price of the 30 days before; null where nothing is said. */
      lowest: z.number().nullable(),
    })
    .nullable(),
  bulkPrices: z.array(bulkPrice),
  version: z.number().int(),
})
export type SellersPrices = z.output<typeof sellersPrices>

const params = z.object({ id })

export const prices = {
  get: endpoint({
    method: 'GET',
    path: '/private/product/{id}/prices',
    roles: ['SELLER'],
    areas: ['products'],
    summary: 'The price, the sale and the bulk prices of a product of the caller.',
    params,
    reply: sellersPrices,
  }),
  save: endpoint({
    method: 'POST',
    path: '/private/product/{id}/prices',
    roles: ['SELLER'],
    areas: ['products'],
    limits: workLimits,
    summary:
      'Replace the sale and the bulk prices of a product of the caller. A sale whose price stays the same goes on; any other begins at the given time, or at once. 404 for another seller’s; 409 where the product was saved since it was loaded.',
    params,
    body: pricesBody,
    reply: message.extend({ version: z.number().int() }),
  }),
}
