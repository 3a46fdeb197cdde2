/** Administrator: balances of the ledger, reconciliation with the payment provider, and exceptions (docs/money.md). Rupees. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint } from './endpoint.ts'
import { day, page } from './fields.ts'
import { payoutHold } from './settlement.ts'

const ADMIN = ['ADMIN'] as const

export const ledgerAccounts = [
  'provider',
  'provider_charges',
  'input_gst',
  'bank',
  'buyer',
  'refunds',
  'disputed',
  'seller_payable',
  'commission',
  'shipping',
  'gst_on_fees',
  'tcs',
  'tds',
  'claims',
  'offers',
  'rounding',
  'freight',
  'courier',
] as const

/** What the shop has is positive, what it owes and has earned negative, as in the ledger. The balances add to 0. */
export const balances = z.object({
  accounts: z.array(z.object({ account: z.enum(ledgerAccounts), balance: z.number() })),
  /** All sellers together. `due` is what the next settlement pays; `owed` is what sellers owe the shop, 0 or negative. */
  sellers: z.object({ onHold: z.number(), due: z.number(), inPayment: z.number(), owed: z.number() }),
  /** The newest comparison with the provider's own balance; `here` is without what is on its way. Null before the first one. */
  atProvider: z.object({ there: z.number(), here: z.number(), readAt: z.iso.datetime() }).nullable(),
  asOf: z.iso.datetime(),
})
export type Balances = z.output<typeof balances>

export const sellerBalance = z.object({
  id: z.string(),
  company: z.string(),
  email: z.string(),
  gst: z.string(),
  /** What the shop owes the seller: onHold + due + inPayment; negative where the seller owes the shop. */
  payable: z.number(),
  onHold: z.number(),
  due: z.number(),
  inPayment: z.number(),
  carried: z.number(),
  /**
   * The seller's linked account at the provider; null where there is none. Transfers go to it only if it is `current`: active, and
   * told the seller's present bank account.
   */
  routeAccount: z.object({ id: z.string(), status: z.string(), current: z.boolean() }).nullable(),
  /** Payouts wait after a change of the seller's details; null where none does. */
  held: payoutHold.nullable(),
})
export type SellerBalance = z.output<typeof sellerBalance>

export const differenceKinds = ['missing-here', 'missing-there', 'other-amount'] as const

/** One day of the provider's lists compared with the ledger. */
export const reconciliation = z.object({
  day: z.iso.date(),
  /** 'failed': the provider did not respond, or its lists were too long. */
  state: z.enum(['done', 'failed']),
  checkedAt: z.iso.datetime(),
  /** Count and amount of each, at the provider and in the ledger. */
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

/** What the payment provider paid to the shop's bank account, all at once. */
export const providerSettlement = z.object({
  /** The provider's id. */
  id: z.string(),
  /** 'created': on its way. */
  state: z.enum(['created', 'processed', 'failed']),
  madeAt: z.iso.datetime(),
  /** The bank's number of the transfer. */
  utr: z.string().nullable(),
  amount: z.number(),
  /** What the provider had deducted for its payments and transfers, GST included, and the GST of it. */
  charges: z.number(),
  gst: z.number(),
})
export type ProviderSettlement = z.output<typeof providerSettlement>

/** What a person has to look at. `id` is that of the payout, settlement, run, refund or seller; for a reconciliation its day. */
export const moneyException = z.object({
  kind: z.enum([
    'payout-failed',
    'payout-waits',
    'payout-partly-back',
    'payout-twice',
    'payout-paid-late',
    'run-unfinished',
    'reconciliation',
    'provider-balance',
    'refund-late',
    'refund-unmatched',
    'refund-twice',
    'dispute-missed',
    'dispute-unplaced',
    'dispute-paid-twice',
    'dispute-changed',
    'seller-owes',
    'orders-without-terms',
    'seller-suspended',
    'seller-came-back',
    'payouts-stopped',
    'account-unreadable',
  ]),
  id: z.string(),
  /** One sentence that says what is wrong and what to do. */
  text: z.string(),
  seller: z.string().nullable(),
  amount: z.number().nullable(),
  since: z.iso.datetime(),
})
export type MoneyException = z.output<typeof moneyException>

export const adminLedger = {
  balances: endpoint({
    method: 'GET',
    path: '/public/admin/balances',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'The balances of all accounts of the ledger.',
    reply: balances,
  }),
  sellerBalances: endpoint({
    method: 'GET',
    path: '/public/admin/seller-balances',
    roles: ADMIN,
    duties: ['finance'],
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
    duties: ['finance'],
    summary: 'The days that were compared with the payment provider, newest first.',
    query: page,
    reply: z.array(reconciliation),
    paged: true,
  }),
  reconciliation: endpoint({
    method: 'GET',
    path: '/public/admin/reconciliations/{day}',
    roles: ADMIN,
    duties: ['finance'],
    summary: 'One day with at most 500 differences.',
    params: z.object({ day }),
    reply: reconciliation.extend({ found: z.array(difference) }),
  }),
  reconcile: endpoint({
    method: 'POST',
    path: '/public/admin/reconciliations/{day}',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'Compare a day of the last year that has ended with the payment provider, again. 503 while the provider does not respond.',
    params: z.object({ day }),
    reply: reconciliation,
  }),
  providerSettlements: endpoint({
    method: 'GET',
    path: '/public/admin/provider-settlements',
    roles: ADMIN,
    duties: ['finance'],
    summary: "What the payment provider paid to the shop's bank account, newest first.",
    query: page,
    reply: z.array(providerSettlement),
    paged: true,
  }),
  exceptions: endpoint({
    method: 'GET',
    path: '/public/admin/money-exceptions',
    roles: ADMIN,
    duties: ['finance'],
    summary:
      'Payouts, refunds and other cases that a person has to look at: at most 50 of each kind, oldest first.',
    reply: z.array(moneyException),
  }),
}
