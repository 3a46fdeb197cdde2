/** How often and for how long each job is tried again. */
import type { Cost } from '../../../contract/endpoint.ts'
import type { JobName } from './queue.ts'

const day = 86_400

// With a backoff from 2 s that doubles up to 30 min the first ten retries take half an hour; later ones follow every 30 min.
// Two days of tries: no mail is lost when the mail server is down over a weekend. A failed mail is listed for a month.
// `retentionSeconds` is longer, so that a retry by hand at the end of that month is not deleted before it is tried.
const mail = {
  retryLimit: 110,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 1_800,
  expireInSeconds: 120,
  retentionSeconds: 40 * day,
  deleteAfterSeconds: 30 * day,
}
export const retries = {
  'send-mail': mail,
  'send-notice': mail,
  // More than a day of tries; after that the sweep of refunds continues.
  'refund-payment': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // Only quicker than the sweep, which finds the same payment by itself.
  'payment-webhook': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
  },
  'give-coupon-back': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 60,
  },
  'flag-orders-in-doubt': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 60,
  },
  // It sends itself again after a while, so that a killed one is tried again soon.
  'import-products': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 240,
  },
  'refresh-seller-search': {
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 600,
  },
  'refresh-attribute-search': {
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 600,
  },
  // Only the first tries: the timer of sales writes what is left.
  'change-prices': {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
  },
  // Likewise: the timer of listings.
  'offer-listings': {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
  },
  // Likewise: the timer of holidays.
  'end-holidays': {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 600,
  },
  // Likewise: the timer of the home page.
  'change-home-page': {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
  },
  // Only the first tries: the sweep of shipments continues with what the courier does not accept at once.
  'continue-shipment': {
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 240,
  },
  // Without the file the document is drawn at each download.
  'make-document': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // More than a day of tries; the timer that sent it checks two days later whether the files are gone.
  'remove-picture': {
    retryLimit: 60,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // The timer of settlements continues a run that the queue gave up on.
  'settle-sellers': {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3_600,
  },
  // More than a day of tries; after that the timer of payouts continues.
  'send-payout': {
    retryLimit: 60,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // Only quicker than the timers of payouts and of open transfers.
  'check-transfer': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // More than a day of tries: the payment may not be recorded yet. After that the nightly comparison finds the dispute.
  'check-dispute': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // Only quicker than the nightly reading of settlements.
  'check-provider-settlement': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // The timer of disputes sends it again.
  'charge-back': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
  // An hour of tries; an administrator sees why it failed and starts it again.
  'reconcile-hold': {
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 3_600,
  },
  // More than a day of tries: the courier does not say it again.
  'courier-webhook': {
    retryLimit: 60,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
  },
} as const satisfies Record<JobName, object>
/** What a call that sends the job has to declare (contract/endpoint.ts); null for the work of its own rows only. */
export const costOf: Record<JobName, Cost | null> = {
  'send-mail': 'mail',
  'send-notice': 'mail',
  'refund-payment': null,
  'payment-webhook': null,
  'give-coupon-back': null,
  'flag-orders-in-doubt': null,
  'import-products': 'rows',
  'refresh-seller-search': 'rows',
  'refresh-attribute-search': 'rows',
  'change-prices': null,
  'offer-listings': null,
  'end-holidays': null,
  'change-home-page': null,
  'continue-shipment': null,
  'make-document': 'render',
  'remove-picture': null,
  'settle-sellers': 'rows',
  'send-payout': null,
  'check-transfer': null,
  'check-dispute': null,
  'check-provider-settlement': null,
  'charge-back': null,
  'reconcile-hold': null,
  'courier-webhook': null,
}
/** The queues of mail, both with the same payload. */
export const mailJobs = ['send-mail', 'send-notice'] as const satisfies JobName[]
export const jobNames = Object.keys(retries) as JobName[]
