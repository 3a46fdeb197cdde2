/** The courier's weight of a parcel against what its seller packed: a difference is announced, changed, or given back. */
import { chargeWeight, giveWeightBack } from '../../money/sales/charge-exchange.ts'
import { shareOf } from '../../money/sales/rules.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockOrdersOfShipment } from '../shipments/queries.ts'
import { queueWeightMail } from './mails.ts'
import {
  announceDifference,
  type Difference,
  isWeightKnown,
  listDueDifferences,
  moveDifference,
  readDifference,
  readWeighed,
  recordAppliedWeight,
} from './queries.ts'

/** What tracking says of a parcel that the courier has. A bill's weight stays. */
export async function applyTrackedWeight(shop: Shop, shipmentId: string, grams: number): Promise<void> {
  if (await isWeightKnown(shop.db, shipmentId, grams)) return
  await shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, shipmentId)
    if (await recordAppliedWeight(tx, shipmentId, grams, 'tracking'))
      await compareWeights(shop, tx, shipmentId)
  })
}

export interface Compared {
  done: 'nothing' | 'announced' | 'withdrawn' | 'given-back'
  packedGrams: number
  appliedGrams: number
  /** Without GST: what is announced, or given back. */
  paise: number
}

/**
 * What the courier's weight means for the seller. A difference that is not charged yet follows each new weight, with all days to
 * dispute it; one that is charged can only be given back, once, as far as it is too much. What an administrator has accepted stays.
 * The caller has locked the orders. Undefined where no seller has to do with the weight.
 */
export async function compareWeights(shop: Shop, tx: Tx, shipmentId: string): Promise<Compared | undefined> {
  const weighed = await readWeighed(tx, shipmentId, shop.config.weightVolumeDivisor)
  if (!weighed) return undefined
  const { packedGrams, appliedGrams } = weighed
  const paise = Math.max(0, weighed.paise)
  const gstPaise = shareOf(paise, weighed.gstOnFeesBp, 10_000)
  const known = await readDifference(tx, sql`shipment_id = ${shipmentId}`)
  const is = (...states: Difference['state'][]) => known !== undefined && states.includes(known.state)
  if (!known || is('announced', 'disputed', 'withdrawn')) {
    if (paise > 0 && (paise !== known?.paise || is('withdrawn'))) {
      const { weightDisputeDays } = shop.config
      const difference = await announceDifference(tx, weighed, gstPaise, weightDisputeDays)
      // What is disputed already stays so, whatever the figure.
      if (difference.state === 'announced')
        await queueWeightMail(shop, tx, difference, { step: 'announced', days: weightDisputeDays })
      return { done: 'announced', packedGrams, appliedGrams, paise }
    }
    if (paise === 0 && known && !is('withdrawn')) {
      await moveDifference(tx, known.id, { state: 'withdrawn' })
      await queueWeightMail(shop, tx, { ...known, appliedGrams }, { step: 'withdrawn' })
      return { done: 'withdrawn', packedGrams, appliedGrams, paise: known.paise }
    }
  }
  if (known?.state === 'charged' && known.chargedNo !== null && paise < known.paise) {
    const back = { paise: known.paise - paise, gstPaise: known.gstPaise - gstPaise }
    const backNo = await giveWeightBack(tx, known.orderId, known.chargedNo, back.paise, back.gstPaise)
    await moveDifference(tx, known.id, { state: 'given-back', backNo })
    await queueWeightMail(shop, tx, { ...known, ...back, appliedGrams }, { step: 'given-back' })
    return { done: 'given-back', packedGrams, appliedGrams, paise: back.paise }
  }
  return { done: 'nothing', packedGrams, appliedGrams, paise: 0 }
}

/** The seller pays it with the next settlement. The caller has locked the orders and read that it is not charged. */
export async function chargeDifference(
  shop: Shop,
  tx: Tx,
  difference: Difference,
  reason: string | null,
): Promise<void> {
  const { id, orderId, paise, gstPaise } = difference
  const chargedNo = await chargeWeight(tx, orderId, paise, gstPaise)
  await moveDifference(tx, id, { state: 'charged', chargedNo, reason })
  await queueWeightMail(shop, tx, difference, { step: 'charged', reason })
}

const atOnce = 100

/**
 * Timer: charges what nobody has disputed in time, each in a transaction of its own. One that fails is found again in the next
 * turn, and keeps no other one from its own.
 */
export async function chargeUndisputed(shop: Shop): Promise<void> {
  for (const { id, shipmentId } of await listDueDifferences(shop.db, atOnce)) {
    const charged = shop.db.transaction(async (tx) => {
      await lockOrdersOfShipment(tx, shipmentId)
      const difference = await readDifference(tx, sql`id = ${id}`)
      // The seller, or the courier with another weight, may have been faster.
      if (difference?.state === 'announced' && difference.isDue)
        await chargeDifference(shop, tx, difference, null)
    })
    await charged.catch((error: unknown) => shop.log.error({ err: error, id }, 'weight not charged'))
  }
}
