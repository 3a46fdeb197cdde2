/** Pictures that only some people may see, such as the photos of returns. No public address serves them (serve.ts). */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { makeSizes } from './make-pictures.ts'
import { claimOwn, putPicture, release } from './queries.ts'
import type { KeepPicture } from './upload-picture.ts'

/** The key of a private picture in the store; public ones begin with `u-` or `v-`. The id has no meaning. */
export const privateKey = (id: string) => `r-${id}`

/** The same content has another id each time, so that an upload does not reveal whether somebody else has the same picture. */
export const keepPrivate: KeepPicture = async (shop, accountId, { folder, bytes }) => {
  const id = newId()
  await makeSizes(shop, bytes, folder)
  // The row comes before the files, so that files without a row never stay.
  await putPicture(shop.db, privateKey(id), accountId)
  await shop.pictures.put(privateKey(id), folder)
  return {
    public_id: id,
    secure_url: `/api/v1/private/returns/photos/${id}`,
    format: 'avif',
    bytes: bytes.length,
  }
}

/** The largest size. The caller has checked who may see it. Refuses: not-found where its files are gone. */
export async function readPrivatePicture(shop: Shop, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await shop.pictures.read(privateKey(id), '960.avif')
  if (!bytes) throw notFound()
  return bytes
}

/**
 * Marks pictures as used by an object of this account. False where one belongs to another account, is used already, is deleted,
 * or is named twice.
 */
export async function claimPrivatePictures(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
): Promise<boolean> {
  return keys.length === 0 || (await claimOwn(tx, accountId, keys)) === keys.length
}

/** Marks pictures as unused: their files are deleted within a day. */
export const releasePrivatePictures = (tx: Tx, keys: readonly string[]): Promise<void> => release(tx, keys)
