/** Returns the stock that an unpaid checkout holds. */
import { returnStock } from '../../catalogue/products/stock.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkoutLines, lockOpenHold, setState } from './queries.ts'

/**
 * `when` is checked again under the lock, because the buyer may have continued meanwhile. 'over': only after the end of the
 * hold, so that a renewed hold stays. 'not-payable': only while no order of the provider is stored, so that a hold stays for
 * which another request made one. Does nothing for a checkout that is not open. A payment that arrives later is still settled
 * (finaliseCheckout).
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
