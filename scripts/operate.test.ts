/** Runs the operator's commands as child processes. */
// @module-tag nightly: It proves commands of operators, each of which is a process of its own.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compiledScripts } from '../tests/setup/compiled-scripts.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { listMigrations } from '../server/platform/db/migrate.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = inject('database')
const name = `operate_${process.pid}`
const databaseUrl = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`
/** An account that reads and writes rows only. */
const worker = `operate_worker_${process.pid}`
const workerUrl = databaseUrl.replace(`//${server.user}@`, `//${worker}@`)
let admin: Db
let db: Db
let folder: string

beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name}`)
  await admin.execute(`create role ${worker} login`)
  db = openDb({ connection: { ...server, database: name }, max: 1 })
  folder = makeTempFolder('hariyali-operate-')
})
afterAll(async () => {
  await db.close()
  await admin.execute(`drop database ${name} with (force)`)
  await admin.execute(`drop role ${worker}`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  code: number
  out: string
  err: string
}
function run(command: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve) => {
    const { PATH = '' } = process.env
    const options = {
      cwd: root,
      env: { PATH, ...compiledScripts, DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env },
    }
    const [script = '', ...args] = command
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const tables = async () =>
  (
    (await db.execute(`select count(*)::int as n from pg_tables where schemaname = 'public'`)).rows[0] as {
      n: number
    }
  ).n

test('migrate --dry-run prints pending migrations and changes nothing; migrate runs them; a second run has nothing to do', async () => {
  const dry = await run(['migrate', '--dry-run'], {})
  expect(dry.code).toBe(0)
  for (const migration of listMigrations()) expect(dry.out).toContain(`Would run ${migration.name}:`)
  expect(dry.out).toContain('create table account')
  expect(await tables()).toBe(0)
  const real = await run(['migrate'], {})
  expect(real.out.trim().split('\n')).toEqual(listMigrations().map((one) => `Ran ${one.name}.`))
  expect(await tables()).toBeGreaterThan(10)
  expect(await run(['migrate', '--dry-run'], {})).toEqual({
    code: 0,
    out: 'The schema is up to date.\n',
    err: '',
  })
})

test('check-config reports wrong settings, gives advice, and accepts a well-configured shop', async () => {
  const wrong = await run(['check-config'], { PORT: 'eighty', SMTP_PASSWORD: 'x' })
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toContain('PORT must be a number from 0 to 65535.')
  expect(wrong.err).toContain('SMTP_PASSWORD is not a setting of this shop.')

  const laptop = await run(['check-config'], {})
  expect(laptop.code).toBe(0)
  expect(laptop.out).toContain('its schema is up to date')
  expect(laptop.out).toContain('Advice: NODE_ENV is not production')
  expect((await run(['check-config', '--strict'], {})).code).toBe(1)

  const secrets = {
    RAZORPAY_KEY_SECRET: 'canary-a',
    SHIPROCKET_PASSWORD: 'canary-b',
    S3_SECRET_ACCESS_KEY: 'canary-c',
  }
  const settings: Record<string, string> = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    APP_SECRET: 'canary-d-0123456789abcdef0123456789abcdef',
    TRUST_PROXY: 'true',
    BACKUP_PUBLIC_KEY: 'MCowBQYDK2VuAyEAq3m8ShWNDSPzz0Jt8vQTx5OQWt3lZ0Yy8nYyUvLGGUE=',
    METRICS_PORT: '9464',
    SMTP_URL: 'smtp://shop:canary-e@127.0.0.1:9',
    SUPPORT_EMAIL: 'help@shop.example',
    COMPANY_EMAIL_DOMAIN: 'shop.example',
    BULK_FORM_URL: 'https://forms.example/bulk',
    AFFILIATE_FORM_URL: 'https://forms.example/affiliates',
    FACEBOOK_URL: 'https://www.facebook.com/shop',
    INSTAGRAM_URL: 'https://www.instagram.com/shop',
    LINKEDIN_URL: 'https://www.linkedin.com/company/shop',
    LEGAL_NAME: 'Shop Ltd',
    LEGAL_ADDRESS: '1 Street',
    LEGAL_GSTIN: '29AAAAA0000A1ZY',
    LEGAL_GRIEVANCE_OFFICER: 'The Officer',
    RAZORPAY_KEY_ID: 'rzp_live_00000000000000',
    RAZORPAY_WEBHOOK_SECRET: 'canary-f',
    SHIPROCKET_EMAIL: 'api@shop.example',
    SHIPROCKET_WEBHOOK_TOKEN: 'canary-g',
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'in',
    S3_BUCKET: 'shop',
    S3_ACCESS_KEY_ID: 'key',
    ...secrets,
  }
  const strictly = (more: Record<string, string> = {}) =>
    run(['check-config', '--strict'], { ...settings, ...more })
  const asSuperuser = await strictly()
  expect(asSuperuser.code).toBe(1)
  expect(asSuperuser.out).toContain('Advice: the account of DATABASE_URL is a superuser')
  await run(['migrate'], { DATABASE_URL: workerUrl, MIGRATE_DATABASE_URL: databaseUrl })
  await db.execute(`alter table cart_line owner to ${worker}`)
  const asOwner = await strictly({ DATABASE_URL: workerUrl })
  expect(asOwner.code).toBe(1)
  expect(asOwner.out).toContain('Advice: the account of DATABASE_URL may change the tables')
  await db.execute(`alter table cart_line owner to ${server.user}`)
  await run(['migrate'], { DATABASE_URL: workerUrl, MIGRATE_DATABASE_URL: databaseUrl })
  settings.DATABASE_URL = workerUrl
  const optional = await strictly({ ADMIN_SECOND_FACTOR: 'optional' })
  expect(optional.code).toBe(1)
  expect(optional.out).toContain('Advice: ADMIN_SECOND_FACTOR is optional')
  await db.execute(
    `insert into account (id, email, role, password_hash, email_verified_at) values (uuidv7(), 'boss@shop.example', 'ADMIN', 'none', now())`,
  )
  const passwordOnly = await strictly()
  expect(passwordOnly.code).toBe(1)
  expect(passwordOnly.out).toContain('Advice: Administrators without a second factor: 1.')
  await db.execute(
    `insert into second_factor (account_id, secret_sealed, confirmed_at) select id, 'none', now() from account`,
  )
  const shop = await strictly()
  expect([shop.code, shop.err], shop.out).toEqual([0, ''])
  expect(shop.out).toContain('The shop may open.')
  expect(shop.out).toContain('Advice: the mail server 127.0.0.1:9 cannot be reached')
  expect(shop.out).not.toContain('canary')

  await db.execute(`
    with a as (
      insert into account (id, email, role, password_hash) values (uuidv7(), 'seller@sellers.test', 'SELLER', 'none') returning id
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    select id, 'C', 'G', '9000000000', '1', 'S', 'L', '400001', 'Mumbai', 'Maharashtra', 'B', 'of another key', '0000', 'HDFC0000001'
    from a`)
  const strange = await run(['check-config', '--strict'], { ...settings, DATABASE_READ_URL: databaseUrl })
  expect(strange.code).toBe(1)
  expect(strange.out).toContain('(DATABASE_READ_URL) is no standby')
  expect(strange.out).toContain('APP_SECRET does not open the bank accounts')
  expect(strange.out).not.toContain('The shop may open.')
})
