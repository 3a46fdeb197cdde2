import type { Shop } from '../../platform/shop.ts'
import type { OtherParcels } from '../orders/handle-courier-webhook.ts'
import { applyReturnWebhook } from './pickup.ts'
import { applyReplacementWebhook } from './track-replacement.ts'

/** Parcels of the courier that are no order's: the way back of a return, and a replacement. */
export const otherParcels =
  (shop: Shop): OtherParcels =>
  async (webhook) =>
    (await applyReturnWebhook(shop, webhook)) || applyReplacementWebhook(shop, webhook)
