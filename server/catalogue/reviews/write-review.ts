/** A buyer reviews a product that they have received, and changes the review later. */
import { reviewedAlready, type ReviewForm } from '../../../contract/review-forms.ts'
import { reviewLimits } from '../../../contract/review-words.ts'
import { addressesOf } from '../../people/identity/sessions.ts'
import { currentCaller } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { reviewUploadSettings } from '../../platform/media/image-host.ts'
import { acceptReviewPhotos, dropReviewPhotos } from '../../platform/media/review-photo.ts'
import { networkOf } from '../../platform/network.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  findAuthor,
  findOrderToReview,
  findOwnReview,
  flagNeighbours,
  flagReview,
  insertOrigin,
  insertPhotos,
  insertReview,
  keepEdit,
  lockOwnReview,
  type OrderToReview,
  releasePhotos,
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
 * also by a call at the same moment; invalid for a photo that the customer did not upload for it.
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
    const photos = await acceptReviewPhotos(shop, tx, customerId, input.imageUrls)
    if (!(await insertReview(tx, id, customerId, order, { ...input, imageUrls: photos.addresses })))
      throw new Refusal('conflict', reviewedAlready)
    await insertPhotos(tx, id, photos.added)
    await lookAtOrigin(shop, tx, id, order)
    return { id, productId: order.productId }
  })
  catalogueChanged(shop.db)
  return written
}

/** Flags what may be of a ring, or of the seller: this review and those that came from where it came from. */
async function lookAtOrigin({ secrets }: Shop, tx: Tx, id: string, order: OrderToReview): Promise<void> {
  const { ip } = currentCaller()
  // No address of a person is kept: equal networks have equal hashes.
  const hashOf = (address: string) =>
    secrets.keyedHash('review-network', networkOf(address)).toString('base64url')
  const network = ip === null ? null : hashOf(ip)
  const neighbours = await insertOrigin(tx, id, order, network)
  const sellersAddresses = await addressesOf(tx, order.sellerId)
  const flags = flagsOf({
    ...neighbours,
    ownAddress: order.toSeller,
    ownNetwork: sellersAddresses.some((address) => hashOf(address) === network),
    refunded: order.refunded,
  })
  if (flags.length === 0) return
  await flagReview(tx, id, flags)
  for (const flag of ['same-address', 'same-network'] as const)
    if (flags.includes(flag)) await flagNeighbours(tx, id, order, { network, flag })
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
    const photos = await acceptReviewPhotos(shop, tx, customerId, input.imageUrls, own.imageUrls)
    if (!(await keepEdit(tx, own)))
      throw new Refusal('conflict', `A review can be changed ${reviewLimits.edits} times.`)
    await updateReview(tx, id, { ...input, imageUrls: photos.addresses })
    await dropReviewPhotos(shop, tx, await releasePhotos(tx, id, photos.addresses))
    await insertPhotos(tx, id, photos.added)
    return { id, productId: own.productId }
  })
  catalogueChanged(shop.db)
  return written
}
