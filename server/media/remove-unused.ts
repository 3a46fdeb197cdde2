/** The timer that removes pictures which were uploaded and never used: forms that nobody sent. */
import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import {
  isBeingRemoved,
  deleteRemovalMarks,
  markRemoved,
  markRemovedAgain,
  recordFilesRemoved,
} from './queries.ts'
import { tidyWorkFolders } from './work-folder.ts'

/** Few, because the removing goes on inside of a transaction, which may not stand still for long. */
const batch = 10

/**
 * Everything older than a day; answers how many will go. Their rows are marked here, their files go by jobs: a bucket
 * that hangs holds no transaction. Safe on several nodes at once.
 */
export async function removeUnusedPictures(shop: Shop): Promise<number> {
  await tidyWorkFolders(shop.config)
  await deleteRemovalMarks(shop.db)
  return (await sendJobs(shop, markRemoved)) + (await sendJobs(shop, markRemovedAgain))
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
 * The job: removes the files of one picture. Run twice, also at the same moment, it takes no files of anybody else: the
 * key belongs to nobody until its row is forgotten. Throws while the bucket is out of reach.
 */
export async function removePictureFiles(shop: Shop, key: string): Promise<void> {
  if (!(await isBeingRemoved(shop.db, key))) return
  await shop.pictures.remove(key)
  await recordFilesRemoved(shop.db, key)
}
