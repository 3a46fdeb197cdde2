/**
 * Every timer of the shop. A new one needs a line here only: the table timer_run, /metrics with its alert, and the
 * administrator's page of timers find it by its name. Tasks must be safe to run twice at once.
 */
import { countBoughtTogether } from '../catalogue/related/count-together.ts'
import { flagRefunded } from '../catalogue/reviews/flag-refunded.ts'
import { inviteReviews } from '../catalogue/reviews/invite.ts'
import { countDeliveries } from '../fulfilment/promise/delivery-record.ts'
import { sendWishlistMails } from '../buying/wishlist/send-mails.ts'
import { sweepUnmatched } from '../buying/checkout/settle-unmatched.ts'
import { sweepCheckouts } from '../buying/checkout/sweep-checkouts.ts'
import { sweepRefunds } from '../money/payments/sweep-refunds.ts'
import { deleteSentMail } from '../platform/mail/delete-sent-mail.ts'
import { holdBackIncomplete } from '../catalogue/declarations/hold-back.ts'
import { followHolidays } from '../catalogue/holidays/holidays.ts'
import { offerDueListings } from '../catalogue/listing-states/change-state.ts'
import { changeDueHomePage } from '../catalogue/home-page/arrange-home-page.ts'
import { changeDuePrices } from '../catalogue/prices/change-due-prices.ts'
import { announceEndingClaims, endExpiredClaims } from '../catalogue/green-claims/end-claims.ts'
import { readListingsAgain } from '../catalogue/green-claims/read-again.ts'
import { checkRecent, continueWhole } from '../administration/invariants/check.ts'
import { removeUnusedPictures } from '../platform/media/remove-unused.ts'
import { kinds } from '../fulfilment/returns/kinds.ts'
import { remindOfClaims } from '../fulfilment/claims/remind-of-claims.ts'
import { watchComplaints } from '../fulfilment/complaints/watch-clocks.ts'
import { flagUnpacked } from '../fulfilment/dispatch/flag-unpacked.ts'
import { refundStopped, stopSuspended } from '../fulfilment/dispatch/stop-suspended.ts'
import { sweepShipments } from '../fulfilment/shipments/sweep-shipments.ts'
import { endWeightWaits } from '../fulfilment/weights/apply-weight.ts'
import { advanceCheckpoint } from '../money/ledger/checkpoint.ts'
import { deleteDueAccounts } from '../administration/erasure/delete-account.ts'
import { enforceRetention } from '../administration/retention/enforce-retention.ts'
import { compareDisputes, sweepDisputes } from '../money/disputes/import-dispute.ts'
import { sweepReturns } from '../fulfilment/returns/sweep-returns.ts'
import { compareBalance } from '../money/provider/compare-balance.ts'
import { reconcileDays } from '../money/settlements/reconcile.ts'
import { issueShopDocuments } from '../money/shop-documents/issue-documents.ts'
import { checkOpenTransfers, sweepPayouts } from '../money/settlements/route-payouts.ts'
import { continueSettlement, settleLastWeek } from '../money/settlements/run-settlement.ts'
import { isHeld } from '../platform/hold/held.ts'
import type { Shop } from '../platform/shop.ts'
import { every, nightly, startTimers, type Timer } from '../platform/timers/run-timers.ts'

const [tenMinutes, hour] = [600, 3_600]

/** A timer that moves money or parcels rests while the shop is held, and its turn is made up for after the release. */
const unlessHeld =
  (task: Timer['task']): Timer['task'] =>
  async (shop, turn) =>
    (await isHeld(shop.db)) ? 'unfinished' : task(shop, turn)

/** `minute` is shorter in tests. Nights are those of India. */
const timers = (minute: number): readonly Timer[] => [
  every(minute, 'sweep checkouts', unlessHeld(sweepCheckouts)),
  every(minute, 'sweep unmatched payments', unlessHeld(sweepUnmatched)),
  every(minute, 'sweep refunds', unlessHeld(sweepRefunds)),
  every(
    minute,
    'sweep parcels',
    unlessHeld((shop) => sweepShipments(shop, kinds)),
  ),
  every(minute, 'stop parcels of suspended sellers', unlessHeld(stopSuspended)),
  every(minute, 'sweep returns', unlessHeld(sweepReturns)),
  every(minute, 'sweep payouts', unlessHeld(sweepPayouts)),
  every(minute, 'continue settlement runs', unlessHeld(continueSettlement)),
  every(minute, 'move the checkpoint of the ledger', ({ db }) => advanceCheckpoint(db)),
  every(minute, 'check what changed', checkRecent),
  every(minute, 'end green claims', endExpiredClaims),
  every(minute, 'begin and end sales', changeDuePrices),
  every(minute, 'put listings on sale', offerDueListings),
  every(minute, 'begin and end holidays', followHolidays),
  every(minute, 'begin and end parts of the home page', changeDueHomePage),
  every(tenMinutes, 'sweep disputes', unlessHeld(sweepDisputes)),
  every(tenMinutes, 'mail what wishlists wait for', sendWishlistMails),
  every(tenMinutes, 'remove what is past its time', enforceRetention),
  every(hour, 'remind of claims', unlessHeld(remindOfClaims)),
  every(hour, 'charge weights that nobody disputes', unlessHeld(endWeightWaits)),
  every(hour, 'delete accounts of who leaves', unlessHeld(deleteDueAccounts)),
  every(hour, 'remove unused pictures', removeUnusedPictures),
  every(hour, 'forget sent mail', ({ db }) => deleteSentMail(db)),
  // When few people buy.
  nightly(1, 'check everything', continueWhole),
  nightly(
    1,
    'ask for open transfers',
    unlessHeld((shop) => checkOpenTransfers(shop)),
  ),
  // Two hours after the end of the day that is compared.
  nightly(2, 'compare with the payment provider', unlessHeld(reconcileDays)),
  nightly(2, "compare the provider's balance", unlessHeld(compareBalance)),
  nightly(2, 'compare disputes with the payment provider', unlessHeld(compareDisputes)),
  // When every transaction of the last month has ended.
  nightly(
    3,
    'invoice what the shop charges',
    unlessHeld((shop) => issueShopDocuments(shop)),
  ),
  nightly(3, 'refund stopped parcels', unlessHeld(refundStopped)),
  nightly(3, 'flag parcels that nobody packs', unlessHeld(flagUnpacked)),
  nightly(1, 'hold back incomplete listings', holdBackIncomplete),
  nightly(4, 'announce ends of green claims', announceEndingClaims),
  nightly(2, 'read listings with new patterns', readListingsAgain),
  nightly(3, 'count how sellers deliver', countDeliveries),
  nightly(4, 'flag reviews of refunded orders', flagRefunded),
  nightly(4, 'count what is bought together', countBoughtTogether),
  nightly(9, 'ask for reviews', unlessHeld(inviteReviews)),
  // Before the desk begins to work.
  nightly(7, 'watch the clocks of complaints', watchComplaints),
  // The couriers' events of Sunday have arrived by then.
  nightly(4, 'settle sellers', unlessHeld(settleLastWeek)),
]

/** Starts all timers. The returned function stops them and waits for tasks in progress. */
export function startAllTimers(shop: Shop): Promise<() => Promise<void>> {
  const { sweepSeconds } = shop.config
  return startTimers(shop, timers(sweepSeconds), sweepSeconds)
}
