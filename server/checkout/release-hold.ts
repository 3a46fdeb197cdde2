/** The stock of an unpaid checkout goes back on the shelf. */
import { returnStock } from '../catalogue/stock.ts'
import type { Shop } from '../shop.ts'
import { checkoutLines, lockOpenHold, setState } from './queries.ts'

/**
 * `when` is looked at under the lock, because the buyer may have gone on since the caller looked: 'over' when the time of the
 * hold is over, so that a hold that the buyer renewed meanwhile stays; 'not-payable' while no order at the provider is stored,
 * so that a hold stays that another request got one for. Does nothing otherwise, nor unless the checkout is still open. Money
 * that arrives later is still dealt with (finaliseCheckout).
 */
export async function releaseHold(
  shop: Shop,
  checkoutId: string,
  when: 'over' | 'not-payable',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = await lockOpenHold(tx, checkoutId)
    if (!hold) return
    if (when === 'over' ? !hold.isOver : hold.providerOrderId !== null) return
    await returnStock(tx, await checkoutLines(tx, checkoutId))
    await setState(tx, checkoutId, 'expired', hold.providerOrderId ? 300 : null)
  })
}
