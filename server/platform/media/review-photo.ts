/** Photos of reviews: everybody sees them while their review shows them, and no other picture has their key. */
import { foreignImage } from '../../../contract/seller-product.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { picturePath, publicImageUrl } from './address.ts'
import { makeSizes } from './make-pictures.ts'
import { claimOwn, markDropped, putPicture } from './queries.ts'
import type { KeepPicture } from './upload-picture.ts'

/** The same file has another key each time: what one review drops, no other one shows. */
export const keepReviewPhoto: KeepPicture = async (shop, accountId, { folder, bytes }) => {
  const key = `v-${newId().replaceAll('-', '')}`
  await makeSizes(shop, bytes, folder)
  // The row comes before the files, so that files without a row never stay.
  await putPicture(shop.db, key, accountId)
  await shop.pictures.put(key, folder)
  return {
    public_id: key,
    secure_url: publicImageUrl(shop.config, picturePath(key)),
    format: 'webp',
    bytes: bytes.length,
  }
}

const storedAddress = /^\/media\/p\/(v-[0-9a-f]{32})\/480\.webp$/

interface AcceptedPhotos {
  /** As the database stores them, in the order in which they were sent. */
  addresses: string[]
  /** The keys of those that are new. */
  added: string[]
}

/**
 * Marks photos that this account has uploaded as used. `already` are those of the review, which stay valid. Refuses: invalid for any
 * other picture, one of another review, and one that is named twice.
 */
export async function acceptReviewPhotos(
  { config }: Pick<Shop, 'config'>,
  tx: Tx,
  accountId: string,
  sent: readonly string[],
  already: readonly string[] = [],
): Promise<AcceptedPhotos> {
  const addresses = sent.map((address) =>
    address.startsWith(`${config.publicUrl}/`) ? address.slice(config.publicUrl.length) : address,
  )
  const added = addresses
    .filter((address) => !already.includes(address))
    .map((address) => storedAddress.exec(address)?.[1] ?? '')
  if (
    new Set(addresses).size < addresses.length ||
    (added.length > 0 && (await claimOwn(tx, accountId, added)) < added.length)
  )
    throw new Refusal('invalid', foreignImage, { fields: { imageUrls: foreignImage } })
  return { addresses, added }
}

/** Nothing shows these photos any more: a job removes their files as soon as the transaction has committed. */
export async function dropReviewPhotos(
  { jobs }: Pick<Shop, 'jobs'>,
  tx: Tx,
  keys: readonly string[],
): Promise<void> {
  for (const key of await markDropped(tx, keys)) await jobs.send(tx, 'remove-picture', { key })
}
