/** Schema files run once, also when several nodes start at the same time on an empty database. */
import { expect, inject, test } from 'vitest'
import { StartError } from '../config/config.ts'
import { type Db, openDb } from './client.ts'
import { compareMigrations, listMigrations, migrate } from './migrate.ts'
import { sql } from './sql.ts'

/** Connections of `nodes` nodes to one empty database, which goes afterwards. */
async function withEmptyDatabase(nodes: number, work: (nodes: Db[]) => Promise<void>): Promise<void> {
  const server = inject('database')
  const name = `migrate_${process.pid}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  const dbs = Array.from({ length: nodes }, () =>
    openDb({ connection: { ...server, database: name }, max: 2 }),
  )
  try {
    await work(dbs)
  } finally {
    await Promise.all(dbs.map((db) => db.close()))
    await admin.execute(`drop database ${name} with (force)`)
    await admin.close()
  }
}

test('five nodes migrate an empty database at once: each file runs once, all five go on', () =>
  withEmptyDatabase(5, async (nodes) => {
    const ran = await Promise.all(nodes.map((db) => migrate(db)))
    expect(ran.flat().sort()).toEqual(listMigrations().map((m) => m.name))
    expect(await migrate(nodes[0]!)).toEqual([])
  }))

test('a database that other schema files made is refused with what to do, and stays as it is', () =>
  withEmptyDatabase(1, async ([db]) => {
    await db!.execute(
      "create table schema_migration (name text); insert into schema_migration values ('0001-identity')",
    )
    for (const refuse of [migrate, compareMigrations]) {
      await expect(refuse(db!)).rejects.toThrow(StartError)
      await expect(refuse(db!)).rejects.toThrow(/0001-identity.*delete the data folder/)
    }
    expect(await db!.query<{ name: string }>(sql`select name from schema_migration`)).toEqual([
      { name: '0001-identity' },
    ])
  }))
