/**
 * Administrator: what a sale costs a seller and which GST its price has, as rates with a first and a last day (docs/money.md,
 * Rates). Percents have two decimals at most, amounts are rupees.
 */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint } from './endpoint.ts'
import { day, dayOr, digits, emailFilter, message, numericId } from './fields.ts'
import { limits } from './limits.ts'

export const rateKinds = ['commission', 'shipping', 'levies', 'gst'] as const
export type RateKind = (typeof rateKinds)[number]

export const levies = ['gst-on-fees', 'tcs', 'tds'] as const

/** `from` is the first day, `to` the last one or null; `state` is what it is today, in India. */
const dated = {
  id: z.number().int(),
  from: z.string(),
  to: z.string().nullable(),
  state: z.enum(['past', 'present', 'future']),
  /** False for what always needs a rate: it is replaced and does not end. */
  mayEnd: z.boolean(),
}

export const commissionRule = z.object({
  ...dated,
  seller: z.object({ company: z.string(), email: z.string() }).nullable(),
  /** Both null: of all sales without a rule of their own. */
  category: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  rate: z.number(),
})
export type CommissionRule = z.output<typeof commissionRule>

export const shippingCharge = z.object({
  ...dated,
  /** Null: for all heavier parcels. */
  upToGrams: z.number().int().nullable(),
  base: z.number(),
  /** For each started kilogram above the first. */
  furtherKg: z.number(),
})
export type ShippingCharge = z.output<typeof shippingCharge>

export const levyRate = z.object({ ...dated, levy: z.enum(levies), rate: z.number() })
export type LevyRate = z.output<typeof levyRate>

export const gstRate = z.object({
  ...dated,
  /** '' is for goods without a code, or whose code has no rate. */
  hsnPrefix: z.string(),
  /** Some goods that the codes beginning with it are for; '' for the general rate. */
  goods: z.string(),
  rate: z.number(),
  /** For pieces of at most this value without tax; null for all others. */
  valueUpTo: z.number().nullable(),
})
export type GstRate = z.output<typeof gstRate>

/** A number that may be typed into a form: blank is missing and not 0. */
const decimal = (label: string, missing: string, max: number, unit = '') =>
  z
    .union([z.number(), z.string().trim().min(1, missing).max(20, `${label} is too long.`)], {
      error: missing,
    })
    .transform(Number)
    .pipe(
      z
        .number({ error: `${label} must be a number.` })
        .min(0, `${label} must be between 0 and ${max.toLocaleString('en-IN')}${unit}.`)
        .max(max, `${label} must be between 0 and ${max.toLocaleString('en-IN')}${unit}.`)
        .refine(
          (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
          `${label} may have two decimals at most.`,
        ),
    )

const rate = decimal('The rate', 'Please give the rate in percent.', 100, ' %')
const amount = (label: string) => decimal(label, `${label} is missing.`, limits.priceMaxPaise / 100)
/** What a form leaves blank is left out. */
const blank = z.literal('').transform(() => undefined)
const firstDay = dayOr('Please choose the first day.')

export const addCommissionBody = z
  .object({
    /** One of the two, or none for all other sales. */
    sellerEmail: blank.or(emailFilter).optional(),
    categoryId: blank.or(numericId).optional(),
    rate,
    from: firstDay,
  })
  .refine(({ sellerEmail, categoryId }) => !(sellerEmail && categoryId), {
    path: ['categoryId'],
    message: 'A rule is for one seller or for one category.',
  })

export const addShippingBody = z.object({
  upToGrams: blank
    .or(
      digits('The weight must be a number.').pipe(
        z
          .number({ error: 'The weight must be a number.' })
          .int('The weight must be whole grams.')
          .min(1, 'The weight must be at least 1 g.')
          .max(limits.weightMaxGrams, `The weight must be at most ${limits.weightMaxGrams} g.`),
      ),
    )
    .optional(),
  base: amount('The charge'),
  furtherKg: amount('The charge for a further kilogram'),
  from: firstDay,
})

export const addLevyBody = z.object({ levy: z.enum(levies, 'Please choose a levy.'), rate, from: firstDay })

export const addGstBody = z.object({
  hsnPrefix: z
    .string({ error: 'Please give the beginning of an HSN code.' })
    .trim()
    .regex(/^\d{0,8}$/, 'An HSN code has up to 8 digits.'),
  rate,
  valueUpTo: blank
    .or(amount('The value').refine((value) => value > 0, 'The value must be above 0.'))
    .optional(),
  from: firstDay,
})

const ADMIN = ['ADMIN'] as const
const listQuery = searchableList.extend({
  /** 'open': those that hold and those to come; 'all': also those that ended. */
  show: z.enum(['open', 'all']).default('open'),
})
const one = z.object({ kind: z.enum(rateKinds), id: numericId })

const adding =
  'It begins tomorrow in India at the earliest, and the present rate of the same ends the day before. Needs a recent login. 400 for an earlier day; 409 where a rate of the same begins on that day or later.'

export const adminRates = {
  commissionRules: endpoint({
    method: 'GET',
    path: '/public/admin/rates/commission',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      "Commission in percent of the price: the general one, then categories, then sellers. The most specific one holds for a sale. `q` searches category, company and the seller's e-mail.",
    query: listQuery,
    reply: z.array(commissionRule),
    paged: true,
  }),
  addCommissionRule: endpoint({
    method: 'POST',
    path: '/public/admin/rates/commission',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Add a commission',
    summary: `A new commission. ${adding} 404 for an unknown seller or category.`,
    body: addCommissionBody,
    reply: message,
  }),
  shippingCharges: endpoint({
    method: 'GET',
    path: '/public/admin/rates/shipping',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'What sellers pay for a parcel without GST, by weight. `q` is a weight in grams.',
    query: listQuery,
    reply: z.array(shippingCharge),
    paged: true,
  }),
  addShippingCharge: endpoint({
    method: 'POST',
    path: '/public/admin/rates/shipping',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Add a shipping charge',
    summary: `A new charge for parcels up to a weight, or for all heavier ones. ${adding}`,
    body: addShippingBody,
    reply: message,
  }),
  levyRates: endpoint({
    method: 'GET',
    path: '/public/admin/rates/levies',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'GST on fees, TCS and TDS in percent. `q` is one of `gst-on-fees`, `tcs`, `tds`.',
    query: listQuery,
    reply: z.array(levyRate),
    paged: true,
  }),
  addLevyRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates/levies',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Add a levy rate',
    summary: `A new rate of a levy. ${adding}`,
    body: addLevyBody,
    reply: message,
  }),
  gstRates: endpoint({
    method: 'GET',
    path: '/public/admin/rates/gst',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'GST in percent by the beginning of HSN codes; the longest that fits holds for a product. `q` is digits of a code or words of the goods.',
    query: listQuery,
    reply: z.array(gstRate),
    paged: true,
  }),
  addGstRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates/gst',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Add a GST rate',
    summary: `A new GST rate. ${adding} 400 where no HSN code begins with these digits.`,
    body: addGstBody,
    reply: message,
  }),
  endRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates/{kind}/{id}/end',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'End a rate',
    summary:
      'Let a special rate end with a day, today at the earliest; the more general one holds afterwards. Needs a recent login. 400 for an earlier day; 409 for one that has ended, that must not end, or that would overlap the next one.',
    params: one,
    body: z.object({ lastDay: day }),
    reply: message,
  }),
  withdrawRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates/{kind}/{id}/withdraw',
    roles: ADMIN,
    duties: ['finance'],
    recentLogin: true,
    secondPerson: 'Withdraw a rate',
    summary:
      'Delete a rate that has not begun; the one before takes over its days. Needs a recent login. 409 for one that has begun.',
    params: one,
    reply: message,
  }),
}
