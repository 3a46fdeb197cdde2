/** The shipping label's PDF, handed through by the shop: the courier's own address would open it for anybody. */
import { record } from '../audit/record.ts'
import { notFound, Refusal } from '../refusal.ts'
import { CourierRefused, CourierUnavailable } from '../shipping/provider.ts'
import type { Shop } from '../shop.ts'
import { findLabel, recordLabel } from './parcel-queries.ts'

/** `sellerId` null: an administrator, whose look is written down. Refuses ('not-found') another seller's order and one without a label, ('unavailable') while the courier is silent. */
export async function showLabel(shop: Shop, sellerId: string | null, orderId: string) {
  const label = await findLabel(shop.db, sellerId, orderId)
  if (!label) throw notFound()
  if (sellerId === null)
    await record(shop.db, 'label-opened', { target: { kind: 'order', id: orderId, name: orderId } })
  const { courier } = shop
  try {
    const bytes = await courier.readLabel(label.labelUrl).catch(async () => {
      // Its address may have run out: the courier makes the same label again.
      const labelUrl = await courier.makeLabel(label.shipmentId)
      await recordLabel(shop.db, orderId, labelUrl)
      return courier.readLabel(labelUrl)
    })
    return { bytes, name: `label-${label.awbNumber}.pdf` }
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, orderId }, 'label not read')
    throw new Refusal('unavailable', 'The label cannot be fetched right now. Please try again in a moment.')
  }
}
