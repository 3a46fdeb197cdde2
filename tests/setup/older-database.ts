/** A database as an earlier version of the shop left it, upgraded to this one. */
import { inject } from 'vitest'
import { type Db, openDb } from '../../server/platform/db/client.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { listMigrations, migrate } from '../../server/platform/db/migrate.ts'

/** `before` is the end of the name of the first schema file that the older version did not have; `rows` is SQL. */
export async function withOlderDatabase(
  before: string,
  rows: string,
  check: (db: Db) => Promise<void>,
): Promise<void> {
  const server = inject('database')
  const name = `older_${newId().replaceAll('-', '')}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  const db = openDb({ connection: { ...server, database: name }, max: 2 })
  try {
    const names = listMigrations().map((one) => one.name)
    await migrate(
      db,
      names.slice(
        0,
        names.findIndex((one) => one.endsWith(before)),
      ),
    )
    // Without foreign keys and triggers: only what the file reads is there.
    await db.transaction(async (tx) => {
      await tx.execute('set local session_replication_role = replica')
      await tx.execute(rows)
    })
    await migrate(db)
    await check(db)
  } finally {
    await db.close()
    await admin.execute(`drop database ${name} with (force)`)
    await admin.close()
  }
}
