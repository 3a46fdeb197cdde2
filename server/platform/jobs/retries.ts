/** How often and for how long each job is tried again. */
import type { Cost } from '../../../contract/endpoint.ts'
import type { JobName } from './queue.ts'

const day = 86_400

interface Tries {
  /** How often it is tried again. */
  limit: number
  /** Seconds before the second try. The pause doubles from try to try, up to `pauseMax`. */
  pause: number
  pauseMax: number
  /** Seconds after which a try counts as failed. */
  lasts: number
}

const tries = ({ limit, pause, pauseMax, lasts }: Tries) => ({
  retryLimit: limit,
  retryDelay: pause,
  retryBackoff: true,
  retryDelayMax: pauseMax,
  expireInSeconds: lasts,
})

// With a backoff from 2 s that doubles up to 30 min the first ten retries take half an hour; later ones follow every 30 min.
// Two days of tries: no mail is lost when the mail server is down over a weekend. A failed mail is listed for a month.
// `retentionSeconds` is longer, so that a retry by hand at the end of that month is not deleted before it is tried.
const mail = {
  ...tries({ limit: 110, pause: 2, pauseMax: 1_800, lasts: 120 }),
  retentionSeconds: 40 * day,
  deleteAfterSeconds: 30 * day,
}
export const retries = {
  'send-mail': mail,
  'send-notice': mail,
  // More than a day of tries; after that the sweep of refunds continues.
  'refund-payment': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 120 }),
  // Only quicker than the sweep, which finds the same payment by itself.
  'payment-webhook': tries({ limit: 20, pause: 2, pauseMax: 600, lasts: 120 }),
  'give-coupon-back': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 60 }),
  'flag-orders-in-doubt': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 60 }),
  // It sends itself again after a while, so that a killed one is tried again soon.
  'import-products': tries({ limit: 20, pause: 2, pauseMax: 600, lasts: 240 }),
  'refresh-seller-search': tries({ limit: 10, pause: 2, pauseMax: 600, lasts: 600 }),
  'refresh-attribute-search': tries({ limit: 10, pause: 2, pauseMax: 600, lasts: 600 }),
  // Only the first tries: the timer of sales writes what is left.
  'change-prices': tries({ limit: 3, pause: 2, pauseMax: 60, lasts: 120 }),
  // Likewise: the timer of listings.
  'offer-listings': tries({ limit: 3, pause: 2, pauseMax: 60, lasts: 120 }),
  // Likewise: the timer of holidays.
  'end-holidays': tries({ limit: 3, pause: 2, pauseMax: 60, lasts: 600 }),
  // Likewise: the timer of the home page.
  'change-home-page': tries({ limit: 3, pause: 2, pauseMax: 60, lasts: 120 }),
  // Only the first tries: the sweep of shipments continues with what the courier does not accept at once.
  'continue-shipment': tries({ limit: 3, pause: 5, pauseMax: 60, lasts: 240 }),
  // Without the file the document is drawn at each download.
  'make-document': tries({ limit: 20, pause: 5, pauseMax: 1_800, lasts: 120 }),
  // More than a day of tries; the timer that sent it checks two days later whether the files are gone.
  'remove-picture': tries({ limit: 60, pause: 5, pauseMax: 1_800, lasts: 120 }),
  // The timer of settlements continues a run that the queue gave up on.
  'settle-sellers': tries({ limit: 5, pause: 5, pauseMax: 300, lasts: 3_600 }),
  // More than a day of tries; after that the timer of payouts continues.
  'send-payout': tries({ limit: 60, pause: 5, pauseMax: 1_800, lasts: 120 }),
  // Only quicker than the timers of payouts and of open transfers.
  'check-transfer': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 120 }),
  // More than a day of tries: the payment may not be recorded yet. After that the nightly comparison finds the dispute.
  'check-dispute': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 120 }),
  // Only quicker than the nightly reading of settlements.
  'check-provider-settlement': tries({ limit: 20, pause: 2, pauseMax: 1_800, lasts: 120 }),
  // The timer of disputes sends it again.
  'charge-back': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 120 }),
  // An hour of tries; an administrator sees why it failed and starts it again.
  'reconcile-hold': tries({ limit: 8, pause: 5, pauseMax: 900, lasts: 3_600 }),
  // More than a day of tries: the courier does not say it again.
  'courier-webhook': tries({ limit: 60, pause: 2, pauseMax: 1_800, lasts: 120 }),
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
