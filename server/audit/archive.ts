/** Takes entries of the audit whose time is over out of the database, into files that are kept elsewhere. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { StartError } from '../config.ts'
import type { Db } from '../db/client.ts'
import { deleteEntries, dueEntries, holdArchive } from './archive-queries.ts'

const batch = 1_000

export interface Archived {
  entries: number
  /** Undefined where nothing was due. */
  file: string | undefined
}

/**
 * Appends what is due to a new file in `folder`, a line of JSON an entry, each batch a gzip member of its own, and removes a
 * batch only once it is on the disk. Whatever happens in between, an entry is in the database, in a file, or in both: broken
 * off, it stands again in the file of the next run. Needs the account that owns the tables; two at once take turns.
 * Throws StartError where the file cannot be written, and then nothing of that batch is removed.
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
        await holdArchive(tx)
        const due = await dueEntries(tx, batch)
        if (due.length === 0) return 0
        try {
          handle ??= await begin(file)
          await handle.appendFile(gzipSync(due.map(({ line }) => `${line}\n`).join('')))
          await handle.sync()
        } catch (error) {
          throw new StartError(`Cannot write ${file}: ${(error as { code?: string }).code}.`)
        }
        archived.file = file
        const gone = await deleteEntries(
          tx,
          due.map(({ id }) => id),
        )
        if (gone !== due.length) throw new Error(`${gone} of ${due.length} entries were removed`)
        return gone
      })
      archived.entries += last
    }
    return archived
  } finally {
    await handle?.close()
  }
}

/** The name is on the disk as well when this answers. */
async function begin(file: string): Promise<FileHandle> {
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
