/** The photos of returns: who may see one, and that a return gets only its buyer's own. */
import type { Tx } from '../../platform/db/client.ts'
import { claimPrivatePictures, privateKey, readPrivatePicture } from '../../platform/media/private-picture.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertPhotos, maySeePhoto } from './photo-queries.ts'

const photoGone = 'A photo is not there any more. Please remove it and add it again.'

/** Refuses: invalid for a photo that the buyer did not upload, that another return has, or that was removed as unused. */
export async function attachPhotos(
  tx: Tx,
  { requestId, customerId, photos }: { requestId: string; customerId: string; photos: readonly string[] },
): Promise<void> {
  if (photos.length === 0) return
  const keys = photos.map(privateKey)
  if (!(await claimPrivatePictures(tx, customerId, keys)))
    throw new Refusal('invalid', photoGone, { fields: { photos: photoGone } })
  await insertPhotos(tx, requestId, keys)
}

/** The picture as a file. Refuses: not-found for everybody but its buyer, the seller of the order and administrators. */
export async function showPhoto(shop: Shop, { accountId, role }: Session, id: string) {
  if (!(await maySeePhoto(shop.db, privateKey(id), role === 'ADMIN' ? null : accountId))) throw notFound()
  return { bytes: await readPrivatePicture(shop, id), name: `photo-${id}.avif` }
}
