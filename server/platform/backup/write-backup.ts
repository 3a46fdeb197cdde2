/** Writes one archive of a snapshot of the database and of the uploaded pictures, while the shop keeps running. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { openLog } from '../observe/log.ts'
import { type Config, StartError } from '../config/config.ts'
import { type CopySession, openCopySession } from '../db/copy.ts'
import { openDatabase } from '../db/open-database.ts'
import { secretsOf } from '../secrets.ts'
import { entryName, keyMarkOf, type Manifest, manifestName } from './manifest.ts'
import { copyTarget, keyOfTable, listSequences, listTables, type Table } from './tables.ts'
import { writeErasedBeside } from './erased-accounts.ts'
import { sealTo } from './seal-archive.ts'
import { makeRowsFolder } from './rows-folder.ts'
import { type Archive, openArchive } from './write-archive.ts'

/** Below DATA_DIR/media. The folder of uploads in progress beside it is not part of a backup. */
export const picturesFolder = 'pictures'

/**
 * Writes `target` completely or not at all. Throws StartError with one line where it cannot, and in production without a key to
 * encrypt it to.
 */
export async function writeBackup(config: Config, target: string): Promise<Manifest> {
  const { backupKey } = config
  if (config.production && !backupKey)
    throw new StartError(
      'BACKUP_PUBLIC_KEY is not set: a backup has names, addresses and password hashes, and is written encrypted only (docs/operations.md, "Backup and restore").',
    )
  const secrets = secretsOf(config)
  const unfinished = `${target}.partial`
  let work: string
  try {
    await mkdir(path.dirname(target), { recursive: true })
    await removeUnfinished(path.dirname(target))
    // Rows lie there as text for a moment, so not beside the archive, which may be another machine's folder.
    work = await makeRowsFolder(config, 'backup')
  } catch (error) {
    throw new StartError(`Cannot write to ${path.dirname(target)}: ${(error as { code?: string }).code}.`)
  }
  const database = await openDatabase(config, openLog('silent')).catch(async (error: unknown) => {
    await rm(work, { recursive: true, force: true })
    throw error
  })
  const archive = openArchive(unfinished, backupKey && sealTo(backupKey))
  try {
    const session = await openCopySession(database.connection)
    let rows: Awaited<ReturnType<typeof readDatabase>>
    try {
      rows = await readDatabase(session, archive, work)
      // A database of before has deleted nobody.
      if (rows.migrations.some((name) => name.endsWith('-people-leaving')))
        await writeErasedBeside(session, config.dataDir, target)
    } finally {
      await session.end()
    }
    // After the rows, so that every picture that they name exists. The files of a picture never change.
    const pictures = config.s3 ? [] : await addPictures(path.join(config.dataDir, 'media'), archive)
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      ...rows,
      media: config.s3 ? 'bucket' : 'archive',
      pictures,
      keyMark: keyMarkOf(secrets),
    }
    await archive.addBytes(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)))
    await archive.end()
    await rename(unfinished, target)
    return manifest
  } finally {
    await archive.abandon()
    await rm(work, { recursive: true, force: true })
    await rm(unfinished, { force: true })
    await database.stop()
  }
}

/** What a backup that was killed left beside the archives. None takes a day. */
const unfinishedForMs = 24 * 3_600_000
const ours = /\.tar\.gz(?:\.sealed)?\.partial$/

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!ours.test(name)) continue
    const file = path.join(folder, name)
    const written = await stat(file).catch(() => undefined)
    if (written?.isFile() && Date.now() - written.mtimeMs > unfinishedForMs) await rm(file, { force: true })
  }
}

async function readDatabase(session: CopySession, archive: Archive, work: string) {
  await session.query('begin isolation level repeatable read read only')
  const [about] = await session.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  )
  const all = await listTables(session)
  const has = (key: string) => all.some((table) => keyOfTable(table) === key)
  if (!has('public.schema_migration')) throw new StartError('There is no shop in this database yet.')
  const migrations = await session.query<{ name: string }>(`select name from schema_migration order by name`)
  const [queue] = has('pgboss.version')
    ? await session.query<{ version: number }>(`select version::int from pgboss.version`)
    : []
  const sequences = await listSequences(session)
  const tables: Manifest['tables'] = []
  for (const table of all) tables.push(await addTable(session, archive, work, table))
  await session.query('commit')
  return {
    postgres: about?.postgres ?? '',
    migrations: migrations.map(({ name }) => name),
    queueVersion: queue?.version ?? null,
    tables,
    sequences,
  }
}

/** Through a file on the disk: an archive states the size of an entry before its bytes. */
async function addTable(session: CopySession, archive: Archive, work: string, table: Table) {
  const spool = path.join(work, 'rows')
  const sink = createWriteStream(spool, { mode: 0o600 })
  const rows = await session.copyOut(`copy ${copyTarget(table)} to stdout`, sink)
  const file = `database/${keyOfTable(table)}.copy`
  const { bytes, sha256 } = await archive.addFile(file, spool)
  await rm(spool)
  return { ...table, rows, file, bytes, sha256 }
}

async function addPictures(media: string, archive: Archive): Promise<Manifest['pictures']> {
  const added: Manifest['pictures'] = []
  const root = path.join(media, picturesFolder)
  for (const key of await namesIn(root)) {
    for (const name of await namesIn(path.join(root, key))) {
      const file = `media/${picturesFolder}/${key}/${name}`
      // Not a file of the shop, such as one that the operating system left: a restore would refuse the whole archive.
      if (!entryName.test(file)) continue
      const source = path.join(root, key, name)
      const bytes = await unlessMissing(source, readFile(source))
      if (bytes) added.push({ file, ...(await archive.addBytes(file, bytes)) })
    }
  }
  return added
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await unlessMissing(folder, readdir(folder))
  return (names ?? []).toSorted()
}

/** An unused picture may be removed at this moment, and a stray file is no picture. Anything else would lose a picture unnoticed. */
const missing = ['ENOENT', 'ENOTDIR', 'EISDIR']

async function unlessMissing<T>(source: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (missing.includes(code)) return undefined
    throw new StartError(`Cannot read ${source}: ${code}.`)
  }
}
