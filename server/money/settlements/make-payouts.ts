/** Payouts of new settlements: by Route where the seller has an active linked account, else by bank. */
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertPayouts } from './payout-queries.ts'
import { sellersWithRoute } from './route-queries.ts'
import type { NewSettlement } from './run-queries.ts'

/** In the transaction of the settlements. Payouts by Route are sent by a job. */
export async function makePayouts(shop: Shop, tx: Tx, settlements: readonly NewSettlement[]): Promise<void> {
  if (settlements.length === 0) return
  const byRoute = shop.config.routeEnabled
    ? await sellersWithRoute(
        tx,
        settlements.map(({ sellerId }) => sellerId),
      )
    : new Set<string>()
  const payouts = settlements.map(({ id, sellerId, payoutPaise }) => ({
    id: newId(),
    settlementId: id,
    sellerId,
    paise: payoutPaise,
    method: byRoute.has(sellerId) ? ('route' as const) : ('bank' as const),
  }))
  await insertPayouts(tx, payouts)
  for (const { id, method } of payouts)
    if (method === 'route') await shop.jobs.send(tx, 'send-payout', { payoutId: id })
}
