/** What the courier tells of a return on its way to the seller, by webhook or when asked. */
import { flagOrder } from '../orders/flag-order.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  CourierRefused,
  CourierUnavailable,
  type CourierWebhook,
  type TrackingEvent,
} from '../../platform/providers/courier/provider.ts'
import { statusAfter } from '../orders/courier-rules.ts'
import { letBuyerSend } from './book-pickup.ts'
import { tryMove } from './move-return.ts'
import { findReturnByParcel, type PickupRow, postponePickup, recordCourierCode } from './pickup-queries.ts'
import { findReturn } from './queries.ts'
import { attentionAfterDecision, stateAfterEvent } from './rules.ts'

const sweepsBetweenRequests = 30

/** Answers false for a webhook that is about no return. */
export async function applyReturnWebhook(shop: Shop, webhook: CourierWebhook): Promise<boolean> {
  const id = await findReturnByParcel(shop.db, webhook)
  if (!id) return false
  for (const event of webhook.events) await applyPickupEvent(shop, id, event)
  return true
}

/**
 * Late, repeated and unknown events change nothing: the table of moves has no way back. Goods that turn up after their return was
 * decided are an administrator's business: their order is listed among those that need attention.
 */
async function applyPickupEvent(shop: Shop, id: string, { code }: TrackingEvent): Promise<void> {
  const status = statusAfter(null, code)
  await recordCourierCode(shop.db, id, { code, found: status === 'Delivered' || status === 'RTO' })
  const next = stateAfterEvent(code)
  if (!next) return
  if (next.to === 'to-send') await letBuyerSend(shop, id)
  else
    await shop.db.transaction((tx) =>
      tryMove(shop, tx, id, { to: next.to, by: 'courier', owner: null, note: next.note }),
    )
  if (status !== 'Delivered' && status !== 'RTO') return
  const found = await findReturn(shop.db, id, null)
  const words = found && attentionAfterDecision(status, found)
  if (words) await flagOrder(shop.db, found.orderId, words)
}

/** Asks the courier where a return is. The caller has the lease. Answers false when the courier is out of reach. */
export async function trackPickup(shop: Shop, pickup: PickupRow): Promise<boolean> {
  let answered = true
  try {
    for (const event of await shop.courier.track(pickup.awbNumber ?? ''))
      await applyPickupEvent(shop, pickup.id, event)
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId: pickup.id }, 'return not tracked')
    answered = error instanceof CourierRefused
  }
  const seconds = shop.config.sweepSeconds * sweepsBetweenRequests
  await postponePickup(shop.db, pickup.id, { seconds, failed: false })
  return answered
}
