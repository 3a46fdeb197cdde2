/** Removes pictures that were uploaded and never used, because their form was not sent. */
import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import {
  deleteRemovalMark,
  isBeingRemoved,
  markRemoved,
  markRemovedAgain,
  recordFilesRemoved,
  removalMarks,
} from './queries.ts'

/** Rows are locked until their transaction ends, so each transaction marks only a few. */
const batch = 10

/**
 * Marks all unused pictures that are older than a day and returns how many. Jobs remove their files, so that a bucket that
 * hangs keeps no transaction open. Safe on several nodes at once.
 */
export async function removeUnusedPictures(shop: Shop): Promise<number> {
  await deleteRemovalMarks(shop)
  return (await sendJobs(shop, markRemoved)) + (await sendJobs(shop, markRemovedAgain))
}

/** One statement a row: a row that something names by mistake stops no other. */
async function deleteRemovalMarks({ db, log }: Shop): Promise<void> {
  let after = ''
  for (let keys = await removalMarks(db, after, batch); keys.length > 0;) {
    for (const key of keys)
      if (!(await deleteRemovalMark(db, key)))
        log.error({ key }, 'a row names a picture whose files were removed')
    after = keys.at(-1) ?? ''
    keys = await removalMarks(db, after, batch)
  }
}

async function sendJobs(shop: Shop, mark: (tx: Tx, limit: number) => Promise<string[]>): Promise<number> {
  let sent = 0
  for (let last = batch; last === batch;) {
    last = await shop.db.transaction(async (tx) => {
      const keys = await mark(tx, batch)
      for (const key of keys) await shop.jobs.send(tx, 'remove-picture', { key })
      return keys.length
    })
    sent += last
  }
  return sent
}

/**
 * The job that removes the files of one picture. It may run twice or concurrently: until the row is deleted no upload gets
 * this key. Throws while the bucket cannot be reached.
 */
export async function removePictureFiles(shop: Shop, key: string): Promise<void> {
  if (!(await isBeingRemoved(shop.db, key))) return
  await shop.pictures.remove(key)
  await recordFilesRemoved(shop.db, key)
}
