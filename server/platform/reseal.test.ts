/** The shop's key can be changed while it runs: texts that an older key encrypted stay readable and are encrypted again. */
// @module-tag nightly: It proves a command of operators with several nodes. The commands and nodes are many; values are sealed and read in all other tests.
import { execFile } from 'node:child_process'
import { createCipheriv, hkdfSync } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiledScripts } from '../../tests/setup/compiled-scripts.ts'
import { createClient, type TestClient } from '../../tests/setup/client.ts'
import { appCode } from '../../tests/setup/mails.ts'
import { addAdmin, type Admin, adminPassword, signUp } from '../../tests/setup/people.ts'
import { addSeller, registerSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from './db/sql.ts'
import { resealPlace, type SealedPlace } from './reseal.ts'
import { openSecrets } from './secrets.ts'
import { sealedBankAccounts } from '../people/sellers/reseal-bank-accounts.ts'

const [a, b] = ['the-key-of-before-0123456789abcdef', 'the-key-from-now-on-0123456789abcdef']
const [oldAndNew, newAndOld, newAlone] = [
  { APP_SECRET: a, APP_SECRET_OLD: b },
  { APP_SECRET: b, APP_SECRET_OLD: a },
  { APP_SECRET: b, APP_SECRET_OLD: '' },
]
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: oldAndNew })
})
afterAll(() => shop.stop())

/** The format before keys had names. */
function sealedBefore(purpose: string, text: string): string {
  const iv = Buffer.alloc(12, 7)
  const cipher = createCipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', a, 'hariyali', purpose, 32)),
    iv,
  )
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

const reseal = (env: Record<string, string>) => run('reseal', env)
function run(command: string, env: Record<string, string>): Promise<{ code: number; out: string }> {
  const { databaseUrl = '', dataDir } = shop.running.shop.config
  const { PATH = '' } = process.env
  const options = {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH, ...compiledScripts, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env },
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [`scripts/${command}.ts`], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    ),
  )
}

/** The same person at another node. */
function at(url: string, { cookies }: TestClient): TestClient {
  const client = createClient(url)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

const accountNo = async (client: TestClient) =>
  (await client.get('/private/profile/bank-account')).body.accountNo

test('a text sealed before keys had names, and one of an older key, are read; one of a strange key is not', () => {
  const both = openSecrets(b, [a])
  expect(both.unseal('mail', sealedBefore('mail', 'hello'))).toBe('hello')
  expect(both.unseal('mail', openSecrets(a).seal('mail', 'hello'))).toBe('hello')
  expect(() => both.unseal('bank-account', sealedBefore('mail', 'hello'))).toThrow('does not have')
  expect(() => openSecrets(b).unseal('mail', openSecrets(a).seal('mail', 'hello'))).toThrow('does not have')
  // A shorter tag would be easier to guess.
  const body = Buffer.from(both.seal('mail', '').slice(both.sealedBy.length), 'base64')
  for (const tagBytes of [4, 12, 15]) {
    const cut = both.sealedBy + body.subarray(0, 12 + tagBytes).toString('base64')
    expect(() => both.unseal('mail', cut)).toThrow('does not have')
  }
  expect(both.seal('mail', 'hello').startsWith(both.sealedBy)).toBe(true)
  expect(openSecrets(a).sealedBy).not.toBe(both.sealedBy)
})

test('what was saved while it was being sealed anew stays, and every row of many is reached', async () => {
  const seller = await addSeller(shop, { accountNo: '121212121212' })
  const place = sealedBankAccounts(shop.db)
  const secrets = openSecrets(b, [a])
  const rows = await place.read('00000000-0000-0000-0000-000000000000', secrets.sealedBy, 1_000)
  const row = rows.find(({ id }) => id === seller.id)!
  const profile = (await seller.get('/private/profile')).body
  const bankDetails = { ...profile.bankDetails, accountNo: '343434343434' }
  expect((await seller.post('/private/profile/edit-seller', { ...profile, bankDetails })).status).toBe(200)
  await place.write(row, secrets.seal('bank-account', '121212121212'))
  expect(await accountNo(seller)).toBe('343434343434')

  const id = (n: number) => `00000000-0000-0000-0000-${String(n + 1).padStart(12, '0')}`
  const stored = new Map(
    Array.from({ length: 450 }, (_, n) => [id(n), openSecrets(a).seal('mail', `text ${n}`)]),
  )
  stored.set(id(100), 'damaged')
  const many: SealedPlace = {
    purpose: 'mail',
    read: async (after, sealedBy, limit) =>
      [...stored]
        .filter(([key, sealed]) => key > after && !sealed.startsWith(sealedBy))
        .slice(0, limit)
        .map(([key, sealed]) => ({ id: key, sealed })),
    write: async (old, sealed) => void stored.set(old.id, sealed),
  }
  expect(await resealPlace(secrets, many)).toEqual({ sealed: 449, unreadable: [id(100)] })
  expect(openSecrets(b).unseal('mail', stored.get(id(449))!)).toBe('text 449')
  expect(await resealPlace(secrets, many)).toEqual({ sealed: 0, unreadable: [id(100)] })
})

test('what still needs the older key is named, and the command does not say that it may go', async () => {
  const lost = await addSeller(shop)
  await shop.db.query(
    sql`update seller set bank_account_sealed = 'bm9ib2R5IHJlYWRzIHRoaXMgYW55IG1vcmU=' where account_id = ${lost.id}`,
  )
  const { code, out } = await reseal(newAndOld)
  expect(code).toBe(1)
  expect(out).toContain(`no key of ours opens: ${lost.id}`)
  expect(out).toContain('Keep the older keys')
  for (const key of [a, b]) expect(out).not.toContain(key)
  await shop.db.query(sql`delete from account where id = ${lost.id}`)
})

// Last: mail that the first node encrypts from here on can also be sent by the node with the new key alone.
test('while the key is changed everything is read on every node; afterwards with the new key alone', async () => {
  const seller: Seller = await registerSeller(shop, { accountNo: '111122223333' })
  const veteran: Seller = await addSeller(shop)
  await shop.db.query(
    sql`update seller set bank_account_sealed = ${sealedBefore('bank-account', '444455556666')}
      where account_id = ${veteran.id}`,
  )
  const admin: Admin = await addAdmin(shop)
  const { secret } = (await admin.post('/private/second-factor/begin')).body
  await admin.post('/private/second-factor/confirm', { code: appCode(secret) })
  const [mail] = await shop.db.query<{ id: string }>(
    sql`update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now()
      where name = 'send-mail' and state = 'completed' returning id`,
  )
  const email = 'on-its-way@buyers.hariyali.test'
  const otp = await signUp(shop, email)

  const next = await shop.secondNode(newAndOld)
  expect(await accountNo(at(next, seller))).toBe('111122223333')
  expect(await accountNo(at(next, veteran))).toBe('444455556666')
  const late = await registerSeller(
    { ...shop, client: () => createClient(next) },
    { accountNo: '777788889999' },
  )
  expect(await accountNo(at(shop.url, late))).toBe('777788889999')
  const wrong = await createClient(next).post('/auth/verify-otp', {
    email,
    otp: '00000' + ((Number(otp[5]) + 1) % 10),
  })
  expect(wrong.status).toBe(400)
  expect((await createClient(next).post('/auth/verify-otp', { email, otp })).status).toBe(200)

  const { code, out } = await reseal(newAndOld)
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing needs an older key.')])
  expect(out).toContain('Bank accounts: 2 sealed anew.')
  expect(out).toContain('Secrets of authenticator apps: 1 sealed anew.')
  expect(out).toMatch(/Mails: [1-9]\d* sealed anew\./)
  expect((await reseal(newAndOld)).out).toMatch(/^(?:[A-Z].*: 0 .*\n){4}Mails: 0 /)
  expect(await accountNo(seller)).toBe('111122223333')

  expect((await run('check-config', newAlone)).out).not.toContain('APP_SECRET does not open')
  expect((await run('check-config', { APP_SECRET: a })).out).toContain('APP_SECRET does not open')
  const last = await shop.secondNode(newAlone)
  for (const [client, number] of [
    [seller, '111122223333'],
    [veteran, '444455556666'],
    [late, '777788889999'],
  ] as const)
    expect(await accountNo(at(last, client))).toBe(number)
  await shop.db.query(sql`update second_factor set last_step = 0`)
  const login = { email: admin.email, password: adminPassword, code: appCode(secret) }
  expect((await createClient(last).post('/auth/login', login)).status).toBe(200)
  const read = await at(last, admin).get(`/public/admin/unsent-mail/${mail!.id}`)
  expect([read.status, read.body.text]).toEqual([200, expect.stringMatching(/\S/)])
})
