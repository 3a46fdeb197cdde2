/** Starts one PostgreSQL for the whole test run; each test file copies a migrated template database. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../server/platform/db/client.ts'
import { startEmbeddedDatabase } from '../../server/platform/db/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { openJobs } from '../../server/platform/jobs/queue.ts'
import { makeTempFolder, memoryFolder } from './temp-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string; template: string }
    /** For the data of test shops; it goes with the run. */
    folder: string
  }
}

// For speed. Durability off: the database of a test run need not survive a crash. A statement is planned once a connection, not
// five times more with its values: a seventh of the processor time of a run.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  plan_cache_mode: 'force_generic_plan',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTempFolder('hariyali-tests-', memoryFolder())
  const embedded = await startEmbeddedDatabase({
    dataDir: path.join(folder, 'postgres'),
    log: () => {},
    settings,
  })
  const { host, port, user } = embedded.connection
  const template = 'migrated'
  const admin = openDb({ connection: embedded.connection, max: 1 })
  await admin.execute(`create database ${template}`)
  await admin.close()
  const db = openDb({ connection: { ...embedded.connection, database: template }, max: 4 })
  await migrate(db)
  const jobs = await openJobs(db, pino({ level: 'silent' }))
  await jobs.stop()
  await db.close()
  project.provide('database', { host, port, user, template })
  project.provide('folder', folder)
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
