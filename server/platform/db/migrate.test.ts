/** Migrations run once, also when several nodes start at the same time on an empty database. */
import { expect, inject, test } from 'vitest'
import { openDb } from './client.ts'
import { listMigrations, migrate } from './migrate.ts'

test('five nodes migrate an empty database at once: each file runs once, all five go on', async () => {
  const server = inject('database')
  const name = `migrate_${process.pid}`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  const nodes = Array.from({ length: 5 }, () => openDb({ connection: { ...server, database: name }, max: 2 }))
  const ran = await Promise.all(nodes.map((db) => migrate(db)))
  expect(ran.flat().sort()).toEqual(listMigrations().map((m) => m.name))
  expect(await migrate(nodes[0]!)).toEqual([])
  await Promise.all(nodes.map((db) => db.close()))
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()
})
