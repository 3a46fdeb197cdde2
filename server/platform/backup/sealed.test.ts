/** Backups of production are encrypted to a key whose private half is elsewhere. */
// @module-tag nightly: It proves commands of operators with processes of their own, which the shop does not call.
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { type Db, openDb } from '../db/client.ts'

const server = inject('database')
const [name, other] = [`sealed_${process.pid}`, `sealed_other_${process.pid}`] as const
const urlOf = (database: string) =>
  `postgres://${server.user}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`
let admin: Db
let folder: string
beforeAll(async () => {
  admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  folder = makeTempFolder('hariyali-sealed-')
  for (const one of [name, other]) await admin.execute(`create database ${one}`)
  expect((await run(['migrate'])).code).toBe(0)
  const db = openDb({ connection: { ...server, database: name }, max: 1 })
  await db.execute(
    `insert into account (id, email, role, password_hash) values (uuidv7(), 'somebody@buyers.test', 'CUSTOMER', 'none')`,
  )
  await db.close()
})
afterAll(async () => {
  for (const one of [name, other]) await admin.execute(`drop database if exists ${one} with (force)`)
  await admin.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(command: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  const { PATH = '' } = process.env
  const options = {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      PATH,
      ...compiledScripts,
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(name),
      DATA_DIR: path.join(folder, 'data'),
      APP_SECRET: 'a'.repeat(64),
      ...env,
    },
  }
  const [script = '', ...args] = command
  return new Promise((resolve) =>
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    ),
  )
}

function newKey(file: string) {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const place = path.join(folder, file)
  writeFileSync(place, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { place, line: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

test('a backup in production is encrypted or not made; only the private key restores it, and no changed byte', async () => {
  const [mine, theirs] = [newKey('mine.pem'), newKey('theirs.pem')]
  const archive = path.join(folder, 'shop.sealed')
  const refused = await run(['backup', '--to', archive])
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('BACKUP_PUBLIC_KEY is not set')])
  expect(readdirSync(folder)).not.toContain('shop.sealed')
  expect((await run(['backup'], { BACKUP_PUBLIC_KEY: 'not a key' })).out).toContain('BACKUP_PUBLIC_KEY must')

  const made = await run(['backup', '--to', archive], { BACKUP_PUBLIC_KEY: mine.line })
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('It is encrypted')])
  const bytes = readFileSync(archive)
  // gzip begins with these two bytes: nothing of the archive is left readable.
  expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00]))).toBe(false)

  const restore = (file: string, ...args: string[]) =>
    run(['restore', file, '--none-deleted', ...args], {
      DATABASE_URL: urlOf(other),
      DATA_DIR: path.join(folder, 'new'),
    })
  const tables = async () => {
    const db = openDb({ connection: { ...server, database: other }, max: 1 })
    const { rows } = await db.execute(`select from pg_tables where schemaname = 'public'`)
    await db.close()
    return rows.length
  }
  expect((await restore(archive)).out).toContain('name the file of its private key with --key')
  expect((await restore(archive, '--key', path.join(folder, 'no.pem'))).out).toContain('ENOENT')
  const spoilt = path.join(folder, 'spoilt.sealed')
  const changed = Buffer.from(bytes)
  changed[bytes.length - 500]! ^= 1
  for (const wrong of [
    () => restore(archive, '--key', theirs.place),
    () => (writeFileSync(spoilt, changed), restore(spoilt, '--key', mine.place)),
    () => (writeFileSync(spoilt, bytes.subarray(0, -100)), restore(spoilt, '--key', mine.place)),
    () => (writeFileSync(spoilt, bytes.subarray(0, 70)), restore(spoilt, '--key', mine.place)),
  ]) {
    const { code, out } = await wrong()
    expect([code, out]).toEqual([1, expect.stringContaining('cannot be restored')])
  }
  expect(await tables()).toBe(0)

  const back = await restore(archive, '--key', mine.place)
  expect([back.code, back.out]).toEqual([0, expect.stringContaining('is back')])
  const db = openDb({ connection: { ...server, database: other }, max: 1 })
  const { rows } = await db.execute('select email from account')
  await db.close()
  expect(rows).toEqual([{ email: 'somebody@buyers.test' }])
})
