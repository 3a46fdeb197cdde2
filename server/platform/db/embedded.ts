// The embedded PostgreSQL: starts it, finds it again after a crash, and stops it with the shop.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmdir } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../config/config.ts'
import { findBinaries, firstLine, runAs } from './embedded-binaries.ts'
import type { Binaries, ServerUser } from './embedded-binaries.ts'
import {
  chooseServerUser,
  DATABASE_USER,
  prepareDataFolder,
  prepareSocketFolder,
  removeStalePidFile,
  settleDataFolder,
  socketFolderOf,
} from './embedded-folder.ts'

export interface EmbeddedDatabase {
  /** For pg: `host` is the folder of the unix socket. */
  connection: { host: string; port: number; user: string; database: string }
  /** The real place of the data, which differs from the requested folder when started as root. */
  dataDir: string
  /** Makes sure that the server answers, starting it again where needed. Call it after a lost connection. */
  ensure(): Promise<void>
  /** Stops the server if this process started it; one adopted from another process stays. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  /** Receives the server's own messages, line by line. */
  log: (line: string) => void
  /** Server settings over the defaults below. */
  settings?: Record<string, string>
}

const DATABASE = 'hariyali'
const PORT = 5432 // names the socket file; nothing listens on the network
const START_LIMIT_MS = 120_000 // recovery after a crash under load may take long
const CROSSED =
  /lock file "[^"\n]*" (?:already exists|is empty)|pre-existing shared memory block|could not create lock file "[^"\n]*": No such file/i
const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  work_mem: '16MB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  max_connections: '60',
}

/**
 * Starts the embedded database in `dataDir`, or adopts the server that another process runs on the same folder.
 * Refuses with a StartError of one line. The server ends with this process, even when that is killed with -9.
 */
export async function startEmbeddedDatabase({
  dataDir: wanted,
  log,
  settings,
}: Options): Promise<EmbeddedDatabase> {
  const user = chooseServerUser(path.resolve(wanted))
  const binaries = findBinaries(user)
  const dataDir = settleDataFolder(path.resolve(wanted), user)
  prepareDataFolder(dataDir, binaries, user)
  const socketFolder = socketFolderOf(dataDir, user)
  const connection = { host: socketFolder, port: PORT, user: DATABASE_USER, database: DATABASE }

  let server: Server | undefined
  let stopped = false
  let starting: Promise<void> | undefined

  async function bringUp(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS
    while (Date.now() < deadline) {
      const state = await probe(socketFolder)
      if (state === 'up') {
        if (server) server.answered = true
        return
      }
      if (stopped) throw new StartError('The embedded database was stopped.')
      if (server?.ended) {
        // A server that worked and has ended was killed: start it again. One that met another process's server, starting or
        // ending, or the rest of a killed one: look again. Any other cannot start.
        if (!server.answered && !CROSSED.test(server.lastWords))
          throw new StartError(`The embedded database in ${dataDir} did not start: ${server.complaint()}`)
        server = undefined
      } else if (state === 'none' && !server) {
        removeStalePidFile(dataDir)
        prepareSocketFolder(socketFolder, user)
        server = startServer(binaries, user, serverArguments(dataDir, socketFolder, settings), log)
      }
      await sleep(20)
    }
    throw new StartError(
      `The embedded database in ${dataDir} did not answer within ${START_LIMIT_MS / 1000} seconds.`,
    )
  }

  async function ensure(): Promise<void> {
    starting ??= bringUp().finally(() => (starting = undefined))
    await starting
  }

  async function stop(): Promise<void> {
    stopped = true
    await starting?.catch(() => {})
    if (!server) return
    await server.stop()
    rmdir(socketFolder, () => {}) // stays where another process has its server by now
  }

  try {
    await ensure()
    await createDatabase(socketFolder)
  } catch (error) {
    await stop()
    throw error
  }
  return { connection, dataDir, ensure, stop }
}

/** Opens a real session: a server that is starting, recovering or shutting down accepts sockets, too. */
async function probe(socketFolder: string): Promise<'up' | 'none' | 'wait'> {
  const client = newClient(socketFolder)
  try {
    await client.connect()
    await client.query('select 1')
    return 'up'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === '53300') return 'up' // every connection is taken: it works, and hard
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'none' : 'wait'
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = newClient(socketFolder)
  await client.connect()
  try {
    for (;;) {
      const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (found.rowCount) return
      // Two concurrent first starts can disturb each other here (42P04, 23505, 55006): look again, because the other one makes
      // it.
      await client.query(`create database ${DATABASE}`).catch(async (error: pg.DatabaseError) => {
        if (!['42P04', '23505', '55006'].includes(error.code ?? '')) throw error
        await sleep(50)
      })
    }
  } finally {
    await client.end()
  }
}

function newClient(socketFolder: string): pg.Client {
  const client = new pg.Client({
    host: socketFolder,
    port: PORT,
    user: DATABASE_USER,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
  })
  client.on('error', () => {}) // a connection cut while idle; the next use reports it
  return client
}

function serverArguments(dataDir: string, socketFolder: string, settings: Options['settings']): string[] {
  const all = {
    ...SETTINGS,
    ...settings,
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }
  return ['-D', dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

interface Server {
  /** A session with it succeeded. */
  answered: boolean
  ended: boolean
  lastWords: string
  complaint(): string
  stop(): Promise<void>
}

/**
 * A shell runs between this process and the server. Its standard input is a pipe that only this process holds, so the pipe ends
 * with this process, and the shell then asks the server for a fast shutdown.
 */
const WATCHING_SHELL = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
trap 'kill -INT $server' TERM INT HUP
( read line <&3; kill -INT $server 2>/dev/null ) & watcher=$!
exec 3<&-
wait $server; status=$?
kill $watcher 2>/dev/null
exit $status`

function startServer(
  binaries: Binaries,
  user: ServerUser | undefined,
  args: string[],
  log: (line: string) => void,
): Server {
  const shell = spawn('/bin/sh', ['-c', WATCHING_SHELL, 'sh', binaries.postgres, ...args], {
    ...runAs(user),
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // Ctrl-C goes to a whole process group: the server must outlive the requests still running
  })
  const server: Server = {
    answered: false,
    ended: false,
    lastWords: '',
    complaint() {
      const fatal = this.lastWords.split('\n').find((line) => /FATAL|PANIC|ERROR/.test(line))
      return (fatal ?? firstLine(this.lastWords)).replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')
    },
    stop: () => endShell(shell, server),
  }
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    server.lastWords = (server.lastWords + text).slice(-4000)
    for (const line of text.split('\n')) if (line) log(line)
  })
  shell.stdin.on('error', () => {}) // the shell has gone already
  shell.on('error', (error) => {
    server.lastWords += error.message
    server.ended = true
  })
  // 'close' and not 'exit': all output has been read then.
  shell.on('close', () => (server.ended = true))
  return server
}

async function endShell(shell: ChildProcess, server: Server): Promise<void> {
  if (server.ended) return
  const ended = new Promise((resolve) => shell.once('close', resolve))
  shell.stdin?.end()
  await ended
}
