/** The photos of returns, and of the scales of sellers: who may see one; and that a return gets only its buyer's own. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import {
  claimPrivatePictures,
  privateKey,
  readPrivatePicture,
  releasePrivatePictures,
} from '../../platform/media/private-picture.ts'
import { Refusal, notFound } from '../../platform/refusal.ts'
import type { Party } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { sql } from '../../platform/db/sql.ts'

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

/**
 * The picture as a file. Refuses: not-found for everybody except its buyer, the seller of the order and administrators;
 * one of a scale only that seller and administrators see.
 */
export async function showPhoto(shop: Shop, { accountId, role }: Party, id: string) {
  if (!(await maySeePhoto(shop.db, privateKey(id), role === 'ADMIN' ? null : accountId))) throw notFound()
  return { bytes: await readPrivatePicture(shop, id), name: `photo-${id}.avif` }
}

/**
 * Releases the photos of at most `limit` returns that ended three years ago (docs/data-retention.md). Returns how many photos.
 */
export async function deleteReturnPhotos({ db }: Shop, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const keys = await deleteOldPhotoRows(tx, limit)
    await releasePrivatePictures(tx, keys)
    return keys.length
  })
}

async function insertPhotos(tx: Tx, requestId: string, keys: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into return_photo (request_id, no, key)
    select ${requestId}::uuid, n, key from unnest(${keys}::text[]) with ordinality as k (key, n)`)
}

/** `accountId` null: an administrator. A photo that belongs to nothing yet can be seen by its uploader. */
async function maySeePhoto(db: Queryable, key: string, accountId: string | null): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from stored_picture p left join return_photo f on f.key = p.key left join return_request r on r.id = f.request_id
    left join orders o on o.id = r.order_id
    left join weight_photo w on w.key = p.key left join weight_difference d on d.id = w.difference_id
    where p.key = ${key} and (p.uploaded_by = ${accountId} or o.customer_id = ${accountId}
      or r.seller_id = ${accountId} or d.seller_id = ${accountId}
      or (${accountId}::uuid is null and num_nonnulls(r.id, d.id) > 0))`)
  return rows.length === 1
}

/** Deletes the photos of at most `limit` returns that ended more than three years ago; returns the keys of their pictures. */
async function deleteOldPhotoRows(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from return_photo where request_id in (
      select r.id from return_request r
      where not r.is_open and r.updated_at < now() - interval '3 years'
        and exists (select from return_photo f where f.request_id = r.id)
      order by r.updated_at limit ${limit} for update skip locked)
    returning key`)
  return rows.map((row) => row.key)
}
