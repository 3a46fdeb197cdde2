/** Databases that a bench makes once, in a folder that stays, and that the next run uses again. */
import { mkdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'

export interface KeptDatabases {
  server: EmbeddedDatabase
  connect(database: string): Db
  /** For the setting DATABASE_URL of a shop. */
  urlOf(database: string): string
  /** Makes a database by `fill`, unless an earlier run did: its name has to change with the data. */
  make(database: string, fill: () => Promise<void>): Promise<void>
  /** Processor seconds of PostgreSQL so far. */
  seconds(): number
  stop(): Promise<void>
}

/** `part` names the folder, unless BENCH_DATA is another one. */
export async function openKeptDatabases(
  part: string,
  settings: Record<string, string> = {},
): Promise<KeptDatabases> {
  const folder = process.env.BENCH_DATA ?? path.join(os.tmpdir(), `hariyali-bench-${part}`)
  mkdirSync(folder, { recursive: true })
  const server = await startEmbeddedDatabase({
    dataDir: folder,
    log: () => {},
    settings: {
      shared_buffers: '1GB',
      maintenance_work_mem: '512MB',
      max_wal_size: '4GB',
      autovacuum: 'off',
      ...settings,
    },
  })
  const open: Db[] = []
  const connect = (database: string) => {
    const db = openDb({ connection: { ...server.connection, database }, max: 2 })
    open.push(db)
    return db
  }
  const { host, port, user } = server.connection
  return {
    server,
    connect,
    urlOf: (database) => `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    make: (database, fill) => makeDatabase(connect('postgres'), database, fill),
    seconds: () => processorSeconds(server),
    async stop() {
      await Promise.all(open.map((db) => db.close()))
      await server.stop()
    },
  }
}

/** Only one that is whole bears the comment; another is the rest of an interrupted run. */
async function makeDatabase(admin: Db, name: string, fill: () => Promise<void>): Promise<void> {
  const [known] = await admin.query<{ whole: boolean }>(sql`
    select shobj_description(oid, 'pg_database') is not null as whole from pg_database where datname = ${name}`)
  if (known?.whole) return
  await admin.execute(`drop database if exists ${name}`)
  await admin.execute(`create database ${name}`)
  await fill()
  await admin.execute(`comment on database ${name} is 'whole'`)
}

const ticksPerSecond = 100

/** Of the server and its processes, those that have ended included. */
function processorSeconds({ dataDir }: EmbeddedDatabase): number {
  const [pid] = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [...children, pid ?? ''].reduce((sum, id) => sum + secondsOf(id), 0)
}

/** Processor seconds of a process and of its children that have ended. */
export function secondsOf(pid: number | string): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
