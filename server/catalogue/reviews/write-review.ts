/** A buyer reviews a product that they have received, and changes the review later. */
import { reviewedAlready, type ReviewForm } from '../../../contract/review-forms.ts'
import { reviewLimits } from '../../../contract/review-words.ts'
import { currentCaller } from '../../platform/caller.ts'
import { newId } from '../../platform/db/ids.ts'
import { acceptPictures } from '../../platform/media/accept-pictures.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { reviewUploadSettings } from '../../platform/media/image-host.ts'
import { networkOf } from '../../platform/network.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  findAuthor,
  findOrderToReview,
  findOwnReview,
  flagReview,
  insertOrigin,
  insertReview,
  keepEdit,
  lockOwnReview,
  type ReviewInput,
  updateReview,
} from './queries.ts'
import { authorName, flagsOf, reviewRefusal } from './rules.ts'

const noSuchOrder = 'There is no such order of yours.'

/** Refuses: not-found for another customer's order. */
export async function showReviewForm(shop: Shop, customerId: string, number: string): Promise<ReviewForm> {
  const order = await findOrderToReview(shop.db, customerId, { number })
  if (!order) throw notFound(noSuchOrder)
  const own = await findOwnReview(shop.db, customerId, order.productId)
  const { firstName, initial } = await findAuthor(shop.db, customerId)
  const whole = (address: string) => publicImageUrl(shop.config, address)
  return {
    orderId: order.orderId,
    number: order.number,
    product: { id: order.productId, name: order.productName, imageUrl: whole(order.productImage) },
    refusal: reviewRefusal({ received: order.received, own: own ?? null }),
    own:
      own && !own.removed
        ? {
            id: own.id,
            stars: own.stars,
            words: own.words,
            imageUrls: own.imageUrls.map(whole),
            anonymous: own.anonymous,
          }
        : null,
    author: authorName(firstName, initial),
    upload: reviewUploadSettings(),
  }
}

interface Written {
  id: string
  productId: string
}

/**
 * Refuses: not-found for another customer's order; conflict before the delivery and for a product that the customer has reviewed,
 * also by a call at the same moment; invalid for a picture that is not of our store.
 */
export async function writeReview(
  shop: Shop,
  customerId: string,
  orderId: string,
  input: ReviewInput,
): Promise<Written> {
  const written = await shop.db.transaction(async (tx) => {
    const order = await findOrderToReview(tx, customerId, { id: orderId })
    if (!order) throw notFound(noSuchOrder)
    const own = await findOwnReview(tx, customerId, order.productId)
    if (own && !own.removed) throw new Refusal('conflict', reviewedAlready)
    const refusal = reviewRefusal({ received: order.received, own: own ?? null })
    if (refusal !== null) throw new Refusal('conflict', refusal)
    const id = newId()
    const imageUrls = await acceptPictures(shop, tx, input.imageUrls)
    if (!(await insertReview(tx, id, customerId, order, { ...input, imageUrls })))
      throw new Refusal('conflict', reviewedAlready)
    const { ip } = currentCaller()
    const flags = flagsOf(await insertOrigin(tx, id, order, ip === null ? null : networkOf(ip)))
    if (flags.length > 0) await flagReview(tx, id, flags)
    return { id, productId: order.productId }
  })
  catalogueChanged(shop.db)
  return written
}

/** Refuses: not-found for another's review; conflict for one that was taken down or changed too often; invalid as above. */
export async function editReview(
  shop: Shop,
  customerId: string,
  id: string,
  input: ReviewInput,
): Promise<Written> {
  const written = await shop.db.transaction(async (tx) => {
    const own = await lockOwnReview(tx, customerId, id)
    if (!own) throw notFound('There is no such review of yours.')
    const refusal = reviewRefusal({ received: true, own })
    if (refusal !== null) throw new Refusal('conflict', refusal)
    const imageUrls = await acceptPictures(shop, tx, input.imageUrls, own.imageUrls)
    if (!(await keepEdit(tx, own)))
      throw new Refusal('conflict', `A review can be changed ${reviewLimits.edits} times.`)
    await updateReview(tx, id, { ...input, imageUrls })
    return { id, productId: own.productId }
  })
  catalogueChanged(shop.db)
  return written
}
