/** The courier's webhook: its token proves the sender, and its tracking events move the order forward (api-rules §4). */
import { verifyWebhook } from '../../platform/http/verify-webhook.ts'
import { isHeld, isRefusedAsHeld } from '../../platform/hold/held.ts'
import type { JobPayloads } from '../../platform/jobs/queue.ts'
import type { CourierWebhook } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { applyTrackingEvent } from './apply-tracking-event.ts'
import { findParcelOfWebhook } from './tracking-queries.ts'

/** Applies the events of a parcel that is not an order's, such as a return's. Returns false for an unknown parcel. */
export type OtherParcels = (webhook: CourierWebhook) => Promise<boolean>

/** Refuses ('invalid') a wrong token and a malformed webhook. */
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
  try {
    if (!(await isHeld(shop.db))) return await applyWebhook(shop, webhook, others)
  } catch (error) {
    // A hold that began meanwhile.
    if (!isRefusedAsHeld(error)) throw error
  }
  // A hand-over issues an invoice. The sweeps do not ask for parcels that were cancelled, so this word may be the only one.
  const events = webhook.events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
  await shop.db.transaction((tx) => shop.jobs.send(tx, 'courier-webhook', { ...webhook, events }))
}

/** The job: what the courier said while the shop was held. */
export async function applyKeptWebhook(
  shop: Shop,
  webhook: JobPayloads['courier-webhook'],
  others: OtherParcels,
): Promise<void> {
  const events = webhook.events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }))
  await applyWebhook(shop, { ...webhook, events }, others)
}

/** A webhook about an unknown parcel is only logged. */
async function applyWebhook(shop: Shop, webhook: CourierWebhook, others: OtherParcels): Promise<void> {
  const parcel = await findParcelOfWebhook(shop.db, webhook)
  if (!parcel) {
    if (await others(webhook)) return
    shop.log.warn({ codes: webhook.events.map((one) => one.code) }, 'courier webhook of an unknown order')
    return
  }
  for (const event of webhook.events) await applyTrackingEvent(shop, parcel, event, 'webhook')
}
