/** Administrator: balances of the ledger, reconciliation with the payment provider, exceptions and dated rates (docs/money.md). Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint } from './endpoint.ts'
import { day, emailFilter, message, numericId, page } from './fields.ts'

const ADMIN = ['ADMIN'] as const

export const ledgerAccounts = [
  'provider',
  'bank',
  'buyer',
  'refunds',
  'seller_payable',
  'commission',
  'shipping',
  'gst_on_fees',
  'tcs',
  'tds',
  'claims',
  'rounding',
] as const

/** What the shop has is positive, what it owes and has earned negative, as in the ledger. The balances add to 0. */
export const balances = z.object({
  accounts: z.array(z.object({ account: z.enum(ledgerAccounts), balance: z.number() })),
  /** All sellers together. `due` is what the next settlement pays; `owed` is what sellers owe the shop, 0 or negative. */
  sellers: z.object({ onHold: z.number(), due: z.number(), inPayment: z.number(), owed: z.number() }),
  asOf: z.iso.datetime(),
})
export type Balances = z.output<typeof balances>

export const sellerBalance = z.object({
  id: z.string(),
  company: z.string(),
  email: z.string(),
  gst: z.string(),
  /** What the shop owes the seller: onHold + due + inPayment; negative where he owes the shop. */
  payable: z.number(),
  onHold: z.number(),
  due: z.number(),
  inPayment: z.number(),
  carried: z.number(),
  /** The seller's linked account at the provider; null where there is none. */
  routeAccount: z.object({ id: z.string(), status: z.string() }).nullable(),
})
export type SellerBalance = z.output<typeof sellerBalance>

export const differenceKinds = ['missing-here', 'missing-there', 'other-amount'] as const

/** One day of the provider's lists compared with the ledger. */
export const reconciliation = z.object({
  day: z.iso.date(),
  /** 'failed': the provider did not answer, or its lists were too long. */
  state: z.enum(['done', 'failed']),
  checkedAt: z.iso.datetime(),
  /** How many of each there are at the provider and in the ledger, and how much they are. */
  sides: z.array(
    z.object({
      subject: z.enum(['payment', 'refund', 'transfer']),
      thereCount: z.number().int(),
      there: z.number(),
      hereCount: z.number().int(),
      here: z.number(),
    }),
  ),
  differences: z.number().int(),
  note: z.string().nullable(),
})
export type Reconciliation = z.output<typeof reconciliation>

export const difference = z.object({
  id: z.string(),
  subject: z.enum(['payment', 'refund', 'transfer']),
  kind: z.enum(differenceKinds),
  /** The provider's id. */
  providerId: z.string(),
  there: z.number().nullable(),
  here: z.number().nullable(),
})
export type Difference = z.output<typeof difference>

/** What a person has to look at. `id` is that of the payout, run, refund or seller; for a reconciliation its day. */
export const moneyException = z.object({
  kind: z.enum([
    'payout-failed',
    'payout-waits',
    'run-unfinished',
    'reconciliation',
    'refund-late',
    'seller-owes',
  ]),
  id: z.string(),
  /** One sentence that says what is wrong and what to do. */
  text: z.string(),
  seller: z.string().nullable(),
  amount: z.number().nullable(),
  since: z.iso.datetime(),
})
export type MoneyException = z.output<typeof moneyException>

const dates = {
  from: z.iso.date(),
  /** The last day; null for one without an end. */
  to: z.iso.date().nullable(),
  /** A rate of the past does not change any more. */
  phase: z.enum(['past', 'present', 'future']),
}
export const rates = z.object({
  commission: z.array(
    z.object({
      id: z.number().int(),
      /** Both null: for all. */
      seller: z.object({ id: z.string(), company: z.string(), email: z.string() }).nullable(),
      category: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      percent: z.number(),
      ...dates,
    }),
  ),
  shipping: z.array(
    z.object({
      id: z.number().int(),
      /** For parcels up to this weight; null for all heavier ones. */
      upToGrams: z.number().int().nullable(),
      base: z.number(),
      furtherKg: z.number(),
      ...dates,
    }),
  ),
  levies: z.array(
    z.object({
      id: z.number().int(),
      levy: z.enum(['gst-on-fees', 'tcs', 'tds']),
      percent: z.number(),
      ...dates,
    }),
  ),
})
export type Rates = z.output<typeof rates>

const percent = z
  .number({ error: 'Please enter a percentage.' })
  .min(0, 'At least 0 percent.')
  .max(100, 'At most 100 percent.')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals.')
const chargeInRupees = z
  .number({ error: 'Please enter an amount.' })
  .min(0, 'At least ₹0.')
  .max(100_000, 'At most ₹1,00,000.')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals.')

/** A new rate begins tomorrow at the earliest; the one that it replaces ends on the day before. */
export const newRateBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('commission'),
    sellerEmail: emailFilter.optional(),
    categoryId: numericId.optional(),
    percent,
    from: day,
  }),
  z.object({
    kind: z.literal('shipping'),
    /** Null for all parcels that are heavier than those of the other charges. */
    upToGrams: z.number().int().min(1).max(1_000_000).nullable(),
    base: chargeInRupees,
    furtherKg: chargeInRupees,
    from: day,
  }),
  z.object({ kind: z.literal('levy'), levy: z.enum(['gst-on-fees', 'tcs', 'tds']), percent, from: day }),
])
export type NewRate = z.output<typeof newRateBody>

const rateParams = z.object({ kind: z.enum(['commission', 'shipping', 'levy']), id: numericId })

export const adminLedger = {
  balances: endpoint({
    method: 'GET',
    path: '/public/admin/balances',
    roles: ADMIN,
    mutates: false,
    summary: 'The balances of all accounts of the ledger.',
    reply: balances,
  }),
  sellerBalances: endpoint({
    method: 'GET',
    path: '/public/admin/seller-balances',
    roles: ADMIN,
    mutates: false,
    summary:
      'What the shop owes each seller, newest seller first. `q` is a part of a company, an e-mail or a GST number.',
    query: searchableList,
    reply: z.array(sellerBalance),
    paged: true,
  }),
  reconciliations: endpoint({
    method: 'GET',
    path: '/public/admin/reconciliations',
    roles: ADMIN,
    mutates: false,
    summary: 'The days that were compared with the payment provider, newest first.',
    query: page,
    reply: z.array(reconciliation),
    paged: true,
  }),
  reconciliation: endpoint({
    method: 'GET',
    path: '/public/admin/reconciliations/{day}',
    roles: ADMIN,
    mutates: false,
    summary: 'One day with at most 500 differences.',
    params: z.object({ day }),
    reply: reconciliation.extend({ found: z.array(difference) }),
  }),
  reconcile: endpoint({
    method: 'POST',
    path: '/public/admin/reconciliations/{day}',
    roles: ADMIN,
    mutates: true,
    summary:
      'Compare a day of the last year that has ended with the payment provider, again. 503 while the provider does not answer.',
    params: z.object({ day }),
    reply: reconciliation,
  }),
  exceptions: endpoint({
    method: 'GET',
    path: '/public/admin/money-exceptions',
    roles: ADMIN,
    mutates: false,
    summary: 'What about money needs a person: at most 50 of each kind, oldest first.',
    reply: z.array(moneyException),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/public/admin/rates',
    roles: ADMIN,
    mutates: false,
    summary:
      'Commission rules, shipping charges and levies with their days: the newest 200 of each. An order keeps those of the day on which it was placed.',
    reply: rates,
  }),
  addRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates',
    roles: ADMIN,
    mutates: true,
    summary:
      'Add a rate that begins tomorrow or later; the one before ends on the day before it. 409 where one that begins later exists. Needs a recent login.',
    body: newRateBody,
    reply: message,
  }),
  endRate: endpoint({
    method: 'POST',
    path: '/public/admin/rates/{kind}/{id}/end',
    roles: ADMIN,
    mutates: true,
    summary:
      'End the rule of a seller, of a category or of a weight today, or delete one that has not begun. 409 for a general rate and for one that ended. Needs a recent login.',
    params: rateParams,
    reply: message,
  }),
}
