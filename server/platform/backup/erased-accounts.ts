/**
 * The accounts that were deleted, in a file of the data folder, where a restored database finds them: a backup has all of their
 * rows, and they have to be deleted again. The ids name nobody.
 */
import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../config/config.ts'
import type { CopySession } from '../db/copy.ts'
import type { Db } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { cancelMailTo } from '../mail/cancel-mail.ts'
import type { Secrets } from '../secrets.ts'

const fileName = 'deleted-accounts'

export interface ErasedAccount {
  id: string
  keepsReviews: boolean
}

const lineOf = ({ id, keepsReviews }: ErasedAccount, at: string) =>
  `${id} ${at}${keepsReviews ? ' keeps-reviews' : ''}\n`
/** The newest line of an account counts. */
const line = /^([0-9a-f-]{36}) \S+( keeps-reviews| kept)?$/

/** Before the deletion is committed, so that none is missing. It is on the disk when this returns. */
export const noteErased = (dataDir: string, account: ErasedAccount): Promise<void> =>
  append(dataDir, lineOf(account, new Date().toISOString()))

/** A deletion that was noted may have failed before its commit, and its owner then keeps the account. */
export const noteKept = (dataDir: string, id: string): Promise<void> =>
  append(dataDir, `${id} ${new Date().toISOString()} kept\n`)

async function append(dataDir: string, text: string): Promise<void> {
  const file = await open(path.join(dataDir, fileName), 'a', 0o600)
  try {
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Beside a backup, for who loses the data folder: this machine's list, and whom the database knows, also from other machines. It is
 * as new as the backup.
 */
export async function writeErasedBeside(
  session: CopySession,
  dataDir: string,
  target: string,
): Promise<void> {
  const known = await session.query<ErasedAccount & { at: string }>(
    `select id, keeps_reviews as "keepsReviews", to_json(coalesce(deleted_at, deletion_asked_at)) #>> '{}' as at from account
     where deleted_at is not null or deletion_asked_by = 'restore' order by id`,
  )
  const text = known.map(({ at, ...account }) => lineOf(account, at)).join('')
  const own = (await readList(path.join(dataDir, fileName))) ?? ''
  await writeFile(`${target}.${fileName}`, own + text, { mode: 0o600 })
}

/**
 * Without the list nobody knows who would come back to life. Undefined where it is missing and `noneDeleted` says that nobody
 * is. Throws StartError where it is missing, or cannot be read.
 */
export async function readErased(
  dataDir: string,
  { noneDeleted }: { noneDeleted: boolean },
): Promise<ErasedAccount[] | undefined> {
  const file = path.join(dataDir, fileName)
  const text = await readList(file)
  if (text === undefined && !noneDeleted)
    throw new StartError(
      `The list of deleted accounts is missing: copy ${fileName} of the old data folder to ${file}, or else the newest list beside a backup. Only if no account was ever deleted: --none-deleted.`,
    )
  const byId = new Map<string, ErasedAccount>()
  for (const one of text?.split('\n').filter(Boolean) ?? []) {
    const [, id, state] = line.exec(one) ?? []
    if (!id) throw new StartError(`${file} is damaged: it has the line ${one}.`)
    if (state === ' kept') byId.delete(id)
    else byId.set(id, { id, keepsReviews: state !== undefined })
  }
  return text === undefined ? undefined : [...byId.values()]
}

async function readList(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(`Cannot read ${file}: ${code}.`)
  }
}

/**
 * After a restore, on this version's tables: the timer deletes again whom the list names, and nobody can undo that. The timer
 * rests while the shop is held, so they are suspended at once, and their queued mail is cancelled. Returns how many there are.
 */
export async function eraseAgain(
  db: Db,
  secrets: Secrets,
  erased: readonly ErasedAccount[],
): Promise<number> {
  if (erased.length === 0) return 0
  return db.transaction(async (tx) => {
    const keep = erased.filter(({ keepsReviews }) => keepsReviews).map(({ id }) => id)
    const rows = await tx.query<{ email: string }>(sql`
      update account set deletion_asked_at = coalesce(deletion_asked_at, now()), deletion_due_at = now(), deletion_asked_by = 'restore',
        keeps_reviews = id = any(${keep}::uuid[]), suspended_at = coalesce(suspended_at, now()),
        suspended_reason = coalesce(suspended_reason, 'Deleted by their owner before a restore.')
      where id = any(${erased.map(({ id }) => id)}::uuid[]) and deleted_at is null returning email`)
    await cancelMailTo(
      tx,
      secrets,
      rows.map(({ email }) => email),
    )
    return rows.length
  })
}
