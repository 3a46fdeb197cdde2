/** Timer: refunds that the queue gave up on, and accepted ones whose end is not known yet. */
import type { Shop } from '../shop.ts'
import { staleRefunds, touchRefund } from './queries.ts'
import { sendRefund } from './send-refund.ts'

export async function sweepRefunds(shop: Shop): Promise<void> {
  for (const { id } of await staleRefunds(shop.db, shop.config.sweepSeconds * 2)) {
    await touchRefund(shop.db, id)
    try {
      await sendRefund(shop, id)
    } catch (error) {
      shop.log.warn({ err: error, refundId: id }, 'refund not done yet')
    }
  }
}
