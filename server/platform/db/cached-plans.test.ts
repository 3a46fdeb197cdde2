/** Prepared statements and cached plans that are no longer valid, and the settings of transactions. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { type Db, openDb } from './client.ts'
import { sql } from './sql.ts'

const server = inject('database')
const name = `cached_plans_${process.pid}`
let admin: Db
let db: Db
beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  db = openDb({ connection: { ...server, database: name }, max: 1, serving: true })
  await db.execute('create table note (words text)')
})
afterAll(async () => {
  await db.close()
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()
})

test('a statement whose connection has lost its prepared statements runs on another one', async () => {
  const read = () => db.query<{ one: number }>(sql`select 1 as one`)
  await read()
  await db.execute('discard all')
  expect(await read()).toEqual([{ one: 1 }])
})

test(
  'a column that changes its type fails no statement and no transaction, on however many connections its plans were',
  nightly('A change of the schema under load. A stale plan in a transaction is proved below each time.'),
  async () => {
    const connections = 8
    const own = openDb({ connection: { ...server, database: name }, max: connections })
    await db.execute('create table typed (n int)')
    await db.execute('insert into typed values (7)')
    const read = () => own.query<{ n: number }>(sql`select n from typed`)
    const readSlowly = () =>
      own.transaction(async (tx) => {
        const rows = await tx.query<{ n: number }>(sql`select n from typed`)
        await tx.execute('select pg_sleep(0.2)')
        return rows
      })
    const onEach = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: connections }, work))
    const all = Array.from({ length: connections }, () => [{ n: 7 }])
    for (const [type, work] of [
      ['bigint', readSlowly],
      ['numeric', read],
    ] as const) {
      await onEach(readSlowly)
      expect(own.pool().open).toBe(connections)
      await db.execute(`alter table typed alter column n type ${type}`)
      expect(await onEach(work)).toEqual(all)
    }
    await onEach(readSlowly)
    await db.execute('alter table typed alter column n type int')
    for (let i = 0; i < connections; i += 1) expect(await readSlowly()).toEqual([{ n: 7 }])
    await own.close()
  },
)

test('a transaction whose cached plan became invalid, because a column changed its type, runs again on another connection', async () => {
  await db.execute('create table counted (n int)')
  await db.execute('insert into counted values (7)')
  const read = () => db.transaction((tx) => tx.query<{ n: number }>(sql`select n from counted`))
  await read()
  await db.execute('alter table counted alter column n type bigint')
  expect(await read()).toEqual([{ n: 7 }])
})

test('of a transaction that the server does not begin not even the first statement is sent', async () => {
  const work = db.transaction((tx) => tx.query(sql`insert into note values ('not in a transaction')`), {
    settings: 'rollback; select 1 / 0',
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await db.query(sql`select words from note`)).toEqual([])
})

test('a setting ends with its transaction, after a commit and after an error', async () => {
  const mode = async () => (await db.execute('show plan_cache_mode')).rows
  const before = await mode()
  const settings = 'set local plan_cache_mode = force_custom_plan'
  const within = await db.transaction((tx) => tx.execute('show plan_cache_mode'), { settings })
  expect(within.rows).toEqual([{ plan_cache_mode: 'force_custom_plan' }])
  expect(before).not.toEqual(within.rows)
  expect(await mode()).toEqual(before)
  const failing = db.transaction((tx) => tx.query(sql`select 1 / 0 as never`), { settings })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await mode()).toEqual(before)
})
