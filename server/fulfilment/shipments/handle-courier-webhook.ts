/** The courier's webhook: its token proves the sender, and its words move shipments (api-rules §4). */
import { verifyWebhook } from '../../platform/http/verify-webhook.ts'
import { isHeld, isRefusedAsHeld } from '../../platform/hold/held.ts'
import type { JobPayloads } from '../../platform/jobs/queue.ts'
import type { CourierWebhook } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Kinds } from './kind.ts'
import { findShipment, recordProof } from './queries.ts'
import { addWaybill, applyEvent } from './track-shipment.ts'

/** Refuses ('invalid') a wrong token and a malformed webhook. */
export async function handleCourierWebhook(
  shop: Shop,
  kinds: Kinds,
  rawBody: Buffer,
  headers: Headers,
): Promise<void> {
  const webhook = verifyWebhook(
    () => shop.courier.parseWebhook(rawBody, headers),
    'The token does not match.',
  )
  try {
    if (!(await isHeld(shop.db))) return await applyWebhook(shop, kinds, webhook)
  } catch (error) {
    // A hold that began meanwhile.
    if (!isRefusedAsHeld(error)) throw error
  }
  // A hand-over issues an invoice. The sweeps do not ask for what has ended, so this word may be the only one.
  const events = webhook.events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
  await shop.db.transaction((tx) => shop.jobs.send(tx, 'courier-webhook', { ...webhook, events }))
}

/** The job: what the courier said while the shop was held. */
export async function applyKeptWebhook(
  shop: Shop,
  kinds: Kinds,
  webhook: JobPayloads['courier-webhook'],
): Promise<void> {
  const events = webhook.events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }))
  await applyWebhook(shop, kinds, { ...webhook, events })
}

/** A webhook about an unknown shipment is only logged. */
async function applyWebhook(shop: Shop, kinds: Kinds, webhook: CourierWebhook): Promise<void> {
  const id = await findShipment(shop.db, webhook)
  if (!id) {
    shop.log.warn({ codes: webhook.events.map((one) => one.code) }, 'courier webhook of an unknown shipment')
    return
  }
  const { awbNumber, courierName = 'Courier' } = webhook
  if (awbNumber) await addWaybill(shop, id, { awbNumber, courierName })
  for (const event of webhook.events) await applyEvent(shop, kinds, id, event, 'webhook')
  if (webhook.proofUrl) await recordProof(shop.db, id, webhook.proofUrl)
}
