/** Restores a backup into an empty database and data folder. */
import { createReadStream, existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, StartError } from '../config/config.ts'
import { openDataFolder } from '../data-folder.ts'
import { type CopySession, openCopySession } from '../db/copy.ts'
import { newId } from '../db/ids.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import { asOwner, grantRights } from '../db/rights.ts'
import { openLog } from '../observe/log.ts'
import { openJobs } from '../jobs/queue.ts'
import { secretsOf } from '../secrets.ts'
import { hasKeyOf, type Manifest } from './manifest.ts'
import { unpackArchive } from './read-archive.ts'
import { copyTarget, keyOfTable, listTables, quote } from './tables.ts'
import { eraseAgain, readErased } from './erased-accounts.ts'
import { makeRowsFolder } from './rows-folder.ts'
import { closeWaysIn } from './ways-in.ts'
import { picturesFolder } from './write-backup.ts'

export interface RestoreOptions {
  /** Deletes what the database and the folder of pictures hold. */
  force: boolean
  /** Continues with a key that cannot decrypt the bank accounts and the unsent mails. */
  otherKey: boolean
  /** No account was ever deleted: the list of them may be missing. */
  noneDeleted: boolean
  /** The private key, PEM, of an encrypted archive. */
  privateKey?: string | undefined
}

/** How many accounts were deleted after the backup, and are deleted again; null where there was no list of them. */
export type DeletedAgain = number | null

interface Restored {
  manifest: Manifest
  deletedAgain: DeletedAgain
}

/**
 * Throws StartError with one line. A wrong archive or key is refused before anything is changed, and so is a missing list of
 * deleted accounts.
 */
export async function restoreBackup(
  config: Config,
  archive: string,
  options: RestoreOptions,
): Promise<Restored> {
  openDataFolder(config.dataDir)
  const folder = await makeRowsFolder(config, 'restore')
  try {
    const manifest = await unpackArchive(archive, folder, options.privateKey)
    requireKnownMigrations(manifest)
    requireKey(config, manifest, options)
    const erased = await readErased(config.dataDir, options)
    const pictures = path.join(config.dataDir, 'media', picturesFolder)
    if (!options.force && (await readdir(pictures).catch(() => [])).length > 0)
      throw new StartError(`${pictures} is not empty: --force replaces what is there.`)
    const database = await openDatabase({ ...asOwner(config), databasePool: 1 }, openLog('silent'))
    let deletedAgain: DeletedAgain
    try {
      await emptyDatabase(database, options)
      await makeTables(database, manifest)
      const session = await openCopySession(database.connection)
      try {
        await fill(session, manifest, folder)
      } finally {
        await session.end()
      }
      await migrate(database.db)
      deletedAgain = erased ? await eraseAgain(database.db, secretsOf(config), erased) : null
      await grantRights(database.db, config)
      await database.db.execute('analyze')
    } finally {
      await database.stop()
    }
    if (manifest.media === 'archive') {
      await rm(pictures, { recursive: true, force: true })
      const unpacked = path.join(folder, 'media', picturesFolder)
      if (existsSync(unpacked)) await cp(unpacked, pictures, { recursive: true })
    }
    return { manifest, deletedAgain }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Holds a database that was restored by other means, such as a snapshot of this time, and brings it up to this version. Throws
 * StartError as above.
 */
export async function holdRestored(
  config: Config,
  backupAt: Date,
  options: Pick<RestoreOptions, 'noneDeleted'>,
): Promise<DeletedAgain> {
  const erased = await readErased(config.dataDir, options)
  const database = await openDatabase({ ...asOwner(config), databasePool: 1 }, openLog('silent'))
  try {
    const session = await openCopySession(database.connection)
    try {
      const migrations = (
        await session.query<{ name: string }>('select name from schema_migration order by name')
      ).map(({ name }) => name)
      await session.query('begin')
      await closeWaysIn(session)
      await hold(session, { madeAt: backupAt.toISOString(), migrations })
      await session.query('commit')
    } finally {
      await session.end()
    }
    await migrate(database.db)
    const deletedAgain = erased ? await eraseAgain(database.db, secretsOf(config), erased) : null
    await grantRights(database.db, config)
    return deletedAgain
  } finally {
    await database.stop()
  }
}

function requireKnownMigrations({ migrations }: Manifest): void {
  const ours = listMigrations().map(({ name }) => name)
  const unknown = migrations.filter((name, i) => ours[i] !== name)
  if (unknown.length > 0)
    throw new StartError(
      `The backup was made by another version of the shop (${unknown.join(', ')}): restore it with that one, then update.`,
    )
}

function requireKey(config: Config, { keyMark }: Manifest, { otherKey }: RestoreOptions): void {
  if (otherKey) return
  const file = path.join(config.dataDir, 'app-secret')
  const known = config.appSecret !== undefined || existsSync(file)
  const same = known && hasKeyOf(secretsOf(config), keyMark)
  if (same) return
  throw new StartError(
    `${known ? 'The key of this shop is not the one' : 'There is no key here, least of all the one'} that sealed the ` +
      `bank accounts in the backup: set APP_SECRET to it, or copy the file app-secret of the old data folder to ${file}. ` +
      `Only if it is lost for good: --other-key; sellers then have to enter their bank accounts again.`,
  )
}

async function emptyDatabase({ db, place }: OpenDatabase, { force }: RestoreOptions): Promise<void> {
  const { rows } = await db.execute(
    `select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'pgboss' or n.nspname = 'public')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  if ((rows[0] as { tables: number }).tables === 0) return
  if (!force)
    throw new StartError(
      `The database at ${place} is not empty: restore into a new one, or --force to throw away what is there.`,
    )
  // The server still lists a connection for a moment after it was closed.
  for (let tries = 0; (await countOthers(db)) > 0; tries += 1) {
    if (tries === 20)
      throw new StartError(
        `Somebody else works on the database at ${place}: stop the shop, on all nodes, first.`,
      )
    await sleep(100)
  }
  await db.execute(
    'drop schema if exists pgboss cascade; drop schema public cascade; create schema public; grant usage on schema public to public',
  )
}

async function countOthers(db: OpenDatabase['db']): Promise<number> {
  const { rows } = await db.execute(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return (rows[0] as { others: number }).others
}

async function makeTables({ db }: OpenDatabase, manifest: Manifest): Promise<void> {
  await migrate(db, manifest.migrations)
  const jobs = await openJobs(db, openLog('silent'))
  await jobs.stop()
  const { rows } = await db.execute('select version::int from pgboss.version')
  const { version } = rows[0] as { version: number }
  if (manifest.queueVersion !== null && manifest.queueVersion !== version)
    throw new StartError(
      `The job queue in the backup is of version ${manifest.queueVersion}, this shop's of ${version}: restore it with the version of the shop that made it, then update.`,
    )
}

/**
 * Money may have moved since the backup, so the shop begins held. An archive of a version without the table has a note, which
 * the migration makes a row of.
 */
async function hold(
  session: CopySession,
  { madeAt, migrations }: Pick<Manifest, 'madeAt' | 'migrations'>,
): Promise<void> {
  if (!migrations.includes('0015-money-held'))
    return void (await session.query(
      `insert into setting (name, value) values ('restored', jsonb_build_object('backupAt', $1::text))`,
      [madeAt],
    ))
  await session.query('select hold_restored_shop($1, $2::timestamptz)', [newId(), madeAt])
}

/** Copies all rows or none, in one transaction. Triggers are off, because they would announce every row as a change. */
async function fill(session: CopySession, manifest: Manifest, folder: string): Promise<void> {
  await session.query('begin')
  const here = await listTables(session)
  const names = here.map(({ schema, name }) => `${quote(schema)}.${quote(name)}`)
  for (const name of names) await session.query(`alter table ${name} disable trigger user`)
  await session.query(`truncate ${names.join(', ')}`)
  // In the order of this database's foreign keys, with the columns and rows of the archive.
  for (const { schema, name } of here) {
    const table = manifest.tables.find((other) => keyOfTable(other) === keyOfTable({ schema, name }))
    if (!table) continue
    const source = createReadStream(path.join(folder, table.file))
    const rows = await session.copyIn(`copy ${copyTarget(table)} from stdin`, source)
    if (rows !== table.rows)
      throw new StartError(`${keyOfTable(table)} got ${rows} rows instead of ${table.rows}.`)
  }
  const lost = manifest.tables.filter(
    (table) => table.rows > 0 && !here.some((own) => keyOfTable(own) === keyOfTable(table)),
  )
  if (lost.length > 0)
    throw new StartError(`There is no table for the rows of ${lost.map(keyOfTable).join(', ')}.`)
  for (const { schema, name, last, called } of manifest.sequences)
    await session.query("select setval(format('%I.%I', $1::text, $2::text)::regclass, $3::bigint, $4)", [
      schema,
      name,
      last,
      called,
    ])
  await closeWaysIn(session)
  await hold(session, manifest)
  // Checks deferred constraints now, before the triggers are enabled.
  await session.query('set constraints all immediate')
  for (const name of names) await session.query(`alter table ${name} enable trigger user`)
  await session.query('commit')
}
