/** Timers of green claims: announce the end of a proof, end the claim, and delete what is past its time. */
import { releasePrivatePictures } from '../../platform/media/private-picture.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueEndingMail, queueExpiredMail } from './mails.ts'
import { announceRows, deleteOldRows, expireRows, isDocumentUsed } from './queries.ts'
import { refreshSearch } from './refresh-search.ts'

/** Each with its mail in one transaction of so many. */
const batch = 100

/** Tells sellers 30 and 7 days before. Safe to run twice at once: rows that are being told are passed over. */
export const announceEndingClaims = (shop: Shop): Promise<void> =>
  inBatches(shop, async (tx) => {
    const rows = await announceRows(tx, batch)
    for (const row of rows) await queueEndingMail(shop, tx, row)
    return rows.length
  })

/** Pages leave these claims out already (`shown_green_claim`); this writes it down and tells the seller. */
export const endExpiredClaims = (shop: Shop): Promise<void> =>
  inBatches(shop, async (tx) => {
    const rows = await expireRows(tx, batch)
    for (const row of rows) await queueExpiredMail(shop, tx, row)
    for (const sellerId of new Set(rows.map((row) => row.sellerId))) await refreshSearch(shop, tx, sellerId)
    return rows.length
  })

async function inBatches(shop: Shop, work: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await shop.db.transaction(work)) === batch);
}

/** Deletes at most `limit` claims (docs/data-retention.md), and releases their documents. Returns how many. */
export async function deleteOldGreenClaims(shop: Shop, limit: number): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const rows = await deleteOldRows(tx, limit)
    for (const { documentKey } of rows)
      if (documentKey !== null && !(await isDocumentUsed(tx, documentKey)))
        await releasePrivatePictures(tx, [documentKey])
    return rows.length
  })
}
