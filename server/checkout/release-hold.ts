/** The stock of an unpaid checkout goes back on the shelf. */
import { returnStock } from '../catalogue/stock.ts'
import type { Shop } from '../shop.ts'
import { checkoutLines, lockCheckout, setState } from './queries.ts'

/** Does nothing unless the checkout is still open. Money that arrives later is still dealt with (finaliseCheckout). */
export async function releaseHold(shop: Shop, checkoutId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.state !== 'open') return
    await returnStock(tx, await checkoutLines(tx, checkoutId))
    await setState(tx, checkoutId, 'expired', checkout.providerOrderId ? 300 : null)
  })
}
