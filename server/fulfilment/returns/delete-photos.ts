import { releasePrivatePictures } from '../../platform/media/private-picture.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteOldPhotoRows } from './photo-queries.ts'

/** Lets go of the photos of at most `limit` returns that ended three years ago (docs/data-retention.md); answers how many photos. */
export async function deleteReturnPhotos({ db }: Shop, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const keys = await deleteOldPhotoRows(tx, limit)
    await releasePrivatePictures(tx, keys)
    return keys.length
  })
}
