/** Timer: finds payments whose webhook was lost, and releases holds that have ended (api-rules §3.5, §3.7). */
import { DatabaseUnavailable } from '../../platform/db/connection-errors.ts'
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import { ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CheckoutState, type DueCheckout, takeDueCheckouts } from './queries.ts'
import { releaseHold } from './release-hold.ts'
import { settleCheckout } from './settle.ts'

const batch = 50
/** With a provider that does not respond, this many calls wait at once; then its circuit breaker fails the others at once. */
const concurrency = 10

export async function sweepCheckouts(shop: Shop): Promise<void> {
  for (;;) {
    const due = await takeDueCheckouts(shop.db, batch)
    await forEachConcurrently(due, concurrency, (checkout) => sweepOne(shop, checkout))
    if (due.length < batch) return
  }
}

/** A checkout whose sweep throws is swept again at its next check; the others are not affected. */
async function sweepOne(shop: Shop, checkout: DueCheckout): Promise<void> {
  try {
    const state = await settle(shop, checkout)
    if (state === 'open' && checkout.holdIsOver) await releaseHold(shop, checkout.id, 'over')
  } catch (error) {
    shop.log.error({ err: error, checkoutId: checkout.id }, 'checkout not swept')
  }
}

/**
 * Called before the hold is released, because the checkout may have been paid in the last second. Returns the state afterwards.
 */
async function settle(shop: Shop, checkout: DueCheckout): Promise<CheckoutState> {
  try {
    return await settleCheckout(shop, checkout)
  } catch (error) {
    // The settlement may have been under way: while the database does not respond, no hold is released.
    if (error instanceof DatabaseUnavailable) throw error
    if (!(error instanceof ProviderUnavailable))
      shop.log.error({ err: error, checkoutId: checkout.id }, 'checkout not settled')
    // While the provider is out of reach the stock is released in time; a late payment is settled once it responds.
    return checkout.state
  }
}
