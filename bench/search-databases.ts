/** The databases of `bench search`: made once, in a folder that stays, and used again by the next run. */
import { mkdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from '../server/db/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/db/embedded.ts'
import { sql } from '../server/db/sql.ts'
import { fillSearchShop } from './search-shop.ts'

/** To be raised with every change of the data that search-shop.ts makes. */
const version = 1

export interface SearchDatabases {
  /** A database with so many products, migrated as the checkout wants it. */
  open(products: number, checkout: string): Promise<{ db: Db; url: string }>
  /** Processor seconds of PostgreSQL so far. */
  seconds(): number
  stop(): Promise<void>
}

export async function openSearchDatabases(): Promise<SearchDatabases> {
  const folder = process.env.BENCH_DATA ?? path.join(os.tmpdir(), 'hariyali-bench-search')
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
    async open(products, checkout) {
      const { migrate, listMigrations } = (await import(
        pathToFileURL(path.join(checkout, 'server/db/migrate.ts')).href
      )) as typeof import('../server/db/migrate.ts')
      const schema = listMigrations().at(-1)?.name.slice(0, 4)
      const name = `search_${version}_${schema}_${products}`
      await makeDatabase(connect('postgres'), name, async () => {
        process.stderr.write(`making ${products} products: minutes for a million ...\n`)
        const db = connect(name)
        await migrate(db)
        await fillSearchShop(db, products)
      })
      const { host, port, user } = server.connection
      return {
        db: connect(name),
        url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      }
    },
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
