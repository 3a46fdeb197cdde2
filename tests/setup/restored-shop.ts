/** A shop is lost after its backup: the archive is restored into another database, while the providers keep their state. */
import path from 'node:path'
import { inject } from 'vitest'
import { restoreBackup } from '../../server/platform/backup/restore-backup.ts'
import { writeBackup } from '../../server/platform/backup/write-backup.ts'
import { type Db, openDb } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { type RunningServer, startServer } from '../../server/process/start-server.ts'
import type { TestShop } from './shop.ts'
import { makeTempFolder } from './temp-folder.ts'

export interface RestoredShop {
  db: Db
  running: RunningServer
  stop(): Promise<void>
}

/** Returns the archive. */
export async function backUp({ running }: TestShop): Promise<string> {
  const archive = path.join(makeTempFolder('hariyali-lost-'), 'shop.tar.gz')
  await writeBackup(running.shop.config, archive)
  return archive
}

/**
 * Stops the shop, and starts what the archive has at the same address. Its administrators are reinstated, unless they stay
 * suspended.
 */
export async function restore(
  shop: TestShop,
  archive: string,
  administrators: 'let in' | 'suspended' = 'let in',
): Promise<RestoredShop> {
  const { config } = shop.running.shop
  await shop.running.stop()
  const server = inject('database')
  const name = `restored_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  const databaseUrl = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`
  await restoreBackup({ ...config, databaseUrl }, archive, {
    force: true,
    otherKey: false,
    noneDeleted: true,
  })
  const running = await startServer(
    { ...config, databaseUrl },
    { checkReplies: true, buildDir: null, sandbox: { smtpUrl: config.smtpUrl ?? '' } },
  )
  const db = openDb({ connection: { ...server, database: name }, max: 4 })
  if (administrators === 'let in')
    await db.query(sql`
      update account set suspended_at = null, suspended_reason = null
      where role = 'ADMIN' and suspended_reason = 'Restored from a backup.'`)
  return {
    db,
    running,
    async stop() {
      await running.stop()
      await db.close()
      await admin.execute(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}
