/** A seller disputes the courier's weight of a parcel, with a photo of the scale; and an administrator decides. */
import { record } from '../../people/audit/record.ts'
import {
  claimPrivatePictures,
  privateKey,
  releasePrivatePictures,
} from '../../platform/media/private-picture.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockOrdersOfShipment } from '../shipments/queries.ts'
import { chargeDifference } from './apply-weight.ts'
import { queueWeightMail } from './mails.ts'
import {
  announceHeld,
  deleteOldWeightPhotos,
  findShipmentOfDifference,
  insertWeightPhotos,
  moveDifference,
  readDifference,
  readParties,
  recordDispute,
} from './queries.ts'

const photoGone = 'A photo is not there any more. Please remove it and add it again.'

/**
 * Nothing is charged until our team decides. Refuses: not-found for another seller's parcel; conflict once it is charged, disputed
 * or corrected; invalid for photos that the seller did not upload for this, or that are gone.
 */
export async function disputeWeight(
  shop: Shop,
  sellerId: string,
  id: string,
  { words, photos }: { words: string; photos: readonly string[] },
): Promise<void> {
  const shipmentId = await findShipmentOfDifference(shop.db, id, sellerId)
  if (shipmentId === undefined) throw notFound('There is no such parcel of yours.')
  await shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, shipmentId)
    const orderId = await recordDispute(tx, id, words)
    if (orderId === undefined) throw new Refusal('conflict', 'This weight cannot be disputed any more.')
    const keys = photos.map(privateKey)
    if (!(await claimPrivatePictures(tx, sellerId, keys)))
      throw new Refusal('invalid', photoGone, { fields: { photos: photoGone } })
    await insertWeightPhotos(tx, id, keys)
    const { number } = await readParties(tx, id)
    await record(tx, 'weight-disputed', { target: { kind: 'order', id: orderId, name: number }, note: words })
  })
}

/**
 * In one transaction: of two administrators one decides, about the charge that they saw. A held weight that the courier is right
 * about is only announced now. Returns what became of it. Refuses: not-found; conflict for what is not to be decided, or has another charge.
 */
export async function decideWeight(
  shop: Shop,
  id: string,
  { decision, seenPaise, reason }: { decision: 'accept' | 'deny'; seenPaise: number; reason: string },
): Promise<'accepted' | 'announced' | 'charged'> {
  const shipmentId = await findShipmentOfDifference(shop.db, id, null)
  if (shipmentId === undefined) throw notFound('There is no such parcel.')
  return shop.db.transaction(async (tx) => {
    await lockOrdersOfShipment(tx, shipmentId)
    const difference = await readDifference(tx, sql`id = ${id}`)
    if (difference?.state !== 'disputed' && difference?.state !== 'held')
      throw new Refusal('conflict', 'Nothing waits for a decision here.')
    if (difference.paise !== seenPaise)
      throw new Refusal(
        'conflict',
        'The courier has given another weight in the meantime. Please look at it again.',
      )
    const isHeld = difference.state === 'held'
    const { weightDisputeDays: days } = shop.config
    const done = decision === 'accept' ? 'accepted' : isHeld ? 'announced' : 'charged'
    if (done === 'accepted') await moveDifference(tx, id, { state: done, reason })
    // A held one asks the seller for nothing.
    if (done === 'accepted' && !isHeld) await queueWeightMail(shop, tx, difference, { step: done, reason })
    if (done === 'charged') await chargeDifference(shop, tx, difference, reason)
    if (done === 'announced') {
      await announceHeld(tx, id, days)
      await queueWeightMail(shop, tx, difference, { step: done, days })
    }
    const { number } = await readParties(tx, id)
    await record(tx, 'weight-decided', {
      target: { kind: 'order', id: difference.orderId, name: number },
      note: `${decision}: ${reason}`,
    })
    return done
  })
}

/** Releases the photos of at most `limit` disputes that were decided three years ago (docs/data-retention.md). */
export async function deleteWeightPhotos({ db }: Shop, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const keys = await deleteOldWeightPhotos(tx, limit)
    await releasePrivatePictures(tx, keys)
    return keys.length
  })
}
