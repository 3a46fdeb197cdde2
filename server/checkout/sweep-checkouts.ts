/** Timer: finds money whose webhook was lost, and gives back the stock of holds whose time is over (api-rules §3.5, §3.7). */
import { DatabaseUnavailable } from '../db/connection-errors.ts'
import { forEachConcurrently } from '../jobs/for-each-concurrently.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import type { Shop } from '../shop.ts'
import { type CheckoutState, type DueCheckout, takeDueCheckouts } from './queries.ts'
import { releaseHold } from './release-hold.ts'
import { settleCheckout } from './settle.ts'

const batch = 50
/** With a provider that is silent, so many wait for it at once; its breaker then lets the rest go without waiting. */
const concurrency = 10

export async function sweepCheckouts(shop: Shop): Promise<void> {
  for (;;) {
    const due = await takeDueCheckouts(shop.db, batch)
    await forEachConcurrently(due, concurrency, (checkout) => sweepOne(shop, checkout))
    if (due.length < batch) return
  }
}

/** One checkout's trouble is not another's: it is looked at again when its turn comes. */
async function sweepOne(shop: Shop, checkout: DueCheckout): Promise<void> {
  try {
    const state = await settle(shop, checkout)
    if (state === 'open' && checkout.holdIsOver) await releaseHold(shop, checkout.id, 'over')
  } catch (error) {
    shop.log.error({ err: error, checkoutId: checkout.id }, 'checkout not swept')
  }
}

/** Money first: a hold that was paid for in its last second is a purchase. Answers the state afterwards. */
async function settle(shop: Shop, checkout: DueCheckout): Promise<CheckoutState> {
  try {
    return await settleCheckout(shop, checkout)
  } catch (error) {
    // Perhaps in the middle of finding money: with the database silent nothing is given up.
    if (error instanceof DatabaseUnavailable) throw error
    if (!(error instanceof ProviderUnavailable))
      shop.log.error({ err: error, checkoutId: checkout.id }, 'checkout not settled')
    // The provider is out of reach: the stock still goes back in time, and late money is dealt with when it answers.
    return checkout.state
  }
}
