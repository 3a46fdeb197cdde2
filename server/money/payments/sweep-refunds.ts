/** Timer: sends refunds that the queue gave up on, and checks accepted ones that are not known to be done. */
import { forEachConcurrently } from '../../platform/jobs/for-each-concurrently.ts'
import type { Shop } from '../../platform/shop.ts'
import { staleRefunds, touchRefund } from './queries.ts'
import { sendRefund } from './send-refund.ts'

/** With one at a time, a provider that does not respond would delay the last of them by minutes. */
const concurrency = 5

export async function sweepRefunds(shop: Shop): Promise<void> {
  const stale = await staleRefunds(shop.db, shop.config.sweepSeconds * 2)
  await forEachConcurrently(stale, concurrency, async ({ id }) => {
    try {
      await touchRefund(shop.db, id)
      await sendRefund(shop, id)
    } catch (error) {
      shop.log.warn({ err: error, refundId: id }, 'refund not done yet')
    }
  })
}
