/** A PostgreSQL of its own and a standby that streams from it: what a shop with `DATABASE_READ_URL` has. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDb } from '../../server/platform/db/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { makeTempFolder } from './temp-folder.ts'

export interface Server {
  host: string
  port: number
  user: string
  /** A migrated database to copy; both servers have it. */
  template: string
}

export interface ServerWithStandby {
  primary: Server
  standby: Server
  /** The statements that the primary has run since the last call, from its log. */
  statementsOfPrimary(): string[]
  /** Ends the standby as a power failure does. */
  killStandby(): void
  /** Starts it where it was killed. */
  restartStandby(): Promise<void>
  stop(): Promise<void>
}

const template = 'migrated'
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  shared_buffers: '32MB',
  max_connections: '80',
}

/** The primary logs every statement, so that a test can check which ones it did not get. */
export async function startServerWithStandby(): Promise<ServerWithStandby> {
  const folder = makeTempFolder('hariyali-standby-')
  let logged: string[] = []
  const primary = await startEmbeddedDatabase({
    dataDir: path.join(folder, 'primary'),
    log: (line) => logged.push(line),
    settings: { ...settings, log_statement: 'all' },
  })
  await makeTemplate(primary)
  const dataDir = await copyAsStandby(primary)
  const start = () => startEmbeddedDatabase({ dataDir, log: () => {}, settings })
  let standby = await start()
  const serverOf = ({ connection: { host, port, user } }: EmbeddedDatabase): Server => ({
    host,
    port,
    user,
    template,
  })
  return {
    primary: serverOf(primary),
    standby: serverOf(standby),
    statementsOfPrimary() {
      const before = logged
      logged = []
      return before
    },
    killStandby() {
      const [pid] = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async restartStandby() {
      await standby.stop()
      standby = await start()
    },
    async stop() {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
      rmSync(path.dirname(dataDir), { recursive: true, force: true })
    },
  }
}

async function makeTemplate({ connection }: EmbeddedDatabase): Promise<void> {
  const admin = openDb({ connection, max: 1 })
  await admin.execute(`create database ${template}`)
  await admin.close()
  const db = openDb({ connection: { ...connection, database: template }, max: 2 })
  await migrate(db)
  await db.close()
}

/** Makes a standby from a base backup of a running server, without pg_basebackup, which is not installed. Returns its folder. */
export async function copyAsStandby({ connection, dataDir }: EmbeddedDatabase): Promise<string> {
  const copy = `${dataDir}-standby`
  const db = openDb({ connection, max: 1 })
  await db.execute("select pg_backup_start('standby', true)")
  execFileSync('cp', ['-a', dataDir, copy])
  const { rows } = await db.execute('select labelfile from pg_backup_stop(false)')
  await db.close()
  rmSync(path.join(copy, 'postmaster.pid'))
  const { labelfile } = rows[0] as { labelfile: string }
  const { uid, gid } = statSync(copy)
  for (const [name, text] of [
    ['backup_label', labelfile],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(path.join(copy, name), text)
    // The server may be another user than the one who runs the tests.
    chownSync(path.join(copy, name), uid, gid)
  }
  const { host, port, user } = connection
  appendFileSync(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} application_name=standby'\n`,
  )
  return copy
}
