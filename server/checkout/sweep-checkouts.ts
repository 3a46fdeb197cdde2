/** Timer: finds money whose notice was lost, and gives back the stock of holds whose time is over (contract §3.5, §3.7). */
import { ProviderUnavailable } from '../payments/provider.ts'
import type { Shop } from '../shop.ts'
import { type DueCheckout, takeDueCheckouts } from './queries.ts'
import { releaseHold } from './release-hold.ts'
import { settleCheckout } from './settle.ts'

const batch = 50

export async function sweepCheckouts(shop: Shop): Promise<void> {
  for (;;) {
    const due = await takeDueCheckouts(shop.db, batch)
    for (const checkout of due) await sweepOne(shop, checkout)
    if (due.length < batch) return
  }
}

async function sweepOne(shop: Shop, checkout: DueCheckout): Promise<void> {
  try {
    // Money first: a hold that was paid for in its last second is a purchase.
    const state = await settleCheckout(shop, checkout)
    if (state === 'open' && checkout.holdIsOver) await releaseHold(shop, checkout.id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable))
      shop.log.error({ err: error, checkoutId: checkout.id }, 'checkout not settled')
    // The provider is out of reach: the stock still goes back in time, and late money is dealt with when it answers.
    if (checkout.state === 'open' && checkout.holdIsOver) await releaseHold(shop, checkout.id)
  }
}
