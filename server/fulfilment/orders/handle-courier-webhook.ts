/** The courier's webhook: its token proves the sender, and its tracking events move the order forward (api-rules §4). */
import { verifyWebhook } from '../../platform/http/verify-webhook.ts'
import { isHeld } from '../../platform/hold/held.ts'
import type { CourierWebhook } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyTrackingEvent } from './apply-tracking-event.ts'
import { findParcelOfWebhook } from './tracking-queries.ts'

/** Applies the events of a parcel that is not an order's, such as a return's. Returns false for an unknown parcel. */
export type OtherParcels = (webhook: CourierWebhook) => Promise<boolean>

/** Refuses ('invalid') a wrong token and a malformed webhook. A webhook about an unknown parcel is only logged. */
export async function handleCourierWebhook(
  shop: Shop,
  rawBody: Buffer,
  headers: Headers,
  others: OtherParcels,
): Promise<void> {
  const webhook = verifyWebhook(
    () => shop.courier.parseWebhook(rawBody, headers),
    'The token does not match.',
  )
  // A hand-over issues an invoice. After the release the sweeps ask the courier for all events.
  if (await isHeld(shop.db)) return
  const parcel = await findParcelOfWebhook(shop.db, webhook)
  if (!parcel) {
    if (await others(webhook)) return
    shop.log.warn({ codes: webhook.events.map((one) => one.code) }, 'courier webhook of an unknown order')
    return
  }
  for (const event of webhook.events) await applyTrackingEvent(shop, parcel, event, 'webhook')
}
