/**
 * The accounts that were deleted, in a file of the data folder, where a restored database finds them: a backup has all of their
 * rows, and they have to be deleted again. The ids name nobody.
 */
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Queryable } from '../db/client.ts'
import { sql } from '../db/sql.ts'

const fileIn = (dataDir: string) => path.join(dataDir, 'deleted-accounts')

/** Before the deletion is committed, so that none is missing. It is on the disk when this returns. */
export async function noteErased(dataDir: string, accountId: string): Promise<void> {
  const file = await open(fileIn(dataDir), 'a', 0o600)
  try {
    await file.appendFile(`${accountId} ${new Date().toISOString()}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** After a restore: the timer deletes again what the file names, and nobody can undo that. Returns how many there are. */
export async function eraseAgain(db: Queryable, dataDir: string): Promise<number> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const ids = text.split('\n').flatMap((line) => /^[0-9a-f-]{36}(?= )/.exec(line)?.[0] ?? [])
  if (ids.length === 0) return 0
  const rows = await db.query(sql`
    update account set deletion_asked_at = coalesce(deletion_asked_at, now()), deletion_due_at = now()
    where id = any(${ids}::uuid[]) and deleted_at is null returning id`)
  return rows.length
}
