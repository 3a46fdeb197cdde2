/** Figures of a seller: what was looked at, added to carts, bought, cancelled and returned. Amounts are rupees. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { figureLimits, figurePeriods, figureSorts } from './figure-words.ts'
import { searchText, streamedFile } from './fields.ts'
import { returnReasons } from './return-words.ts'

const count = z.number().int().min(0)

/** Pieces that were bought in the period; and of these the ones that were cancelled, and that came or come back. */
const counts = z.object({
  views: count,
  added: count,
  bought: count,
  cancelled: count,
  returned: count,
  /** What buyers and the shop's coupons paid for the bought pieces; null for a caller who may not see money. */
  amount: z.number().nullable(),
})

/** Bought pieces of a hundred views; null below `figureLimits.conversionViews`, and where views were not counted all the time. */
const conversion = z.number().nullable()
const span = { from: z.iso.date(), to: z.iso.date() }

const reasons = z.array(z.object({ reason: z.enum(returnReasons), pieces: count }))
export type FigureReasons = z.output<typeof reasons>

const productFigures = counts.extend({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  /** It has left the shop; its figures stay. */
  deleted: z.boolean(),
  units: count,
  conversion,
  /** Most pieces first. */
  reasons,
  rating: z.number().nullable(),
  ratingCount: count,
})
export type ProductFigures = z.output<typeof productFigures>

const sellerFiguresReply = z.object({
  ...span,
  /** The first day with counted views; null where none is counted yet. */
  countedSince: z.iso.date().nullable(),
  totals: counts.extend({ conversion }),
  /** The same number of days before; null where counts are not kept so long. */
  previous: counts.extend({ ...span, conversion }).nullable(),
  /** Oldest first. */
  steps: z.array(counts.extend(span)),
  reasons,
  products: z.array(productFigures).max(figureLimits.shown),
  /** Products that were found, and their pages. */
  found: count,
  page: z.number().int(),
  pages: z.number().int(),
  /** Of the last 90 days, counted each night; null where there is nothing yet. */
  delivery: z
    .object({ promised: count, inTime: count, ordered: count, cancelled: count, received: count })
    .nullable(),
})
export type SellerFigures = z.output<typeof sellerFiguresReply>

const product = z.object({ id: z.string(), name: z.string() })
const advice = z.discriminatedUnion('kind', [
  /** `sold` pieces in `figureLimits.recentDays` days; `daysLeft` is 0 for what is sold out. */
  z.object({ kind: z.literal('stock'), product, units: count, sold: count, daysLeft: count }),
  z.object({
    kind: z.literal('returns'),
    product,
    sold: count,
    returned: count,
    reason: z.enum(returnReasons),
  }),
  z.object({ kind: z.literal('seldom-bought'), product, views: count, bought: count }),
  z.object({ kind: z.literal('declarations'), products: count }),
  z.object({ kind: z.literal('promises'), promised: count, inTime: count }),
])
export type Advice = z.output<typeof advice>

const days = z.coerce
  .number()
  .refine((value) => figurePeriods.some((one) => one === value), {
    error: `Days is one of ${figurePeriods.join(', ')}.`,
  })
  .default(28)

const seller = ['SELLER'] as const
const limits = [{ max: 120, seconds: 60 }] as const

export const sellerFigures = {
  get: endpoint({
    method: 'GET',
    path: '/private/seller-figures',
    roles: seller,
    areas: ['products'],
    limits,
    summary: `Figures of the caller for the days up to today: totals, steps, and ${figureLimits.shown} products on a page. Views are pages of products shown to visitors who are no known robots. 429 for more than 120 calls a minute.`,
    query: z.object({
      days,
      sort: z.enum(figureSorts, { error: 'There is no such column.' }).default('views'),
      order: z.enum(['asc', 'desc'], { error: 'Order is asc or desc.' }).default('desc'),
      search: searchText.optional(),
      page: z.coerce.number().int().min(1).max(1_000).default(1),
    }),
    reply: sellerFiguresReply,
  }),
  advice: endpoint({
    method: 'GET',
    path: '/private/seller-figures/advice',
    roles: seller,
    areas: ['products'],
    limits,
    summary: `What the caller may do next, by their figures; at most ${figureLimits.adviceMax} products of a kind. 429 for more than 120 calls a minute.`,
    reply: z.array(advice),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/private/seller-figures/csv',
    roles: seller,
    areas: ['products'],
    limits,
    summary: 'The figures of all products of the caller as CSV. 429 for more than 120 calls a minute.',
    query: z.object({ days }),
    reply: streamedFile,
    file: 'text/csv',
  }),
}
