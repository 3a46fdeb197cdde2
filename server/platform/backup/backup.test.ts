/** A backup of a shop at work, restored into an empty database and folder, is the same shop. */
// @module-tag nightly: It proves commands of operators, which the shop does not call: dozens of processes, 100 s.
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { buy, ordersOf } from '../../../tests/setup/buying.ts'
import { createClient } from '../../../tests/setup/client.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput, customerWithCart } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { password } from '../../../tests/setup/people.ts'
import { readConfig } from '../config/config.ts'
import { type Db, openDb } from '../db/client.ts'
import { startServer } from '../../process/start-server.ts'
import { waysIn } from './ways-in.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const server = inject('database')
const nameOfNew = `restored_${process.pid}`
const urlOf = (name: string) =>
  `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`
let shop: TestShop
let admin: Db
let folder: string
let archive: string
let seller: Seller
let buyer: Customer
let picture: string
let productId: string

beforeAll(async () => {
  folder = makeTempFolder('hariyali-backup-')
  archive = path.join(folder, 'shop.tar.gz')
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  shop = await startTestShop({ seed: 'demo', pages: true })
  seller = await addSeller(shop)
  const subcategory = await addSubcategory(shop)
  picture = await uploaded(seller)
  const made = await seller.post('/private/product/add', productInput(subcategory, [picture]))
  expect(made.status).toBe(200)
  const [own] = (await seller.get('/private/product/get-by-seller')).body
  productId = own.id
  buyer = await customerWithCart(shop, [{ id: productId }])
  expect((await buy(shop, buyer)).status).toBe(200)
})
afterAll(async () => {
  await shop.stop()
  await admin.execute(`drop database if exists ${nameOfNew} with (force)`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  code: number
  out: string
  err: string
}
function run(script: string, args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH ?? '', ...compiledScripts, ...env } }
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const dataDir = () => shop.running.shop.config.dataDir
const oldPlace = () => ({ DATA_DIR: dataDir(), DATABASE_URL: shop.running.shop.config.databaseUrl ?? '' })

/** Every row of every table as sorted text. */
async function rowsOf(db: Db): Promise<Record<string, string>> {
  const { rows } = await db.execute(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows as { name: string }[]) {
    const all = await db.execute(`select t::text as row from ${name} t order by 1`)
    found[name] = (all.rows as { row: string }[]).map(({ row }) => row).join('\n')
  }
  return found
}

/** Tables that change without any action (the queue's upkeep) or that a backup leaves out. */
const moving = /^(public\.catalogue_change|pgboss\.(queue|version|bam.*|queue_stats.*|warning.*))$/
const still = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !moving.test(name)))

test('a picture that cannot be read fails the backup, which would lack it otherwise', async () => {
  const loop = path.join(dataDir(), 'media', 'pictures', 'u-loop')
  symlinkSync(loop, loop)
  const failed = await run('backup', ['--to', archive], oldPlace())
  rmSync(loop)
  expect([failed.code, failed.out, failed.err]).toEqual([1, '', expect.stringContaining('u-loop: ELOOP.')])
  expect(existsSync(archive)).toBe(false)
})

test('a backup of a database that cannot be opened leaves nothing behind', async () => {
  const target = path.join(folder, 'nothing', 'shop.tar.gz')
  // What a backup that was killed left: removed after a day. What is not a backup's stays.
  mkdirSync(path.dirname(target))
  const left = ['hariyali-old.tar.gz.sealed.partial', 'hariyali-new.tar.gz.partial', 'movie.partial']
  for (const name of left) writeFileSync(path.join(path.dirname(target), name), 'half')
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  for (const name of [left[0]!, left[2]!]) utimesSync(path.join(path.dirname(target), name), dayAgo, dayAgo)
  const failed = await run('backup', ['--to', target], {
    ...oldPlace(),
    DATABASE_URL: urlOf('no_such_database'),
  })
  expect([failed.code, failed.out]).toEqual([1, ''])
  expect(readdirSync(path.dirname(target)).toSorted()).toEqual(left.slice(1))
})

test('a restored shop has the same rows in every table, the same page and picture, and the buyer logs in and sees the order', async () => {
  // What operating systems leave in folders is not part of the backup.
  const pictures = path.join(dataDir(), 'media', 'pictures')
  const [key = ''] = readdirSync(pictures)
  for (const name of ['.DS_Store', `${key}/.nfs0001`, `${key}/480 copy.webp`])
    writeFileSync(path.join(pictures, name), 'stray')
  // Jobs still run (mails, parcels). Repeated until no row changed while the archive was written.
  let before = await rowsOf(shop.db)
  for (let quiet = false; !quiet;) {
    const made = await run('backup', ['--to', archive], oldPlace())
    expect([made.code, made.err]).toEqual([0, ''])
    expect(made.out).toContain(`The key (${path.join(dataDir(), 'app-secret')}) is not in it`)
    const after = await rowsOf(shop.db)
    quiet = isDeepStrictEqual(still(after), still(before))
    before = after
  }
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const page = await (await fetch(`${shop.url}/product/${productId}`)).text()
  const bytes = await (await fetch(picture)).arrayBuffer()

  await admin.execute(`create database ${nameOfNew}`)
  const newData = path.join(folder, 'new-data')
  mkdirSync(newData)
  const newPlace = { DATA_DIR: newData, DATABASE_URL: urlOf(nameOfNew) }
  const keyless = await run('restore', [archive, '--none-deleted'], newPlace)
  expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('copy the file app-secret')])
  copyFileSync(path.join(dataDir(), 'app-secret'), path.join(newData, 'app-secret'))
  const restored = await run('restore', [archive, '--none-deleted'], newPlace)
  expect([restored.code, restored.err]).toEqual([0, ''])

  const db = openDb({ connection: { ...server, database: nameOfNew }, max: 2 })
  const after = await rowsOf(db)
  const closed = Object.fromEntries(Object.keys(waysIn).map((name) => [`public.${name}`, '']))
  // It begins held.
  const held = {
    'public.shop_hold': expect.stringContaining(',restored,'),
    'public.account': expect.stringContaining('Restored from a backup.'),
  }
  expect(still(after)).toEqual({ ...still(before), ...closed, ...held })
  expect(before['public.orders']).not.toBe('')
  expect(before['public.session']).not.toBe('')
  await db.close()

  const port = await freePort()
  const { payment, courier } = shop.running.shop.config
  const running = await startServer(
    readConfig({
      ...newPlace,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: shop.url,
      SEED: 'none',
      LOG_LEVEL: 'error',
    }),
    {
      sandbox: {
        ...(payment && { payment }),
        ...(courier && { courier }),
        smtpUrl: 'smtp://127.0.0.1:9',
      },
      work: false,
    },
  )
  try {
    const there = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${there}/product/${productId}`)).text()).toBe(page)
    expect(Buffer.from(await (await fetch(there + new URL(picture).pathname)).arrayBuffer())).toEqual(
      Buffer.from(bytes),
    )
    const again = createClient(there)
    expect((await again.post('/auth/login', { email: buyer.email, password: buyer.password })).status).toBe(
      200,
    )
    const orders = await ordersOf(again)
    expect(orders).toEqual(await ordersOf(buyer))
    expect(orders.length).toBe(1)
    // The seller's bank account can be decrypted, so the key is the right one.
    const shopkeeper = createClient(there)
    await shopkeeper.post('/auth/login', { email: seller.email, password })
    expect((await shopkeeper.get('/private/profile/bank-account')).body.accountNo).toBe('123456789012')
    // Sequences were restored: a new row gets an id that no row had.
    const [last] = await running.shop.db
      .execute(`insert into category (name) values ('After the restore') returning id`)
      .then(({ rows }) => rows as { id: number }[])
    expect(before['public.category']).not.toContain(`(${last?.id},`)
  } finally {
    await running.stop()
  }
})

test('a database that is not empty is refused, or replaced with --force; one that is in use is refused even then', async () => {
  const again = await run('restore', [archive, '--none-deleted'], {
    DATABASE_URL: urlOf(nameOfNew),
    DATA_DIR: path.join(folder, 'new-data'),
  })
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not empty: --force replaces')])
  const other = path.join(folder, 'other-data')
  mkdirSync(other)
  copyFileSync(path.join(dataDir(), 'app-secret'), path.join(other, 'app-secret'))
  const full = await run('restore', [archive, '--none-deleted'], {
    DATABASE_URL: urlOf(nameOfNew),
    DATA_DIR: other,
  })
  expect([full.code, full.err]).toEqual([1, expect.stringContaining('restore into a new one, or --force')])
  const busy = await run('restore', [archive, '--force', '--none-deleted'], {
    ...oldPlace(),
    DATA_DIR: other,
  })
  expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('stop the shop, on all nodes, first')])
  const forced = await run('restore', [archive, '--force', '--none-deleted'], {
    DATABASE_URL: urlOf(nameOfNew),
    DATA_DIR: other,
  })
  expect([forced.code, forced.err]).toEqual([0, ''])
  const db = openDb({ connection: { ...server, database: nameOfNew }, max: 1 })
  const { rows } = await db.execute(
    `select count(*)::int as n from category where name = 'After the restore'`,
  )
  expect(rows).toEqual([{ n: 0 }])
  await db.close()
})

test('a damaged archive is refused before anything is changed', async () => {
  const whole = readFileSync(archive)
  const tar = gunzipSync(whole)
  const at =
    tar.indexOf('backup-1@buyers.hariyali.test') < 0
      ? tar.indexOf('@buyers.hariyali.test')
      : tar.indexOf('backup-1@buyers')
  const changed = Buffer.from(tar)
  changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
  const cases: [name: string, bytes: Buffer, words: string][] = [
    ['cut', whole.subarray(0, whole.length - 5_000), 'cannot be restored'],
    ['changed', gzipSync(changed, { level: 1 }), 'is damaged'],
    ['cut inside', gzipSync(tar.subarray(0, 512 * 30), { level: 1 }), 'cannot be restored'],
    ['no archive', Buffer.from('hello'), 'cannot be restored'],
  ]
  const other = path.join(folder, 'other-data')
  const count = async () => {
    const db = openDb({ connection: { ...server, database: nameOfNew }, max: 1 })
    const rows = await rowsOf(db)
    await db.close()
    return rows['public.account']
  }
  const before = await count()
  for (const [name, bytes, words] of cases) {
    const file = path.join(folder, 'damaged.tar.gz')
    writeFileSync(file, bytes)
    const ended = await run('restore', [file, '--force', '--none-deleted'], {
      DATABASE_URL: urlOf(nameOfNew),
      DATA_DIR: other,
    })
    expect([name, ended.code, ended.out, ended.err]).toEqual([name, 1, '', expect.stringContaining(words)])
  }
  expect(await count()).toBe(before)
})
