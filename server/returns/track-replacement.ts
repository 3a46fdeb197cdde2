/** What the courier tells of a replacement on its way to the buyer, by webhook or when asked. */
import type { Tx } from '../db/client.ts'
import { flagOrder, unflagOrder } from '../orders/flag-order.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { chargeExchange } from '../sales/charge-exchange.ts'
import type { Shop } from '../shop.ts'
import {
  CourierRefused,
  CourierUnavailable,
  type CourierWebhook,
  type TrackingEvent,
} from '../shipping/provider.ts'
import { handedOverCodes } from '../shipping/rules.ts'
import { continueReplacement, isBooked, replacementTrackingSeconds } from './book-replacement.ts'
import { afterReplacementEvent, attentionAfterEnd } from './exchange-rules.ts'
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
  type ReplacementParcel,
} from './replacement-queries.ts'

const concurrency = 8

/** Answers false for a webhook that is about no replacement. */
export async function applyReplacementWebhook(shop: Shop, webhook: CourierWebhook): Promise<boolean> {
  const id = await findReplacementByParcel(shop.db, webhook)
  if (!id) return false
  for (const event of webhook.events) await applyReplacementEvent(shop, id, event)
  return true
}

/**
 * Late, repeated and unknown events change nothing: the table of moves has no way back, and a replacement ends once. With the first
 * event that says that the courier has, or had, it the seller is charged for its way.
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
      if (!tracked.handedOver) await tellOfEnded(tx, orderId, code)
      return
    }
    const hasIt = handedOverCodes.includes(code)
    const after = afterReplacementEvent(code, tracked.handedOver)
    if (!after) return
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

/** The money is back already, and nobody was to have this parcel: only an administrator can act. */
async function tellOfEnded(tx: Tx, orderId: string, code: number): Promise<void> {
  const words = attentionAfterEnd(code)
  if (!words) return
  if ('flag' in words) await flagOrder(tx, orderId, words.flag)
  else await unflagOrder(tx, orderId, words.unflag)
}

/** Paise without GST: the way of the replacement, and the way back where the courier carried it. The same price for both. */
async function costOfExchange(tx: Tx, requestId: string): Promise<number> {
  const row = await readReturn(tx, requestId)
  return row ? row.wayBackPaise * (row.awbNumber === null ? 1 : 2) : 0
}

/** The timer's part: books what waits for the courier, and asks it where the others are. */
export async function sweepReplacements(shop: Shop): Promise<void> {
  for (;;) {
    const due = await leaseDueReplacements(shop.db, { limit: concurrency })
    const answered = await Promise.all(due.map((id) => sweepOne(shop, id)))
    // A courier that answered no request of this batch is not asked again before the next sweep.
    if (due.length < concurrency || !answered.includes(true)) return
  }
}

async function sweepOne(shop: Shop, id: string): Promise<boolean> {
  try {
    const parcel = await readReplacement(shop.db, id)
    if (!parcel) return true
    return await (isBooked(parcel) ? trackReplacement(shop, parcel) : continueReplacement(shop, parcel))
  } catch (error) {
    shop.log.error({ err: error, replacementId: id }, 'replacement not swept')
    return true
  }
}

/** The caller has the lease. Answers false when the courier is out of reach. */
async function trackReplacement(shop: Shop, parcel: ReplacementParcel): Promise<boolean> {
  let answered = true
  try {
    for (const event of await shop.courier.track(parcel.awbNumber ?? ''))
      await applyReplacementEvent(shop, parcel.id, event)
  } catch (error) {
    if (!(error instanceof CourierUnavailable) && !(error instanceof CourierRefused)) throw error
    shop.log.warn({ err: error, returnId: parcel.requestId }, 'replacement not tracked')
    answered = error instanceof CourierRefused
  }
  await postponeReplacement(shop.db, parcel.id, {
    seconds: replacementTrackingSeconds(shop),
    failed: false,
  })
  return answered
}
