/** The courier's weight of a parcel against what its sale charged for: a difference is announced, changed, or given back. */
import { isDoubtful } from '../../../contract/weight-words.ts'
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
  endWaitForWeight,
  isWeightKnown,
  listDueDifferences,
  listNotWeighedAgain,
  moveDifference,
  readDifference,
  readWeighed,
  recordAppliedWeight,
  recordSameCharge,
  waitForWeight,
  withdrawCharged,
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

/** So many days the courier has to weigh a charged parcel again that it has given another air waybill. */
const reweighDays = 30

export interface Compared {
  done: 'nothing' | 'held' | 'announced' | 'withdrawn' | 'given-back'
  paidGrams: number
  appliedGrams: number
  /** Without GST: what is announced, or given back. */
  paise: number
}

/**
 * What the courier's weight means for the seller. A difference that is not charged yet follows each new weight, with all days to
 * dispute it; one that is charged can only be given back, once, as far as it is too much. One many times what was packed is held for
 * a person. What an administrator has accepted of a dispute stays; what they dismissed follows another weight. A parcel that never left
 * has no weight, and one with another air waybill has none until it is weighed again: what is charged waits for that, at most
 * `reweighDays`. What came back for want of a weight begins anew with the next one. The caller has locked the orders. Undefined where
 * no seller has to do with the weight.
 */
export async function compareWeights(shop: Shop, tx: Tx, shipmentId: string): Promise<Compared | undefined> {
  const weighed = await readWeighed(tx, shipmentId, shop.config.weightVolumeDivisor)
  const known = await readDifference(tx, sql`shipment_id = ${shipmentId}`)
  const isUnknown = weighed?.appliedGrams === null
  if (!known && (!weighed || isUnknown)) return undefined
  const paidGrams = weighed?.paidGrams ?? known?.packedGrams ?? 0
  const appliedGrams = weighed?.appliedGrams ?? 0
  const paise = Math.max(0, weighed?.paise ?? 0)
  const gstPaise = weighed ? shareOf(paise, weighed.gstOnFeesBp, 10_000) : 0
  const is = (...states: Difference['state'][]) => known !== undefined && states.includes(known.state)
  const isOther = appliedGrams !== known?.appliedGrams
  if (!known || is('held', 'announced', 'disputed', 'withdrawn') || (known.isDismissed && isOther)) {
    if (weighed && paise > 0 && (paise !== known?.paise || is('withdrawn') || known.isDismissed)) {
      const { weightDisputeDays: days } = shop.config
      const state = isDoubtful(appliedGrams, weighed.packedGrams) ? 'held' : 'announced'
      const difference = await announceDifference(tx, weighed, appliedGrams, gstPaise, { state, days })
      if (difference.state === 'announced')
        await queueWeightMail(shop, tx, difference, { step: 'announced', days })
      if (difference.state === 'disputed') await queueWeightMail(shop, tx, difference, { step: 'changed' })
      const done = difference.state === 'held' ? 'held' : 'announced'
      return { done, paidGrams, appliedGrams, paise }
    }
    if (paise > 0 && known && isOther) await recordSameCharge(tx, known.id, appliedGrams)
    if (paise === 0 && known && is('held', 'announced', 'disputed')) {
      await moveDifference(tx, known.id, { state: 'withdrawn' })
      // The seller was not told of a weight that was held.
      if (!is('held')) await queueWeightMail(shop, tx, { ...known, appliedGrams }, { step: 'withdrawn' })
      return { done: 'withdrawn', paidGrams, appliedGrams, paise: known.paise }
    }
  }
  if (known?.state === 'charged' && isUnknown && known.weighBy === null)
    await waitForWeight(tx, known.id, reweighDays)
  const waits = isUnknown && !known?.isOverdue
  if (known?.state === 'charged' && known.chargedNo !== null && paise < known.paise && !waits) {
    const back = { paise: known.paise - paise, gstPaise: known.gstPaise - gstPaise }
    const backNo = await giveWeightBack(tx, known.orderId, known.chargedNo, back.paise, back.gstPaise)
    if (appliedGrams === 0) await withdrawCharged(tx, known.id)
    else await moveDifference(tx, known.id, { state: 'given-back', backNo })
    await queueWeightMail(shop, tx, { ...known, ...back, appliedGrams }, { step: 'given-back' })
    return { done: 'given-back', paidGrams, appliedGrams, paise: back.paise }
  }
  return { done: 'nothing', paidGrams, appliedGrams, paise: 0 }
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
 * Timer: charges what nobody has disputed in time, and gives back what the courier has not weighed again in time, each in a
 * transaction of its own. One that fails is found again in the next turn, and keeps no other one from its own.
 */
export async function endWeightWaits(shop: Shop): Promise<void> {
  await chargeUndisputed(shop)
  for (const { id, shipmentId } of await listNotWeighedAgain(shop.db, atOnce)) {
    const given = shop.db.transaction(async (tx) => {
      await lockOrdersOfShipment(tx, shipmentId)
      await compareWeights(shop, tx, shipmentId)
      await endWaitForWeight(tx, id)
    })
    await given.catch((error: unknown) => shop.log.error({ err: error, id }, 'weight not given back'))
  }
}

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
