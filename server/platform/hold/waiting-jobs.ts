/** Which jobs wait in their queues while the shop is held. */
import type { JobName } from '../jobs/queue.ts'
import { jobNames } from '../jobs/retries.ts'

/** What moves money or parcels waits. A new kind of job does not compile until somebody decides. */
const whileHeld: Record<JobName, 'waits' | 'runs'> = {
  'send-mail': 'runs',
  'send-notice': 'runs',
  'refund-payment': 'waits',
  'payment-webhook': 'waits',
  'give-coupon-back': 'runs',
  'flag-orders-in-doubt': 'runs',
  'import-products': 'runs',
  'refresh-seller-search': 'runs',
  'refresh-attribute-search': 'runs',
  'change-prices': 'runs',
  'offer-listings': 'runs',
  'end-holidays': 'runs',
  'change-home-page': 'runs',
  'continue-shipment': 'waits',
  'make-document': 'runs',
  'remove-picture': 'runs',
  'settle-sellers': 'waits',
  'send-payout': 'waits',
  'check-transfer': 'waits',
  'check-dispute': 'waits',
  'check-provider-settlement': 'waits',
  'charge-back': 'waits',
  'reconcile-hold': 'runs',
  'courier-webhook': 'waits',
}

export const waitingJobs = jobNames.filter((name) => whileHeld[name] === 'waits')
