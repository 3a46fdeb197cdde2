/** Applies the courier's events of a replacement on its way to the buyer, from webhooks or requests. */
import type { Tx } from '../../platform/db/client.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { chargeExchange } from '../../money/sales/charge-exchange.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  CourierRefused,
  CourierUnavailable,
  type CourierWebhook,
  type TrackingEvent,
} from '../../platform/providers/courier/provider.ts'
import { handedOverCodes } from '../orders/courier-rules.ts'
import { continueReplacement, endIfUnpaid, isBooked, replacementTrackingSeconds } from './book-replacement.ts'
import { afterReplacementEvent, attentionAfterEnd, inTrouble, isInTrouble } from './exchange-rules.ts'
import { tryMove } from './move-return.ts'
import { readReturn } from './queries.ts'
import { refundWithin } from './refund-return.ts'
import {
  findOrderOfReplacement,
  findReplacementByParcel,
  leaseDueReplacements,
  postponeReplacement,
  readReplacement,
  recordDelivered,
  recordHandOver,
  recordReplacementCode,
  renewReplacementLease,
  type ReplacementParcel,
} from './replacement-queries.ts'
import { isCarriedBack } from './rules.ts'

const concurrency = 8

/** Returns false for a webhook that is about no replacement. */
export async function applyReplacementWebhook(shop: Shop, webhook: CourierWebhook): Promise<boolean> {
  const id = await findReplacementByParcel(shop.db, webhook)
  if (!id) return false
  for (const event of webhook.events) await applyReplacementEvent(shop, id, event)
  return true
}

/**
 * Late, repeated and unknown events change nothing: no move leads back, and a replacement ends once. The first event which says
 * that the courier has, or had, the replacement charges the seller for its way.
 */
export async function applyReplacementEvent(
  shop: Shop,
  id: string,
  { code, at }: TrackingEvent,
): Promise<void> {
  const orderId = await findOrderOfReplacement(shop.db, id)
  if (!orderId) return
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const tracked = await recordReplacementCode(tx, id, code)
    if (!tracked) return
    if (tracked.ended) {
      if (!tracked.delivered) await tellOfEnded(tx, orderId, code, tracked.handedOver)
      return
    }
    if (isInTrouble(code)) await flagOrder(tx, orderId, inTrouble)
    const hasIt = handedOverCodes.includes(code)
    const after = afterReplacementEvent(code, tracked.handedOver)
    if (!after) return
    await unflagOrder(tx, orderId, [inTrouble])
    const { requestId } = tracked
    if (hasIt && !tracked.handedOver) {
      await recordHandOver(tx, id)
      await chargeExchange(tx, orderId, await costOfExchange(tx, requestId))
    }
    const by = { by: 'courier', owner: null } as const
    if (after.to === 'refunded') {
      await refundWithin(shop, tx, orderId, requestId, { ...by, restock: false, fellBack: after.why })
      return
    }
    if (after.to === 'exchanged') await recordDelivered(tx, id, at)
    await tryMove(shop, tx, requestId, { ...by, to: after.to })
  })
}

/** The return is refunded and nobody should get this parcel: only an administrator can act. */
async function tellOfEnded(tx: Tx, orderId: string, code: number, handedOver: boolean): Promise<void> {
  const words = attentionAfterEnd(code, handedOver)
  if (!words) return
  await unflagOrder(tx, orderId, words.unflag)
  if (words.flag) await flagOrder(tx, orderId, words.flag)
}

/** Paise without GST: the way of the replacement, and the way back where the courier carried it. Both cost the same. */
async function costOfExchange(tx: Tx, requestId: string): Promise<number> {
  const row = await readReturn(tx, requestId)
  return row ? row.wayBackPaise * (isCarriedBack(row) ? 2 : 1) : 0
}

/** The timer's part: books what waits for the courier, and tracks the others. */
export async function sweepReplacements(shop: Shop): Promise<void> {
  for (;;) {
    const due = await leaseDueReplacements(shop.db, { limit: concurrency })
    const answered = await Promise.all(due.map((id) => sweepOne(shop, id)))
    // A courier that responded to no request of this batch is not asked again before the next sweep.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

async function sweepOne(shop: Shop, id: string): Promise<boolean> {
  try {
    const parcel = await readReplacement(shop.db, id)
    if (!parcel) return true
    if (isBooked(parcel)) return !(await endIfUnpaid(shop, parcel)) || (await trackReplacement(shop, parcel))
    // Without a label the seller can still hand the parcel over, and the webhook of that may be lost.
    if (parcel.awbNumber !== null) {
      await askWhereItIs(shop, parcel, parcel.awbNumber)
      if (!(await renewReplacementLease(shop.db, id))) return true
    }
    return await continueReplacement(shop, parcel)
  } catch (error) {
    shop.log.error({ err: error, replacementId: id }, 'replacement not swept')
    return true
  }
}

/** The caller has the lease. Returns false when the courier is out of reach. */
async function trackReplacement(shop: Shop, parcel: ReplacementParcel): Promise<boolean> {
  const answered = await askWhereItIs(shop, parcel, parcel.awbNumber ?? '')
  await postponeReplacement(shop.db, parcel.id, {
    seconds: replacementTrackingSeconds(shop),
    failed: false,
  })
  return answered
}

async function askWhereItIs(
  shop: Shop,
  { id, requestId: returnId }: ReplacementParcel,
  awbNumber: string,
): Promise<boolean> {
  try {
    for (const event of await shop.courier.track(awbNumber)) await applyReplacementEvent(shop, id, event)
    return true
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId }, 'replacement not tracked')
    return error instanceof CourierRefused
  }
}
