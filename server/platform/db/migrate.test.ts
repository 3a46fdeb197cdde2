/** Schema files run once, also when several nodes start at the same time on an empty database. */
// @module-tag nightly: Many nodes that change one schema. The database of each test is made by the same files.
import { setTimeout as sleep } from 'node:timers/promises'
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

test('a file that waits for a table in use gives way to later statements, and runs when the table is free', () =>
  withEmptyDatabase(3, async ([migrating, busy, reading]) => {
    const file = '0014-catalogue-floods'
    const names = listMigrations().map(({ name }) => name)
    await migrate(migrating!, names.slice(0, names.indexOf(file)))
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    // Somebody reads two tables for a long time, and the file wants to change them.
    const long = busy!.transaction(async (tx) => {
      await tx.execute('lock table product, seller in access share mode')
      await finished
    })
    const ran = migrate(migrating!, [file])
    const slowest = { ms: 0 }
    for (let i = 0; i < 12; i += 1) {
      const began = performance.now()
      await reading!.execute('select count(*) from product; select count(*) from seller')
      slowest.ms = Math.max(slowest.ms, performance.now() - began)
      await sleep(500)
    }
    expect(slowest.ms).toBeLessThan(4_000)
    finish()
    await long
    expect(await ran).toEqual([file])
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
