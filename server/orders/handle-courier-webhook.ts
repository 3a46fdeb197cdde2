/** The courier's webhook: its token proves the sender; what it tells moves the parcel forward (api-rules §4). */
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { applyTrackingEvent } from './apply-tracking-event.ts'
import { findOrderOfParcel } from './parcel-queries.ts'

/** Refuses ('invalid') a wrong token and what is no webhook. A webhook about a parcel that is not ours is only logged. */
export async function handleCourierWebhook(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const webhook = parseWebhook(shop, rawBody, headers)
  const orderId = await findOrderOfParcel(shop.db, webhook)
  if (!orderId) {
    shop.log.warn({ codes: webhook.events.map((one) => one.code) }, 'a courier notice names no order of ours')
    return
  }
  for (const event of webhook.events) await applyTrackingEvent(shop, orderId, event, 'webhook')
}

function parseWebhook(shop: Shop, rawBody: Buffer, headers: Headers) {
  try {
    const webhook = shop.courier.parseWebhook(rawBody, headers)
    if (webhook) return webhook
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('invalid', 'The token does not match.')
}
