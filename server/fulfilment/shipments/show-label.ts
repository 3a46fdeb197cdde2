/** The PDF of a shipping label. The shop serves it, because the courier's own URL of it needs no login. */
import { record } from '../../people/audit/record.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { CourierRefused, CourierUnavailable } from '../../platform/providers/courier/provider.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { findLabel, lockOrdersOfShipment, recordLabel, type StoredLabel } from './queries.ts'

/**
 * Of the shipment to the buyer of an order. `sellerId` null: an administrator, whose access is recorded in the audit. Refuses:
 * not-found for another seller's order and for one without a label; unavailable while the courier does not respond.
 */
export const showOrderLabel = (shop: Shop, sellerId: string | null, orderId: string) =>
  showLabel(
    shop,
    sellerId,
    sql`s.kind = 'forward' and exists (select from orders o where o.id = l.order_id and o.id = ${orderId} and o.status <> 'refunded')`,
  )

/** The same of the replacement of a return. */
export const showReplacementLabel = (shop: Shop, sellerId: string | null, returnId: string) =>
  showLabel(
    shop,
    sellerId,
    sql`s.kind = 'replacement' and exists (
      select from replacement x where x.request_id = s.request_id and x.request_id = ${returnId} and x.ended_at is null)`,
  )

async function showLabel(shop: Shop, sellerId: string | null, which: Sql) {
  const label = await findLabel(shop.db, sellerId, which)
  if (!label) throw notFound()
  const { orderId } = label
  if (sellerId === null)
    await record(shop.db, 'label-opened', { target: { kind: 'order', id: orderId, name: orderId } })
  return readLabel(shop, label)
}

/** Refuses: unavailable while the courier does not respond. */
export async function readLabel(
  { courier, db, log }: Shop,
  { id, courierShipmentId, labelUrl, awbNumber }: Omit<StoredLabel, 'orderId'>,
) {
  try {
    const bytes = await courier.readLabel(labelUrl).catch(async () => {
      // The address of the label may have expired: the courier makes the same label again.
      const newUrl = await courier.makeLabel(courierShipmentId)
      await db.transaction(async (tx) => {
        await lockOrdersOfShipment(tx, id)
        await recordLabel(tx, id, newUrl)
      })
      return courier.readLabel(newUrl)
    })
    return { bytes, name: `label-${awbNumber}.pdf` }
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    log.warn({ err: error, labelOf: id }, 'label not read')
    throw new Refusal('unavailable', 'The label cannot be fetched right now. Please try again in a moment.')
  }
}
