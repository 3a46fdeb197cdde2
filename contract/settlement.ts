/** Settlements of sellers and their payouts, as sellers and administrators read them (docs/money.md, Settlements). Rupees. */
import { z } from 'zod'

/**
 * 'ready': waits for the bank file; 'in-file': in a bank file; 'sending': requested at the payment provider; 'paid'; 'failed': not
 * paid, an administrator pays it again; 'returned': was paid and came back.
 */
export const payoutStates = ['ready', 'in-file', 'sending', 'paid', 'failed', 'returned'] as const

/** Payouts wait after a change of the seller's details; `until` is null where they are stopped until the shop has looked. */
export const payoutHold = z.object({ until: z.iso.datetime().nullable() })

export const payoutReply = z.object({
  id: z.string(),
  amount: z.number(),
  method: z.enum(['route', 'bank']),
  state: z.enum(payoutStates),
  /** The bank's number of the transfer (UTR), or the provider's id of it; null until it is paid. */
  reference: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  /** The part of a paid one that came back to the shop; else 0. */
  cameBack: z.number(),
})
export type PayoutReply = z.output<typeof payoutReply>

/**
 * What a seller gets for an order or for all of a statement, and what is deducted. Each amount is positive in the ordinary case:
 * `net` = gross − reversed − commission − shipping − gstOnFees − tcs − tds + compensation.
 */
export const amounts = {
  /** The price of what was sold, tax included: what buyers paid, and the part of a discount that the shop bears. */
  gross: z.number(),
  /** The part of it that was reversed: returns, cancelled deliveries, reduced prices. */
  reversed: z.number(),
  /** Less what was reversed for returns; so are GST, TCS and TDS. */
  commission: z.number(),
  /** Parcels, and ways back that the seller pays. */
  shipping: z.number(),
  gstOnFees: z.number(),
  tcs: z.number(),
  tds: z.number(),
  /** What the shop pays for goods that the courier lost. */
  compensation: z.number(),
  net: z.number(),
}

/** One settlement of one seller: `carriedBefore` + `net` − `paidTwice` = `payout` + `carriedAfter`. */
export const settlementReply = z.object({
  id: z.string(),
  /** The last day whose sales are in it. */
  upTo: z.iso.date(),
  createdAt: z.iso.datetime(),
  lines: z.number().int(),
  ...amounts,
  /** Carried from the statement before; negative where the seller owed the shop. */
  carriedBefore: z.number(),
  /** What earlier payouts paid a second time, and this one deducts; negative where that came back. */
  paidTwice: z.number(),
  /** 0 where nothing is to be paid. */
  payout: z.number(),
  carriedAfter: z.number(),
  /** The latest payout of it; null where nothing is to be paid. */
  payment: payoutReply.nullable(),
})
export type SettlementReply = z.output<typeof settlementReply>

/** A sale or a reversal of one order. */
export const settlementLine = z.object({
  /** The number of its journal entry. */
  entry: z.number().int(),
  kind: z.enum(['sale', 'reversal']),
  /** Null for the lines of an order that was deleted. */
  orderId: z.string().nullable(),
  orderNumber: z.string(),
  product: z.string(),
  /** When it was handed over to the courier, or reversed. */
  at: z.iso.datetime(),
  units: z.number().int(),
  /** What of `gross` or, negative, of `reversed` is the charge for delivery. */
  delivery: z.number(),
  ...amounts,
})
export type SettlementLine = z.output<typeof settlementLine>
