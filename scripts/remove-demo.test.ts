/** From a demo shop to production on the same database, with the commands that an operator would run. */
// @module-tag nightly: It proves a command of operators with four starts of the shop in production.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../server/platform/db/client.ts'
import { compiledScripts } from '../tests/setup/compiled-scripts.ts'
import { eventually } from '../tests/setup/buying.ts'
import { createClient } from '../tests/setup/client.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = inject('database')
const name = `remove_demo_${process.pid}`
const accounts = ['buyer', 'seller', 'admin'].map((who) => `${who}@hariyali.test`)
let admin: Db
let db: Db
let folder: string

beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${name} template ${server.template}`)
  db = openDb({ connection: { ...server, database: name }, max: 1 })
  folder = makeTempFolder('hariyali-remove-demo-')
})
afterAll(async () => {
  await db.close()
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({
  PATH: process.env.PATH ?? '',
  ...compiledScripts,
  DATA_DIR: folder,
  DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
  LOG_LEVEL: 'error',
})

interface Start {
  url: string
  /** Undefined while it runs. */
  code: number | undefined
  err: string
  stop(): Promise<void>
}

/** Resolves when the shop is ready or has exited. */
async function start(env: Record<string, string>): Promise<Start> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/start.ts', '--without-pages'], {
    cwd: root,
    env: { ...settings(), PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close')
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await eventually(async () => child.exitCode !== null || (await ready()), Boolean)
  if (child.exitCode !== null) await ended
  return {
    url,
    code: child.exitCode ?? undefined,
    err,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Run {
  code: number
  out: string
  err: string
}
function run([script = '', ...args]: string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { cwd: root, env: { ...settings(), ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

const logIns = async (url: string) =>
  Promise.all(
    accounts.map(
      async (email) =>
        (await createClient(url).post('/auth/login', { email, password: 'green-demo' })).status,
    ),
  )
const rows = async () => {
  const { rows: found } = await db.execute(`
    select (select count(*) from account) as accounts, (select count(*) from product) as products,
      (select count(*) from orders) as orders, (select count(*) from payment) as payments,
      (select count(*) from session) as sessions,
      (select count(*) from (select from posting group by account having sum(amount_paise) <> 0) as a) as "ledger accounts"`)
  return found[0] as Record<string, number>
}
const production = { NODE_ENV: 'production', REHEARSAL: 'true' }

test('a database with demo accounts refuses to start in production until remove-demo has run', async () => {
  const tried = await start({})
  expect(await logIns(tried.url)).toEqual([200, 200, 200])
  await tried.stop()
  const before = await rows()
  expect(before).toMatchObject({
    accounts: expect.toSatisfy((count: number) => count > 3),
    'ledger accounts': expect.toSatisfy((count: number) => count > 0),
  })

  const refused = await start(production)
  // If the shop starts by mistake, the failure shows which demo accounts can log in.
  const insiders = refused.code === undefined ? await logIns(refused.url) : []
  if (refused.code === undefined) await refused.stop()
  expect(insiders).toEqual([])
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^The database has \d+ demo accounts [^\n]*npm run remove-demo[^\n]*\n$/)

  const checked = await run(['check-config'], production)
  expect(checked.code).toBe(1)
  expect(checked.out).toMatch(/^Stops the start: The database has \d+ demo accounts/m)

  const dry = await run(['remove-demo', '--dry-run'])
  expect([dry.code, dry.err]).toEqual([0, ''])
  for (const email of accounts) expect(dry.out).toContain(`remove  ${email}`)
  expect(dry.out).toContain(`products: ${before.products}`)
  expect(dry.out).toContain(`orders: ${before.orders}`)
  expect(await rows()).toEqual(before)
  for (const answer of ['', 'no\n', 'y\n']) {
    const asked = await run(['remove-demo'], {}, answer)
    expect([asked.code, asked.err]).toEqual([1, 'Nothing was changed.\n'])
  }
  expect(await rows()).toEqual(before)

  const removed = await run(['remove-demo'], {}, 'yes\n')
  expect([removed.code, removed.err]).toEqual([0, ''])
  expect(removed.out).toContain(`Removed ${before.accounts} demo accounts`)
  expect(await rows()).toEqual({
    accounts: 0,
    products: 0,
    orders: 0,
    payments: 0,
    sessions: 0,
    'ledger accounts': 0,
  })
  const again = await run(['remove-demo', '--yes'])
  expect([again.code, again.out]).toEqual([0, 'There are no demo accounts: nothing to remove.\n'])

  const open = await start(production)
  expect([open.code, open.err]).toEqual([undefined, ''])
  expect(await logIns(open.url)).toEqual([400, 400, 400])
  // A visitor may sign up with an address of the demo domain but cannot verify it; that must not block the next start.
  const squatter = {
    firstName: 'A',
    lastName: 'B',
    email: 'squatter@hariyali.test',
    mobile: '9000000000',
    password: 'a-good-password',
  }
  expect((await createClient(open.url).post('/auth/customer/signup', squatter)).status).toBe(200)
  expect((await fetch(`${open.url}/dev/mailbox`)).status).toBe(404)
  await open.stop()
  const next = await start(production)
  expect([next.code, next.err]).toEqual([undefined, ''])
  await next.stop()
})

test('a start in production without providers prints all missing settings in one line, unless REHEARSAL is set', async () => {
  const bare = await start({ NODE_ENV: 'production' })
  if (bare.code === undefined) await bare.stop()
  expect(bare.code).toBe(1)
  expect(bare.err).toMatch(
    /^A shop in production needs real providers: RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_WEBHOOK_TOKEN, SMTP_URL missing\. [^\n]*REHEARSAL=true[^\n]*\n$/,
  )
  const checked = await run(['check-config'], { NODE_ENV: 'production' })
  expect(checked.code).toBe(1)
  expect(checked.out).toContain(`Stops the start: ${bare.err}`)
  const rehearsed = await run(['check-config'], production)
  expect(rehearsed.out).toContain('THIS SHOP IS A REHEARSAL')
  expect(rehearsed.out).not.toContain('Stops the start')
  expect([rehearsed.code, (await run(['check-config', '--strict'], production)).code]).toEqual([0, 1])
})
