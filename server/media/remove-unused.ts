/** The timer that removes pictures which were uploaded and never used: forms that nobody sent. */
import type { Shop } from '../shop.ts'
import { deleteUnused } from './queries.ts'
import { tidyWorkFolders } from './work-folder.ts'

/** Few, because the removing goes on inside of a transaction, which may not stand still for long. */
const batch = 10

/** Everything older than a day; answers how many went. Safe on several nodes at once. */
export async function removeUnusedPictures(shop: Shop): Promise<number> {
  await tidyWorkFolders(shop.config)
  let removed = 0
  for (let last = batch; last === batch;) {
    last = await shop.db.transaction(async (tx) => {
      const keys = await deleteUnused(tx, batch)
      // Before the commit: an upload of the same picture waits for it, and then finds no files and writes them.
      for (const key of keys) await shop.pictures.remove(key)
      return keys.length
    })
    removed += last
  }
  return removed
}
