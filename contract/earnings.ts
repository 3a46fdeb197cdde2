/** A seller's earnings: what is due, on hold and paid, statements, and the calculation of each order (docs/money.md). Rupees. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, page, searchText, streamedFile } from './fields.ts'
import { amounts, payoutHold, settlementLine, settlementReply } from './settlement.ts'

const SELLER = ['SELLER'] as const
const params = z.object({ id })

export const earningsSummary = z.object({
  /** Sold, and either not delivered yet, within the days for returns, or held by an open return. */
  onHold: z.number(),
  /** Part of the next settlement, less what is carried. */
  due: z.number(),
  /** Settled, and not paid yet. */
  inPayment: z.number(),
  /** Carried to the next settlement; negative where the seller owes the shop. Part of `due`. */
  carried: z.number(),
  /** Paid since 1 April. */
  paidThisYear: z.number(),
  /** The day of the next settlement, always a Monday. */
  nextRunOn: z.iso.date(),
  /** Payouts wait after a change of the seller's details; null where none does. */
  payoutsHeld: payoutHold.nullable(),
})
export type EarningsSummary = z.output<typeof earningsSummary>

export const earningStates = ['on-hold', 'due', 'settled'] as const

/** An order that was handed over to the courier. `settled` may be followed by reversals, which are due at once. */
export const earning = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  product: z.string(),
  units: z.number().int(),
  soldAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  state: z.enum(earningStates),
  /** The day on which the days for returns end; null until it is delivered. */
  dueOn: z.iso.date().nullable(),
  /** Held by an open return. */
  held: z.boolean(),
  /** The courier could not deliver it and brings it back to the seller, or has done so. */
  comesBack: z.boolean(),
  /** The settlement that has the sale. */
  settlementId: z.string().nullable(),
  ...amounts,
})
export type Earning = z.output<typeof earning>

/** One event of an order in the calculation. The `amounts` of a sale are totals, those of a reversal are changes. */
export const earningEvent = z.object({
  kind: z.enum([
    'sale',
    'returned',
    'undelivered',
    'lost',
    'price-reduced',
    'exchanged',
    'corrected',
    'weight',
    'weight-corrected',
  ]),
  at: z.iso.datetime(),
  units: z.number().int(),
  /** What of `gross` or, negative, of `reversed` is the charge for delivery. */
  delivery: z.number(),
  ...amounts,
  /** The way back, or both ways of an exchange, that the seller pays, with GST: part of `shipping` and `gstOnFees`. */
  wayBack: z.number(),
  settlementId: z.string().nullable(),
  settledUpTo: z.iso.date().nullable(),
})

export const orderEarnings = earning.extend({
  /** `gross` is the value without tax (`taxable`) plus `gst`, which the seller pays to the state. */
  taxable: z.number(),
  gst: z.number(),
  /** Percent, frozen when the order was placed. */
  rates: z.object({
    commission: z.number(),
    gstOnFees: z.number(),
    tcs: z.number(),
    tds: z.number(),
    gst: z.number(),
  }),
  events: z.array(earningEvent),
})
export type OrderEarnings = z.output<typeof orderEarnings>

export const earnings = {
  summary: endpoint({
    method: 'GET',
    path: '/private/earnings',
    roles: SELLER,
    areas: ['money'],
    summary: 'What the caller has earned: on hold, due, in payment, paid.',
    reply: earningsSummary,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/private/earnings/orders',
    roles: SELLER,
    areas: ['money'],
    summary:
      "The caller's orders that were handed over to the courier, newest first, with all deductions. `search` is an order number or the beginning of a product's name.",
    query: page.extend({ search: searchText.optional(), state: z.enum(earningStates).optional() }),
    reply: z.array(earning),
    paged: true,
  }),
  order: endpoint({
    method: 'GET',
    path: '/private/earnings/orders/{id}',
    roles: SELLER,
    areas: ['money'],
    summary: 'The whole calculation of one order of the caller. 404 for one that was not handed over yet.',
    params,
    reply: orderEarnings,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/private/earnings/statements',
    roles: SELLER,
    areas: ['money'],
    summary: "The caller's settlements, newest first.",
    query: page,
    reply: z.array(settlementReply),
    paged: true,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/private/earnings/statements/{id}',
    roles: SELLER,
    areas: ['money'],
    summary: 'One settlement of the caller.',
    params,
    reply: settlementReply,
  }),
  statementLines: endpoint({
    method: 'GET',
    path: '/private/earnings/statements/{id}/lines',
    roles: SELLER,
    areas: ['money'],
    summary: 'The sales and reversals of one settlement of the caller, newest first.',
    params,
    query: page,
    reply: z.array(settlementLine),
    paged: true,
  }),
  statementCsv: endpoint({
    method: 'GET',
    path: '/private/earnings/statements/{id}/csv',
    roles: SELLER,
    areas: ['money'],
    summary: 'One settlement of the caller as CSV: every line, what was carried, and the payment.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
}
