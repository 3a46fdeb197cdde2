/** Databases that a bench makes once, in a folder that stays, and that the next run uses again. */
import { mkdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/platform/db/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { childrenOf, processorMs } from './processes.ts'
import { urlOf } from './shops.ts'

export interface KeptDatabases {
  connect(database: string): Db
  /** For the setting DATABASE_URL of a shop. */
  urlOf(database: string): string
  /** Makes a database by `fill`, unless an earlier run did: its name has to change with the data. */
  make(database: string, fill: () => Promise<void>): Promise<void>
  /** The ids of PostgreSQL's processes. */
  processes(): number[]
  /** Processor seconds of PostgreSQL so far. */
  seconds(): number
  stop(): Promise<void>
}

/** `part` names the folder, unless BENCH_DATA is another one. */
export async function openKeptDatabases(part: string): Promise<KeptDatabases> {
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
    },
  })
  const open: Db[] = []
  const connect = (database: string) => {
    const db = openDb({ connection: { ...server.connection, database }, max: 2 })
    open.push(db)
    return db
  }
  return {
    connect,
    urlOf: (database) => urlOf({ ...server.connection, database }),
    make: (database, fill) => makeDatabase(connect('postgres'), database, fill),
    processes: () => processesOf(server),
    seconds: () => processesOf(server).reduce((sum, pid) => sum + processorMs(pid), 0) / 1_000,
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

function processesOf({ dataDir }: EmbeddedDatabase): number[] {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return [postmaster, ...childrenOf(postmaster)]
}
