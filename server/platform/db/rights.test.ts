/** The shop works with an account that reads and writes rows only; another one owns the tables and migrates. */
// @module-tag nightly: It proves the commands that divide two accounts of the database: five starts of processes and databases.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { buy } from '../../../tests/setup/buying.ts'
import { addAdmin, auditOf, signedIn } from '../../../tests/setup/people.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, customerWithCart, productInput } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { sweepCheckouts } from '../../buying/checkout/sweep-checkouts.ts'
import { checkRecent, continueWhole } from '../../administration/invariants/check.ts'
import { removeUnusedPictures } from '../media/remove-unused.ts'
import { sweepParcels } from '../../../tests/setup/parcels.ts'
import { sweepRefunds } from '../../money/payments/sweep-refunds.ts'
import { retainedTables } from '../../administration/retention/retained-tables.ts'
import { type Db, openDb } from './client.ts'
import { listMigrations } from './migrate.ts'

const server = inject('database')
const [name, owner, worker] = ['rights', 'owner', 'worker'].map((word) => `${word}_${process.pid}`) as [
  string,
  string,
  string,
]
const restored = `${name}_restored`
const urlOf = (user: string, database = name) =>
  `postgres://${user}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`
const dbOf = (user: string, database = name) => openDb({ connection: { ...server, user, database }, max: 2 })
let admin: Db
let folder: string

beforeAll(async () => {
  folder = makeTempFolder('hariyali-rights-')
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create role ${owner} login`)
  await admin.execute(`create role ${worker} login`)
  await admin.execute(`create database ${name} owner ${owner}`)
})
afterAll(async () => {
  for (const database of [name, restored])
    await admin.execute(`drop database if exists ${database} with (force)`)
  await admin.execute(`drop role ${worker}`)
  await admin.execute(`drop role ${owner}`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  code: number
  out: string
}
function run(command: string[], env: Record<string, string> = {}): Promise<Run> {
  const { PATH = '' } = process.env
  const options = {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      PATH,
      ...compiledScripts,
      DATABASE_URL: urlOf(worker),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...env,
    },
  }
  return new Promise((resolve) =>
    execFile(process.execPath, command, options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    ),
  )
}

test('an account without rights cannot start the shop and says what is missing', async () => {
  const { code, out } = await run(['server/main.ts'], {
    SMTP_URL: 'smtp://127.0.0.1:9',
    RAZORPAY_KEY_ID: 'rzp_test_00000000000000',
    RAZORPAY_KEY_SECRET: 'x',
    RAZORPAY_WEBHOOK_SECRET: 'x',
    SHIPROCKET_EMAIL: 'api@shop.example',
    SHIPROCKET_PASSWORD: 'x',
    SHIPROCKET_WEBHOOK_TOKEN: 'x',
  })
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('run npm run migrate with MIGRATE_DATABASE_URL first'),
  ])
})

test('migrate uses the owner and gives the shop its rights; with them alone the shop works, and can change no table and no audit', async () => {
  const migrated = await run(['scripts/migrate.ts'], { MIGRATE_DATABASE_URL: urlOf(owner) })
  expect([migrated.code, migrated.out.trim().split('\n')]).toEqual([
    0,
    [
      ...listMigrations().map((one) => `Ran ${one.name}.`),
      `The account ${worker} has the rights of the shop.`,
    ],
  ])
  const checked = await run(['scripts/check-config.ts'], { MIGRATE_DATABASE_URL: urlOf(owner) })
  expect(checked.out).toContain('its schema is up to date')
  expect(checked.out).toContain('The account of MIGRATE_DATABASE_URL may change the tables.')
  expect(checked.out).not.toContain('Advice: the account')
  expect((await run(['scripts/check-config.ts'], { DATABASE_URL: urlOf(owner) })).out).toContain(
    'Advice: the account of DATABASE_URL may change the tables',
  )

  const [own, super_] = [dbOf(worker), dbOf(server.user)]
  const running = await startTestShop({ seed: 'demo', courier: true, env: { DATABASE_URL: urlOf(worker) } })
  try {
    const shop: TestShop = {
      ...running,
      db: super_,
      customer: () => signedIn(shop, 'buyer@rights.hariyali.test'),
    }
    const seller = await addSeller(shop)
    const product = productInput(await addSubcategory(shop), [await uploaded(seller)], {
      name: 'Rights Brush',
    })
    const { id } = (await seller.post('/private/product/add', product)).body
    const buyer = await customerWithCart(shop, [{ id }])
    expect((await buy(shop, buyer)).status).toBe(200)
    await buyer.post(`/private/wishlist/add/${id}`)
    expect((await shop.client().get('/public/product/search/brush')).body.length).toBeGreaterThan(0)
    const boss = await addAdmin(shop)
    expect((await boss.get('/public/admin/create-category/Rights')).status).toBe(200)
    expect((await boss.post(`/public/admin/accounts/${seller.id}/suspend`, { reason: 'test' })).status).toBe(
      200,
    )
    for (const list of ['all-orders', 'failed-jobs', 'unsent-mail', 'refunds', 'audit'])
      expect([list, (await boss.get(`/public/admin/${list}`)).status]).toEqual([list, 200])
    expect((await auditOf(boss, { q: seller.email })).map(({ act }) => act)).toContain('account-suspended')
    const { shop: inner } = running.running
    await super_.execute(`update invariant_check set done_from = 'epoch'`)
    for (const step of [
      sweepCheckouts,
      sweepRefunds,
      sweepParcels,
      removeUnusedPictures,
      checkRecent,
      continueWhole,
    ])
      await step(inner)
    const { rows: checks } = await super_.execute(`select from invariant_check where done_from > 'epoch'`)
    expect(checks).toHaveLength(2)
    for (const { remove } of Object.values(retainedTables)) await remove?.(inner, 500)

    for (const statement of [
      'create table mine ()',
      'alter table account add column mine text',
      'drop table cart_line',
      'drop trigger audit_entry_stays on audit_entry',
      `update audit_entry set by_name = 'somebody else'`,
      'delete from audit_entry',
      'truncate audit_entry',
      'update posting set amount_paise = 1',
      'delete from journal_entry',
      `insert into schema_migration (name) values ('9999-mine')`,
    ])
      await expect(own.execute(statement), statement).rejects.toThrow(/^(permission denied|must be owner)/)
  } finally {
    await running.stop()
    await own.close()
    await super_.close()
  }
})

test("a backup needs the shop's account only, a restore the owner; the shop has its rights there, too", async () => {
  const archive = path.join(folder, 'shop.tar.gz')
  expect((await run(['scripts/backup.ts', '--to', archive])).code).toBe(0)
  await admin.execute(`create database ${restored} owner ${owner}`)
  const back = await run(['scripts/restore.ts', archive, '--none-deleted'], {
    DATABASE_URL: urlOf(worker, restored),
    MIGRATE_DATABASE_URL: urlOf(owner, restored),
  })
  expect([back.code, back.out]).toEqual([0, expect.stringContaining('is back')])
  const own = dbOf(worker, restored)
  try {
    const { rows } = await own.execute('update account set email = email returning id')
    expect(rows.length).toBeGreaterThan(3)
    await expect(own.execute('delete from audit_entry')).rejects.toThrow('permission denied')
  } finally {
    await own.close()
  }
})
