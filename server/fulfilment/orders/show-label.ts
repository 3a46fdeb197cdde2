/** The PDF of the shipping label. The shop serves it, because the courier's own URL of it needs no login. */
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { findLabel, recordLabel } from './booking-queries.ts'

/**
 * `sellerId` null: an administrator, whose access is recorded in the audit. Refuses: not-found for another seller's order and
 * for one without a label; unavailable while the courier does not respond.
 */
export async function showLabel(shop: Shop, sellerId: string | null, orderId: string) {
  const label = await findLabel(shop.db, sellerId, orderId)
  if (!label) throw notFound()
  if (sellerId === null)
    await record(shop.db, 'label-opened', { target: { kind: 'order', id: orderId, name: orderId } })
  return readLabel(shop, label, (labelUrl) => recordLabel(shop.db, label, labelUrl))
}

interface CourierLabel {
  id: string
  shipmentId: string
  labelUrl: string
  awbNumber: string
}

/** The PDF of a label; `keep` stores its new address. Refuses ('unavailable') while the courier does not respond. */
export async function readLabel(
  { courier, log }: Shop,
  { id, shipmentId, labelUrl, awbNumber }: CourierLabel,
  keep: (labelUrl: string) => Promise<void>,
) {
  try {
    const bytes = await courier.readLabel(labelUrl).catch(async () => {
      // The address of the label may have expired: the courier makes the same label again.
      const newUrl = await courier.makeLabel(shipmentId)
      await keep(newUrl)
      return courier.readLabel(newUrl)
    })
    return { bytes, name: `label-${awbNumber}.pdf` }
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    log.warn({ err: error, labelOf: id }, 'label not read')
    throw new Refusal('unavailable', 'The label cannot be fetched right now. Please try again in a moment.')
  }
}
