/** The retention period of every table: how long rows are kept, why, and who deletes them. docs/data-retention.md has the same list. */
import { summariseRepeats } from '../../people/audit/repeats.ts'
import { deleteUnusedSearchWords } from '../../catalogue/search/index-search-words.ts'
import { deleteOldCatalogueChanges } from '../../platform/page-cache/watch-changes.ts'
import { deleteOldWebhookEvents, deleteUnpaidCheckouts } from '../../buying/checkout/delete-old.ts'
import { deleteExpiredLimits } from '../../platform/rate-limit.ts'
import {
  deleteExpiredCodes,
  deleteExpiredPasswordProofs,
  deleteExpiredSessions,
  deleteUnverifiedAccounts,
} from '../../people/identity/delete-expired.ts'
import { deleteTrackingEvents } from '../../fulfilment/orders/delete-tracking-events.ts'
import { purgeDeletedProducts } from '../../catalogue/products/save-product.ts'
import { deleteReturnPhotos } from '../../fulfilment/returns/delete-photos.ts'
import { deleteOldReconciliations } from '../../money/settlements/delete-old.ts'
import type { Shop } from '../../platform/shop.ts'

export interface Retention {
  kept: string
  why: string
  removedBy: string
  /** For tables that the timer cleans: deletes at most `limit` rows (of search words: checks them) and returns how many. */
  remove?: (shop: Shop, limit: number) => Promise<number>
}

const timer = 'the timer, every ten minutes'
const operator = 'nobody: an operator, by hand, once no law asks for it'
const accounts =
  'law of accounts and tax: eight financial years after the one it belongs to, nine years at most'

export const retainedTables: Record<string, Retention> = {
  account: {
    kept: 'verified: as long as the shop; never verified: 7 days from the last sign-up; suspended: stays',
    why: "orders name it; an e-mail that nobody proved is nobody's; a suspension must not be undone by waiting",
    removedBy: `${timer}, what was never verified, with its customer or seller, addresses, cart, codes`,
    remove: deleteUnverifiedAccounts,
  },
  address: {
    kept: 'until its owner deletes it, or as long as the account',
    why: 'the next order goes there; orders have a copy',
    removedBy: 'its owner; with the account',
  },
  audit_entry: {
    kept: 'sign-ins, refused calls and opened labels 180 days, everything else 9 years, then in the archive',
    why: 'CERT-In asks for 180 days of logs; acts about money and people prove what the accounts say',
    removedBy:
      '`npm run archive-audit`, with the account that owns the tables; the database refuses anything younger, and the shop everything',
  },
  audit_repeat: {
    kept: 'until the hour is over',
    why: 'counts repeats of one act, which then become one entry of the audit',
    removedBy: timer,
    remove: summariseRepeats,
  },
  broken_row: {
    kept: 'until a check does not find it any more; 5,000 rows at most',
    why: 'what contradicts an invariant of money and stock at present',
    removedBy: 'the check of invariants',
  },
  cancellation: {
    kept: 'as its order',
    why: 'which pieces were cancelled, and whether the courier has cancelled their parcel',
    removedBy: 'with its order',
  },
  bank_file: {
    kept: '9 years',
    why: `which payouts one file of the bank had: ${accounts}`,
    removedBy: operator,
  },
  bank_reply: {
    kept: '9 years',
    why: 'a fingerprint of each reply of the bank, so that none is taken over twice',
    removedBy: operator,
  },
  cart_line: {
    kept: 'until it is bought or taken out, or as long as the account',
    why: 'a cart is there on the next visit',
    removedBy: 'its owner; a purchase; with the account',
  },
  catalogue_change: {
    kept: '20 minutes',
    why: 'nodes read it within half a second; one that slept longer trusts nothing it kept',
    removedBy: timer,
    remove: deleteOldCatalogueChanges,
  },
  category: {
    kept: 'until an administrator deletes it',
    why: 'products stand in it',
    removedBy: 'an administrator',
  },
  checkout: {
    kept: 'paid: 9 years; never paid: 90 days',
    why: `paid: ${accounts}; unpaid: money can come for some days, see below`,
    removedBy: `${timer}, what was never paid, with its lines; paid ones by nobody`,
    remove: deleteUnpaidCheckouts,
  },
  checkout_line: { kept: 'as its checkout', why: 'as its checkout', removedBy: 'with its checkout' },
  commission_rule: {
    kept: 'as long as the shop, or as the seller or the category it is for',
    why: 'a row a rate and its days; past orders have a copy',
    removedBy: 'with its seller or category',
  },
  customer: { kept: 'as its account', why: 'orders name it', removedBy: 'with the account' },
  gst_rate: {
    kept: 'as long as the shop',
    why: 'a row a rate and its days; past orders have a copy',
    removedBy: 'nobody',
  },
  gstr1_large_invoice: {
    kept: 'as long as the shop',
    why: 'a row a limit of GSTR-1 and its first day',
    removedBy: 'nobody',
  },
  hsn_code: { kept: 'as long as the shop', why: 'a row a code; products name it', removedBy: 'nobody' },
  invariant_check: {
    kept: 'as long as the shop',
    why: 'two rows; when each check of invariants ended, and how far it is',
    removedBy: 'nobody',
  },
  invariant_start: {
    kept: 'as long as the shop',
    why: 'one row; from when on orders have tax, terms and invoices',
    removedBy: 'nobody',
  },
  invoice_series: {
    kept: 'as long as the shop',
    why: 'a row a seller, financial year and kind of document: its last number',
    removedBy: 'nobody; the database refuses it',
  },
  journal_entry: {
    kept: '9 years',
    why: accounts,
    removedBy: `${operator}; the database refuses anything younger`,
  },
  ledger_checkpoint: {
    kept: 'as long as the shop',
    why: 'a row an account and seller; sums of the ledger',
    removedBy: 'nobody',
  },
  ledger_horizon: { kept: 'as long as the shop', why: 'one row; how far those sums go', removedBy: 'nobody' },
  levy_rate: {
    kept: 'as long as the shop',
    why: 'a row a rate and its days; past orders have a copy',
    removedBy: 'nobody',
  },
  one_time_code: {
    kept: 'a day longer than it is good for',
    why: 'so that its owner hears that it has expired',
    removedBy: `use; ${timer}`,
    remove: deleteExpiredCodes,
  },
  order_reversal: {
    kept: 'as its order',
    why: 'what was taken back of a sale',
    removedBy: 'with its order; the database refuses everything else',
  },
  order_sale: {
    kept: 'as its order',
    why: 'what the order cost its seller',
    removedBy: 'with its order; the database refuses everything else',
  },
  order_tax: {
    kept: 'as its order',
    why: 'the tax in its price',
    removedBy: 'with its order; the database refuses everything else',
  },
  order_terms: {
    kept: 'as its order',
    why: 'fees and periods that were agreed with the purchase',
    removedBy: 'with its order; the database refuses everything else',
  },
  orders: { kept: '9 years', why: accounts, removedBy: operator },
  parcel_event: {
    kept: '3 years from the event, and until the parcel is at its end',
    why: 'a purchase can be disputed for three years (Limitation Act, 1963), before a consumer commission for two',
    removedBy: timer,
    remove: deleteTrackingEvents,
  },
  password_proof: {
    kept: '15 minutes',
    why: 'a code entered in the same browser logs in',
    removedBy: `use; ${timer}`,
    remove: deleteExpiredPasswordProofs,
  },
  payment: { kept: '9 years', why: accounts, removedBy: operator },
  payout: {
    kept: '9 years',
    why: accounts,
    removedBy: operator,
  },
  posting: { kept: 'as its entry', why: 'the lines of a journal entry', removedBy: 'as its entry' },
  picture: {
    kept: 'never used: a day; used once: as long as the shop',
    why: 'orders show the picture of what was bought',
    removedBy: 'a timer of its own, every hour, with the files',
  },
  product: {
    kept: 'until its seller deletes it, then 90 days, or as long as an order, checkout, cart or wishlist names it',
    why: 'an order shows what was bought; a checkout under way may still be paid',
    removedBy: `its seller; ${timer}, what was deleted and nothing names`,
    remove: purgeDeletedProducts,
  },
  rate_limit: {
    kept: 'an hour longer than its window, which is a day at most',
    why: 'counts tries',
    removedBy: timer,
    remove: deleteExpiredLimits,
  },
  reconciliation: {
    kept: '3 years',
    why: 'differences with the payment provider can be explained as long as a purchase can be disputed',
    removedBy: timer,
    remove: deleteOldReconciliations,
  },
  reconciliation_difference: {
    kept: 'as its reconciliation',
    why: 'the differences of a day, 500 at most',
    removedBy: 'with its reconciliation',
  },
  recovery_code: {
    kept: 'until it is used or made anew',
    why: 'signs in without the app; ten an administrator',
    removedBy: 'its owner',
  },
  refund: { kept: '9 years', why: accounts, removedBy: operator },
  replacement: {
    kept: 'as its return',
    why: 'the parcel that was sent instead of a refund',
    removedBy: 'with its return',
  },
  return_policy: {
    kept: 'as long as the shop, or as its category',
    why: 'one row a category; past orders have a copy',
    removedBy: 'with its category',
  },
  return_event: { kept: 'as its return', why: 'the history of a return', removedBy: 'with its return' },
  return_photo: {
    kept: '3 years from the end of the return, with the files',
    why: 'a purchase can be disputed for three years (Limitation Act, 1963)',
    removedBy: timer,
    remove: deleteReturnPhotos,
  },
  return_request: {
    kept: 'as its order',
    why: 'why money of the order went back',
    removedBy: 'with its order',
  },
  route_account: {
    kept: 'as its seller',
    why: 'the linked account at the payment provider',
    removedBy: 'with the seller',
  },
  schema_migration: { kept: 'as long as the shop', why: 'a row a migration', removedBy: 'nobody' },
  product_word: {
    kept: 'as long as its product is on offer',
    why: 'finds the first products of a word without reading all that have it',
    removedBy: 'with the product: a trigger, also when it is only taken off sale',
  },
  search_word: {
    kept: 'as long as a product has the word; looked at once a day at most',
    why: 'what a misspelt search is compared with',
    removedBy: timer,
    remove: deleteUnusedSearchWords,
  },
  second_factor: {
    kept: 'until it is turned off',
    why: 'the secret of an app; one an administrator',
    removedBy: 'its owner',
  },
  seller: { kept: 'as its account', why: 'products and orders name it', removedBy: 'with the account' },
  session: {
    kept: '7 days without a visit, 30 days in all; at most 20 an account',
    why: 'a log-in',
    removedBy: `log-out; ${timer}`,
    remove: deleteExpiredSessions,
  },
  setting: { kept: 'as long as the shop', why: 'a row a setting', removedBy: 'nobody' },
  shipping_charge: {
    kept: 'as long as the shop',
    why: 'a row a charge and its days',
    removedBy: 'nobody',
  },
  settlement: {
    kept: '9 years',
    why: accounts,
    removedBy: operator,
  },
  settlement_line: {
    kept: 'as its settlement',
    why: 'the lines of a statement',
    removedBy: 'with its settlement',
  },
  settlement_run: {
    kept: '9 years',
    why: accounts,
    removedBy: operator,
  },
  subcategory: {
    kept: 'until an administrator deletes it',
    why: 'products stand in it',
    removedBy: 'an administrator',
  },
  tax_document: {
    kept: '9 years, longer than the order and the accounts that it is about',
    why: accounts,
    removedBy: `${operator}; the database refuses anything younger`,
  },
  tax_document_file: {
    kept: 'as its document',
    why: 'the PDF as it was made',
    removedBy: 'with its document',
  },
  unmatched_payment: {
    kept: '9 years',
    why: `money whose purchase is not known, and what was done about it: ${accounts}`,
    removedBy: operator,
  },
  unsettled_entry: {
    kept: 'until it is settled',
    why: 'a sale or a reversal that is in no settlement yet',
    removedBy: 'the settlement run',
  },
  webhook_event: {
    kept: '30 days',
    why: 'a provider repeats a webhook for a day',
    removedBy: timer,
    remove: deleteOldWebhookEvents,
  },
  wishlist_item: {
    kept: 'until it is taken out, or as long as the account',
    why: 'a wish',
    removedBy: 'its owner; with the account',
  },
}

const queue = 'the queue'
/** Tables of pg-boss, which deletes its own rows. */
export const queueTables: Record<string, Retention> = {
  bam: {
    kept: 'as long as the shop',
    why: 'a row a step of a change to its own tables',
    removedBy: 'nobody',
  },
  job: {
    kept: 'done or given up: 7 days; never begun: 14 days',
    why: 'failed jobs and unsent mail can be tried again meanwhile',
    removedBy: queue,
  },
  job_dependency: {
    kept: 'empty',
    why: 'jobs that wait for jobs, of which the shop has none',
    removedBy: queue,
  },
  queue: { kept: 'as long as the shop', why: 'a row a kind of job', removedBy: 'nobody' },
  queue_stats: { kept: 'empty', why: 'its own statistics, which are not turned on', removedBy: queue },
  schedule: { kept: 'empty', why: 'jobs by the clock, of which the shop has none', removedBy: queue },
  subscription: { kept: 'empty', why: 'jobs by events, of which the shop has none', removedBy: queue },
  version: { kept: 'as long as the shop', why: 'one row', removedBy: 'nobody' },
  warning: { kept: 'empty', why: 'its own warnings, which are not kept', removedBy: queue },
}
