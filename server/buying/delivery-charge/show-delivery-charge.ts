/** The charge for delivery as carts, pages and administrators read it. */
import type { DeliveryRule } from '../../../contract/delivery-charge.ts'
import { formatRupees } from '../../../contract/money.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { Shop } from '../../platform/shop.ts'
import { findDeliveryRule } from './queries.ts'

/** Null where delivery is in the prices. */
export const showDeliveryCharge = ({ db }: Shop): Promise<DeliveryRule | null> => findDeliveryRule(db)

/** The words that stand in the place of 'Delivery included'; undefined where it is. */
export async function showDeliveryWords({ db }: Shop): Promise<Settings['delivery']> {
  const rule = await findDeliveryRule(db.reads)
  if (!rule) return undefined
  const { charge, freeFrom } = rule
  return `Delivery ${formatRupees(charge)}${freeFrom === null ? '' : `, free from ${formatRupees(freeFrom)}`}`
}
