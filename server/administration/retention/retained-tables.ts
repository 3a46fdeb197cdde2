/** How long the rows of every table are kept, and what deletes them. docs/data-retention.md has the reasons. */
import { figureLimits } from '../../../contract/figure-words.ts'
import { limits } from '../../../contract/limits.ts'
import { deleteExpiredTeamInvitations } from '../../people/team/delete-expired.ts'
import { deleteExpiredInvitations } from '../administrators/delete-expired.ts'
import { deleteOldApprovals } from '../approvals/delete-old.ts'
import { summariseRepeats } from '../../people/audit/repeats.ts'
import { deleteOldGreenClaims } from '../../catalogue/green-claims/end-claims.ts'
import { deleteOldQuestions } from '../../catalogue/questions/list-questions.ts'
import { deleteOldDecisions, deleteOldReports } from '../../catalogue/moderation/delete-old.ts'
import { deleteOldInvitations, deleteReviewOrigins } from '../../catalogue/reviews/delete-old.ts'
import { deleteUnusedSearchWords } from '../../catalogue/search/index-search-words.ts'
import { deleteOldMisses } from '../../catalogue/search/note-miss.ts'
import { deleteOldCatalogueChanges } from '../../platform/page-cache/watch-changes.ts'
import { deleteOldWebhookEvents, deleteUnpaidCheckouts } from '../../buying/checkout/delete-old.ts'
import { deleteExpiredLimits } from '../../platform/rate-limit.ts'
import {
  deleteExpiredCodes,
  deleteExpiredPasswordProofs,
  deleteExpiredSessions,
  deleteUnusedKnownBrowsers,
  deleteUnverifiedAccounts,
} from '../../people/identity/delete-expired.ts'
import { deleteOldComplaints } from '../../fulfilment/complaints/watch-clocks.ts'
import { deleteOldProofs, disputableDays } from '../../fulfilment/disputes/keep-proofs.ts'
import { deleteOldDays } from '../../fulfilment/figures/count-days.ts'
import { deleteOldMessages } from '../../fulfilment/order-messages/write-message.ts'
import { deleteOldCourierAnswers } from '../../fulfilment/promise/delete-old.ts'
import { deleteShipmentEvents } from '../../fulfilment/shipments/delete-events.ts'
import { deleteOldChanges } from '../../catalogue/listing-changes/note-changes.ts'
import { deleteOldPrices } from '../../catalogue/products/delete-old-prices.ts'
import { deleteOldSellerDocuments } from '../../people/sellers/send-documents.ts'
import { purgeDeletedProducts } from '../../catalogue/products/save-product.ts'
import { deleteReturnPhotos } from '../../fulfilment/returns/photos.ts'
import { deleteWeightPhotos } from '../../fulfilment/weights/dispute-weight.ts'
import { deleteOldReconciliations } from '../../money/settlements/delete-old.ts'
import { deleteOldImports } from '../../selling/imports/delete-old.ts'
import type { Shop } from '../../platform/shop.ts'

export interface Retention {
  kept: string
  /** For tables that the timer cleans: deletes at most `limit` rows (of search words: checks them) and returns how many. */
  remove?: (shop: Shop, limit: number) => Promise<number>
}

// Nothing deletes these rows by itself: an operator may, once no law requires them.
const nineYears = { kept: '9 years' }
const asLongAsTheShop = { kept: 'as long as the shop' }
// Deleted with the row that it belongs to.
const withIts = (parent: string) => ({ kept: `as long as its ${parent}` })

const tables = {
  account: {
    kept: 'until its owner deletes it; never verified: 7 days from the last sign-up; suspended: stays',
    remove: deleteUnverifiedAccounts,
  },
  address: { kept: 'until its owner deletes it, or as long as its account' },
  approval: { kept: '30 days', remove: deleteOldApprovals },
  attribute: { kept: 'until an administrator deletes it' },
  attribute_value: withIts('attribute'),
  audit_entry: {
    kept: 'sign-ins, refused calls and opened labels 180 days, else 9 years; then moved to an archive',
  },
  audit_repeat: { kept: 'until the hour is over; then one entry of the audit', remove: summariseRepeats },
  broken_row: { kept: 'until a check of invariants does not find it; 5,000 rows at most' },
  cancellation: withIts('order'),
  coupon: nineYears,
  bought_together: { kept: 'as long as its product; counted anew each night' },
  bank_file: nineYears,
  bank_reply: nineYears,
  cart_coupon: { kept: 'until a purchase with it, or until it is taken out, or as long as its account' },
  cart_line: { kept: 'until it is bought or taken out, or as long as its account' },
  catalogue_change: { kept: '20 minutes', remove: deleteOldCatalogueChanges },
  category_attribute: withIts('category, or attribute'),
  category: { kept: 'until an administrator deletes it' },
  checkout: { kept: 'paid: 9 years; never paid: 90 days', remove: deleteUnpaidCheckouts },
  checkout_line: withIts('checkout'),
  commission_rule: { kept: 'as long as the shop, or as long as its seller or category' },
  consent: withIts('account'),
  courier_charge: withIts('shipment'),
  complaint: { kept: '3 years after it is closed', remove: deleteOldComplaints },
  complaint_link: withIts('complaint'),
  complaint_message: withIts('complaint'),
  courier_answer: { kept: 'a day', remove: deleteOldCourierAnswers },
  customer: withIts('account'),
  dispute: nineYears,
  declaration_need: withIts('category'),
  delivery_claim: withIts('order'),
  delivery_record: withIts('seller'),
  dispute_order: withIts('dispute'),
  dispute_proof: {
    kept: `of accounts that are deleted: ${disputableDays} days from the order`,
    remove: deleteOldProofs,
  },
  dispute_rule: asLongAsTheShop,
  green_claim: {
    kept: '3 years from its end; a draft, or one that was refused, 1 year; the documents with it',
    remove: deleteOldGreenClaims,
  },
  green_claim_product: withIts('green claim, or product'),
  green_claim_step: withIts('green claim'),
  product_attribute: withIts('product, or attribute'),
  green_word: withIts('product'),
  green_word_reading: asLongAsTheShop,
  product_import: { kept: '7 days', remove: deleteOldImports },
  product_import_picture: withIts('import'),
  product_import_row: withIts('import'),
  product_family: { kept: 'until its seller dissolves it, or as long as its seller' },
  family_member: withIts('product, or family'),
  gst_rate: asLongAsTheShop,
  gstr1_large_invoice: asLongAsTheShop,
  declaration_notice: withIts('seller'),
  held_back_product: {
    kept: 'until the listing is complete, restored or put on sale, or as long as its product',
  },
  holiday: { kept: 'until its last day is over' },
  hold_finding: withIts('hold'),
  home_arrangement: { kept: 'the newest, and the 20 before it' },
  home_draft: asLongAsTheShop,
  hsn_code: asLongAsTheShop,
  invariant_check: asLongAsTheShop,
  invitation: { kept: 'until it is used, withdrawn or expired', remove: deleteExpiredInvitations },
  invoice_series: asLongAsTheShop,
  invoice_series_gap: asLongAsTheShop,
  journal_entry: nineYears,
  known_browser: {
    kept: `${limits.knownBrowserDays} days after the last log-in in it; ${limits.sessionsMax} an account`,
    remove: deleteUnusedKnownBrowsers,
  },
  listing_report: { kept: '1 year; of a visitor’s network until it is decided', remove: deleteOldReports },
  moderated_listing: withIts('product'),
  moderation_decision: { kept: '3 years', remove: deleteOldDecisions },
  watched_category: withIts('category'),
  ledger_checkpoint: asLongAsTheShop,
  ledger_horizon: asLongAsTheShop,
  levy_rate: asLongAsTheShop,
  money_transfer: withIts('payout or refund'),
  one_time_code: { kept: 'until it is used, or a day after it expired', remove: deleteExpiredCodes },
  order_message: { kept: '3 years', remove: deleteOldMessages },
  order_promise: withIts('order'),
  order_reversal: withIts('order'),
  order_sale: withIts('order'),
  order_tax: withIts('order'),
  order_terms: withIts('order'),
  orders: nineYears,
  password_proof: { kept: 'until it is used, or 15 minutes', remove: deleteExpiredPasswordProofs },
  paid_twice: withIts('settlement'),
  payment: nineYears,
  payout: nineYears,
  posting: withIts('entry'),
  provider_account: asLongAsTheShop,
  provider_charge: nineYears,
  provider_settlement: nineYears,
  payout_hold: withIts('seller'),
  picture: { kept: 'never used: a day, by a timer of its own with the files; else as long as the shop' },
  product: {
    kept: '90 days after its seller deleted it, and while an order, checkout, cart or wishlist names it',
    remove: purgeDeletedProducts,
  },
  question: {
    kept: 'as long as its product, without a name once its account is deleted; not answered: a year',
    remove: deleteOldQuestions,
  },
  question_report: withIts('question'),
  rate_limit: { kept: 'an hour longer than its window', remove: deleteExpiredLimits },
  reconciliation: { kept: '3 years', remove: deleteOldReconciliations },
  reconciliation_difference: withIts('reconciliation'),
  recovery_code: { kept: 'until it is used or replaced' },
  refund: nineYears,
  replacement: withIts('return'),
  delivery_charge: { kept: 'as long as the shop' },
  return_policy: { kept: 'as long as the shop, or as long as its category' },
  return_event: withIts('return'),
  return_photo: { kept: '3 years from the end of the return, with the files', remove: deleteReturnPhotos },
  return_request: withIts('order'),
  review: {
    kept: 'as long as its product; without a name, if its author says so, once their account is deleted',
  },
  review_edit: withIts('review'),
  review_invitation: { kept: '90 days', remove: deleteOldInvitations },
  review_origin: { kept: '90 days', remove: deleteReviewOrigins },
  review_photo: withIts('review'),
  review_report: withIts('review'),
  review_vote: withIts('review'),
  route_account: withIts('seller'),
  schema_migration: asLongAsTheShop,
  product_edition: withIts('product'),
  listing_change: { kept: '400 days, and the newest 500 of a listing', remove: deleteOldChanges },
  product_price: { kept: '400 days after the price or MRP changed', remove: deleteOldPrices },
  product_facet: { kept: 'as long as its product is on offer' },
  product_word: { kept: 'as long as its product is on offer' },
  live_product_count: withIts('seller'),
  product_day: { kept: `${figureLimits.keptDays} days`, remove: deleteOldDays },
  search_miss: { kept: '90 days', remove: deleteOldMisses },
  search_synonym: { kept: 'until an administrator deletes it' },
  search_word: { kept: 'as long as a product has the word', remove: deleteUnusedSearchWords },
  second_factor: { kept: 'until it is turned off' },
  seller: withIts('account'),
  seller_document: {
    kept: `${limits.sellerDocumentDays} days after the decision, with the files`,
    remove: deleteOldSellerDocuments,
  },
  seller_identity: withIts('seller'),
  seller_payee: withIts('seller'),
  seller_undertaking: withIts('seller'),
  session: {
    kept: `until log-out, ${limits.sessionIdleDays} days without a visit or ${limits.sessionDays} days; ${limits.sessionsMax} an account`,
    remove: deleteExpiredSessions,
  },
  setting: asLongAsTheShop,
  shop_hold: nineYears,
  shipment: withIts('orders'),
  shipment_event: { kept: '3 years, and until the shipment is at its end', remove: deleteShipmentEvents },
  shipment_line: withIts('shipment'),
  shipment_waybill: withIts('shipment'),
  shipping_charge: asLongAsTheShop,
  settlement: nineYears,
  settlement_line: withIts('settlement'),
  settlement_run: nineYears,
  // Longer than its order.
  shop_document: nineYears,
  shop_document_fee: withIts('document'),
  shop_document_file: withIts('document'),
  shop_document_line: withIts('document'),
  shop_document_progress: asLongAsTheShop,
  shop_series_gap: asLongAsTheShop,
  subcategory: { kept: 'until an administrator deletes it' },
  // Longer than its order.
  tax_document: nineYears,
  tax_document_file: withIts('document'),
  team_invitation: { kept: 'until it is used, withdrawn or expired', remove: deleteExpiredTeamInvitations },
  team_member: { kept: 'until its shop removes the person, or as long as its account' },
  timer_run: { kept: 'until the shop starts without that timer' },
  unmatched_payment: nineYears,
  unplaced_dispute: nineYears,
  unsettled_entry: { kept: 'until the settlement run takes it' },
  webhook_event: { kept: '30 days', remove: deleteOldWebhookEvents },
  weight_difference: withIts('shipment'),
  weight_photo: { kept: '3 years from the end of the dispute, with the files', remove: deleteWeightPhotos },
  wishlist_item: { kept: 'until it is taken out, or as long as its account' },
} satisfies Record<string, Retention>

/** Each also has its line in administration/erasure/personal-rows.ts: whose its rows are, and what becomes of them. */
export type RetainedTable = keyof typeof tables
export const retainedTables: Record<RetainedTable, Retention> = tables

const empty = { kept: 'empty: the shop does not use it' }
/** Tables of pg-boss, which deletes its own rows. */
export const queueTables: Record<string, Retention> = {
  bam: asLongAsTheShop,
  job: { kept: 'done or given up: 7 days; never begun: 14 days' },
  job_dependency: empty,
  queue: asLongAsTheShop,
  queue_stats: empty,
  schedule: empty,
  subscription: empty,
  version: asLongAsTheShop,
  warning: empty,
}
