/** A restore lets nobody in who was kept out after the backup (docs/operations.md, "Backup and restore"). */
// @module-tag nightly: A backup, a restore and two shops. It proves a command of operators, which the shop does not call.
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../tests/setup/client.ts'
import { type Admin, addAdmin, adminPassword, logIn } from '../../../tests/setup/people.ts'
import { backUp, restore, type RestoredShop } from '../../../tests/setup/restored-shop.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeAdmin } from '../../administration/make-admin.ts'
import { sql } from '../db/sql.ts'
import { noWaysIn, waysIn } from './ways-in.ts'

let lost: TestShop
let shop: RestoredShop | undefined
let owner: Admin
beforeAll(async () => {
  lost = await startTestShop()
  owner = await addAdmin(lost)
})
afterAll(async () => {
  await shop?.stop()
  await lost.stop()
})

const administrators = '/public/admin/administrators'
const accept = (token: string) =>
  createClient(lost.url).post('/auth/invitation/accept', { token, newPassword: 'tamarind-and-jute' })
const tokenOf = async (email: string) =>
  /\/invitation#([\w-]{43})/.exec((await lost.mail(email))[0]?.text ?? '')?.[1] ?? ''
const tryToLogIn = async (email: string, password = adminPassword) =>
  (await createClient(lost.url).post('/auth/login', { email, password })).status

test('every table with a secret is emptied by a restore, or lets nobody in', async () => {
  const rows = await lost.db.query<{ name: string }>(sql`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type = 'bytea' or c.column_name ~ '(token|hash|sealed|secret|password)')
    order by 1`)
  const listed = [...Object.keys(waysIn), ...Object.keys(noWaysIn)]
  expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
})

test('a backup removes the rows that a killed one, or a killed restore, left behind', async () => {
  const { dataDir } = lost.running.shop.config
  const left = (name: string, hours: number) => {
    const folder = path.join(dataDir, name)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'rows'), 'names and password hashes')
    utimesSync(folder, new Date(), new Date(Date.now() - hours * 3_600_000))
    return folder
  }
  const old = [left('backup-aB3dE6', 7), left('restore-aB3dE6', 7)]
  // These may be at work.
  const others = [left('backup-aB3dE7', 1), left('backups-of-mine', 7)]
  await backUp(lost)
  expect([...old, ...others].filter((folder) => existsSync(folder))).toEqual(others)
})

test('invitations, approvals and administrators of the backup are not good again; an operator lets an owner in', async () => {
  for (const email of ['withdrawn@evil.test', 'removed@evil.test'])
    expect((await owner.post(`${administrators}/invite`, { email, duties: ['owner'] })).status).toBe(200)
  const tokens = [await tokenOf('withdrawn@evil.test'), await tokenOf('removed@evil.test')]
  const fired = await addAdmin(lost, 'fired@evil.test', ['finance'])
  expect((await fired.post('/public/admin/hold', { note: 'To be released.' })).status).toBe(200)
  expect((await fired.post('/public/admin/hold/release', { note: 'By two.' })).status).toBe(202)
  const archive = await backUp(lost)
  // One invitation is withdrawn, the other accepted; two administrators are removed.
  const { invitations } = (await owner.get(administrators)).body
  const { id } = invitations.find((one: any) => one.email === 'withdrawn@evil.test')
  expect((await owner.post(`${administrators}/invitations/${id}/withdraw`)).status).toBe(200)
  expect((await accept(tokens[1]!)).status).toBe(200)
  expect((await owner.post(`${administrators}/${fired.id}/remove`, { reason: 'Stole.' })).status).toBe(200)
  expect(await tryToLogIn(fired.email)).toBe(400)

  shop = await restore(lost, archive, 'suspended')
  for (const email of [fired.email, owner.email]) expect(await tryToLogIn(email)).toBe(403)
  for (const token of tokens) expect((await accept(token)).status).toBe(409)
  expect(await shop.db.query(sql`select from approval where state = 'waiting'`)).toEqual([])
  await makeAdmin(shop, { email: owner.email, password: adminPassword })
  const back = createClient(lost.url)
  await logIn(back, owner.email, adminPassword)
  const listed = (await back.get(administrators)).body.administrators
  expect(listed.map(({ email, suspended }: any) => [email, suspended?.reason])).toEqual([
    [owner.email, undefined],
    [fired.email, 'Restored from a backup.'],
  ])
  expect(await tryToLogIn(fired.email)).toBe(403)
})
