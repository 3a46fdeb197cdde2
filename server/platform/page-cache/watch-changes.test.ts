/** What a node knows of changes while its database is away, slow, or replaced by another server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type FaultProxy, startProxy } from '../../../tests/faults/proxy.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Db, openDb } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import { type ChangeWatch, openChangeWatch } from './watch-changes.ts'

const server = inject('database')
const log = pino({ level: 'silent' })
let name: string
let proxy: FaultProxy
let direct: Db
let cut: Db
let watch: ChangeWatch
let heard: (readonly string[] | null)[]
let admin: Db
beforeAll(() => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  return () => admin.close()
})
beforeEach(async () => {
  name = `watch_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  await admin.execute(`create database ${name} template ${server.template}`)
  proxy = await startProxy({ path: `${server.host}/.s.PGSQL.${server.port}` })
  direct = openDb({ connection: { ...server, database: name }, max: 1 })
  cut = openDb({
    connection: { user: server.user, host: '127.0.0.1', port: proxy.port, database: name },
    serving: true,
  })
  heard = []
  watch = openChangeWatch(cut, log)
  await watch.follow((tags) => heard.push(tags))
})
afterEach(async () => {
  vi.useRealTimers()
  await proxy.stop()
  await watch.stop()
  await cut.close()
  await direct.close()
  await admin.execute(`drop database ${name} with (force)`)
})

const change = (tag: string) => direct.query(sql`insert into catalogue_change (tag) values (${tag})`)

test('a node that hears nothing of its database is not ready after a second, and trusts nothing when it is back', async () => {
  // The test decides how long ago the log was read, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  await change('product:1')
  await eventually(
    async () => heard,
    (all) => all.flat().includes('product:1'),
  )
  expect(await watch.hearsDatabase()).toBe(true)
  proxy.hurt('black-hole')
  const hurtAt = Date.now()
  vi.setSystemTime(hurtAt + 499)
  expect(await watch.hearsDatabase()).toBe(true)
  // The response of a read may have been in transit until now.
  vi.setSystemTime(hurtAt + 1_500)
  expect(await watch.hearsDatabase()).toBe(false)
  // It did not wait for the end of the read, which is abandoned after two seconds.
  expect(watch.pending).toBeInstanceOf(Promise)
  vi.useRealTimers()
  await change('product:2')
  heard.length = 0
  proxy.heal()
  await eventually(
    () => watch.hearsDatabase(),
    (hears) => hears,
  )
  // Ready means that everything from before was dropped.
  expect(heard[0]).toBe(null)
})

test('cached pages wait for an answer of the database, and are served when it is known to be away', async () => {
  expect(watch.pending).toBeUndefined()
  proxy.hurt('black-hole')
  // Polled all the time: nothing waits once the read is abandoned, two seconds after it began.
  const pending = await eventually(
    async () => ({ read: watch.pending }),
    ({ read }) => read !== undefined,
  )
  await pending.read
  expect(watch.pending).toBeUndefined()
})

test('a server that took over may number transactions anew: every page is dropped', async () => {
  let postmaster = 'the first one'
  const rows = () => [{ horizon: '100', known: [], server: postmaster, tags: [] }]
  const fake = { query: async () => rows(), within: () => ({ query: async () => rows() }) } as unknown as Db
  const other = openChangeWatch(fake, log)
  const drops: (readonly string[] | null)[] = []
  await other.follow((tags) => drops.push(tags))
  await sleep(600)
  expect(drops).toEqual([])
  postmaster = 'the second one'
  await eventually(
    async () => drops,
    (all) => all.length > 0,
  )
  await other.stop()
  expect(drops).toEqual([null])
})
