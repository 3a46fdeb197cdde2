// The embedded database's folder: its owner, its place, and its first filling by initdb.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { StartError } from '../config/config.ts'
import { firstLine, runAs, STATE_ROOT } from './embedded-binaries.ts'
import type { Binaries, ServerUser } from './embedded-binaries.ts'

/** Superuser of the embedded server; no password, because only its own system account reaches the socket. */
export const DATABASE_USER = 'app'

/**
 * PostgreSQL refuses to run as root, so another account runs it. Undefined when we are not root. The owner of an existing data
 * folder is preferred, so that it opens again however the shop is started.
 */
export function chooseServerUser(dataDir: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  const names = [process.env.SUDO_USER, 'postgres', 'nobody']
  const chosen =
    accounts.find((account) => account.uid === owner && account.uid !== 0) ??
    names
      .map((name) => accounts.find((account) => account.name === name))
      .find((account) => account && account.uid !== 0)
  if (chosen) return chosen
  throw new StartError(
    'The embedded database does not run as root, and there is no user postgres or nobody to run it as: ' +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function readAccounts(): ServerUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Whether an embedded database was ever made for this folder. Makes none. */
export function hasEmbeddedDatabase(wanted: string): boolean {
  const place = path.resolve(wanted)
  return existsSync(path.join(settleDataFolder(place, chooseServerUser(place)), 'PG_VERSION'))
}

/** Chooses the place of the data: `wanted`, or a folder below the state root where the server's account cannot reach it. */
export function settleDataFolder(wanted: string, user: ServerUser | undefined): string {
  const parent = path.dirname(wanted)
  orRefuse(wanted, () => mkdirSync(parent, { recursive: true }))
  // One folder has one name here: the socket's name is made from it, and two starts must agree.
  const dataDir = path.join(realpathSync(parent), path.basename(wanted))
  if (!user || canEnter(user, path.dirname(dataDir))) return dataDir
  const fallback = path.join(STATE_ROOT, shortHash(dataDir))
  orRefuse(fallback, () => mkdirSync(STATE_ROOT, { recursive: true, mode: 0o755 }))
  return fallback
}

function canEnter(user: ServerUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs(user), stdio: 'ignore' }).status === 0
}

/** Fills a new data folder; refuses one of another owner, of another version, or without a database. */
export function prepareDataFolder(dataDir: string, binaries: Binaries, user: ServerUser | undefined): void {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (folder?.isDirectory() && folder.uid !== serverUid(user) && readableEntries(dataDir) !== 0) {
    throw new StartError(
      `The data folder ${dataDir} belongs to another user (uid ${folder.uid}): ` +
        `start the shop as that user or as root, or set DATA_DIR to another folder.`,
    )
  }
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) initialise(dataDir, binaries, user)
  const major = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.major) {
    throw new StartError(
      `The data folder ${dataDir} was made by PostgreSQL ${major}, this shop brings PostgreSQL ${binaries.major}: ` +
        `start the version of the shop that made it and export the data, or set DATA_DIR to a new folder.`,
    )
  }
}

function readableEntries(folder: string): number | undefined {
  try {
    return readdirSync(folder).length
  } catch {
    return undefined
  }
}

/** Built beside its place and renamed: a crash leaves no half-made database, and of two starts one wins. */
function initialise(dataDir: string, binaries: Binaries, user: ServerUser | undefined): void {
  removeAbandoned(dataDir)
  const unfinished = `${dataDir}.init-${process.pid}`
  orRefuse(dataDir, () => {
    mkdirSync(unfinished, { mode: 0o700 })
    if (user) chownSync(unfinished, user.uid, user.gid)
  })
  // The builtin locale sorts and folds case alike on every system, whatever its C library.
  const flags =
    `--username=${DATABASE_USER} --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin ` +
    `--builtin-locale=C.UTF-8 -c timezone=UTC -c log_timezone=UTC`
  const run = spawnSync(binaries.initdb, ['-D', unfinished, ...flags.split(' ')], {
    ...runAs(user),
    encoding: 'utf8',
  })
  try {
    if (run.status !== 0) {
      const reason = run.error?.message ?? firstLine(run.stderr)
      throw new StartError(
        `The embedded database could not be made in ${dataDir}: ${reason}. ` +
          `Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.`,
      )
    }
    renameSync(unfinished, dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(path.join(dataDir, 'PG_VERSION'))) return // another start was first
    if (error instanceof StartError) throw error
    throw cannotWrite(dataDir, error)
  }
}

function removeAbandoned(dataDir: string): void {
  const prefix = `${path.basename(dataDir)}.init-`
  for (const name of readdirSync(path.dirname(dataDir))) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue
    rmSync(path.join(path.dirname(dataDir), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The folder of the server's unix socket: short, since a socket's path may have 107 bytes at most, and not below
 * os.tmpdir(), since two starts with different TMPDIRs must meet.
 */
export function socketFolderOf(dataDir: string, user: ServerUser | undefined): string {
  return `/tmp/pg-${serverUid(user)}-${shortHash(dataDir)}`
}

/** Makes the socket's folder. Any user can make names in /tmp, and another user's folder could lead to that user's server. */
export function prepareSocketFolder(folder: string, user: ServerUser | undefined): void {
  orRefuse(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user && lstatSync(folder).uid === 0) chownSync(folder, user.uid, user.gid)
  })
  const found = lstatSync(folder)
  if (found.isDirectory() && found.uid === serverUid(user) && (found.mode & 0o077) === 0) return
  throw new StartError(
    `The database's socket folder ${folder} belongs to another user: remove it and start again.`,
  )
}

function serverUid(user: ServerUser | undefined): number {
  return user?.uid ?? process.getuid?.() ?? 0
}

/** Removes a postmaster.pid that a crash left empty, or whose number now belongs to some other program. */
export function removeStalePidFile(dataDir: string): void {
  const file = path.join(dataDir, 'postmaster.pid')
  try {
    const { size, mtimeMs } = statSync(file)
    // A server that starts just now writes its number a moment after it has made the file.
    if (size === 0 && Date.now() - mtimeMs > 10_000) return rmSync(file)
    const pid = parseInt(readFileSync(file, 'utf8'), 10)
    if (!/\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))) rmSync(file)
  } catch {
    // No such file, no such process, or no /proc here: PostgreSQL itself knows what to do.
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function orRefuse(folder: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

function cannotWrite(folder: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException
  return new StartError(
    `The data folder ${folder} cannot be written by ${accountName()} (${code ?? message}): ` +
      `set DATA_DIR to a folder that can.`,
  )
}

function accountName(): string {
  try {
    return `the user ${userInfo().username}`
  } catch {
    return `uid ${process.getuid?.()}` // containers run uids that have no name
  }
}
