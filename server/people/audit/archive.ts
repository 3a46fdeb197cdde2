/** Moves entries of the audit whose retention is over from the database into files. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { StartError } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { deleteEntries, findDueEntries, lockArchive } from './archive-queries.ts'

const batch = 1_000

export interface Archived {
  entries: number
  /** Undefined where nothing was due. */
  file: string | undefined
}

/**
 * Writes due entries to a new file in `folder`, one line of JSON each and one gzip member a batch, and deletes a batch only
 * after it was synced to the disk. At any moment an entry is in the database, in a file, or in both: after a failure the next
 * run writes it again. Needs the account that owns the tables; two runs at once wait for each other.
 * Throws StartError where the file cannot be written; then nothing of that batch is deleted.
 */
export async function archiveAudit(db: Db, folder: string): Promise<Archived> {
  const file = path.join(
    folder,
    `audit-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.jsonl.gz`,
  )
  const archived: Archived = { entries: 0, file: undefined }
  let handle: FileHandle | undefined
  try {
    for (let last = batch; last === batch;) {
      last = await db.transaction(async (tx) => {
        await lockArchive(tx)
        const due = await findDueEntries(tx, batch)
        if (due.length === 0) return 0
        try {
          handle ??= await createFile(file)
          await handle.appendFile(gzipSync(due.map(({ line }) => `${line}\n`).join('')))
          await handle.sync()
        } catch (error) {
          throw new StartError(`Cannot write ${file}: ${(error as { code?: string }).code}.`)
        }
        archived.file = file
        const deleted = await deleteEntries(
          tx,
          due.map(({ id }) => id),
        )
        if (deleted !== due.length) throw new Error(`${deleted} of ${due.length} entries were removed`)
        return deleted
      })
      archived.entries += last
    }
    return archived
  } finally {
    await handle?.close()
  }
}

/** Creates the file and syncs its folder, so that the name survives a crash, too. */
async function createFile(file: string): Promise<FileHandle> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'ax', 0o600)
  const folder = await open(path.dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return handle
}
