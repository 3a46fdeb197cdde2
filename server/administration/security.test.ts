/** Second factor, recent login and audit (issue: the administrator, and who may do what). */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../tests/setup/nightly.ts'
import { ageConfirmedLogin, endRateLimits, forgetUsedAppCodes } from '../../tests/setup/clock.ts'
import { anotherAppCode, appCode, fromBase32, newestCode } from '../../tests/setup/mails.ts'
import {
  addAdmin,
  type Admin,
  adminPassword,
  auditOf,
  password,
  signUp,
  verify,
} from '../../tests/setup/people.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { shows } from '../../tests/setup/shown-codes.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'
import { makeAdmin } from './make-admin.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.stop())

async function withFactor(): Promise<{ admin: Admin; secret: string; recovery: string[] }> {
  const admin = await addAdmin(shop)
  const { secret } = (await admin.post('/private/second-factor/begin')).body
  const { status, body } = await admin.post('/private/second-factor/confirm', {
    code: appCode(secret),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await forgetUsedAppCodes(shop, admin.id)
  return { admin, secret, recovery: body.recoveryCodes }
}

const logIn = (email: string, code?: string) =>
  shop.client().post('/auth/login', { email, password: adminPassword, ...(code !== undefined && { code }) })

describe('the second factor', () => {
  test('is asked for after the right password and only then, under the field code', async () => {
    const { admin, secret } = await withFactor()
    const without = await logIn(admin.email)
    expect(without).toMatchObject({
      status: 400,
      body: { msg: 'Enter the code from your authenticator app.', fields: { code: expect.any(String) } },
    })
    const wrongPassword = await shop
      .client()
      .post('/auth/login', { email: admin.email, password: 'x', code: appCode(secret) })
    expect(wrongPassword).toMatchObject({ status: 400, body: { msg: 'Invalid email or password' } })
    expect((await logIn(admin.email, appCode(secret))).status).toBe(200)
  })

  test('a code is good once, and so are all before it: of ten at once one opens a session', async () => {
    const { admin, secret } = await withFactor()
    const code = appCode(secret)
    await endRateLimits(shop)
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(admin.email, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    await endRateLimits(shop)
    expect((await logIn(admin.email, appCode(secret, -1))).status).toBe(400)
    expect((await logIn(admin.email, appCode(secret, 1))).status).toBe(200)
  })

  test('after five wrong codes of a network in a quarter of an hour the right one waits there, too', async () => {
    const { admin, secret } = await withFactor()
    const wrong = anotherAppCode(secret)
    for (let i = 0; i < 5; i += 1) expect((await logIn(admin.email, wrong)).status).toBe(400)
    const late = await logIn(admin.email, appCode(secret))
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await auditOf(admin, { act: 'second-factor-failed', q: admin.email })).toHaveLength(5)
  })

  test('a recovery code serves once, however it is typed; new ones void the old', async () => {
    const { admin, secret, recovery } = await withFactor()
    expect(new Set(recovery).size).toBe(10)
    expect((await logIn(admin.email, recovery[0]!.toLowerCase())).status).toBe(200)
    expect((await logIn(admin.email, recovery[0])).status).toBe(400)
    expect((await admin.get('/public/admin/me')).body.secondFactor).toEqual({
      on: true,
      required: false,
      recoveryCodesLeft: 9,
    })
    await admin.post('/private/second-factor/recovery-codes', { code: appCode(secret) })
    await forgetUsedAppCodes(shop, admin.id)
    expect((await logIn(admin.email, recovery[1])).status).toBe(400)
    expect((await admin.post('/private/second-factor/remove', { code: appCode(secret) })).status).toBe(200)
    expect((await logIn(admin.email)).status).toBe(200)
  })

  test('recovery codes are kept like passwords; a right beginning opens nothing; of five at once one does', async () => {
    const { admin, recovery } = await withFactor()
    const rows = await shop.db.query<{ beginning: string; hash: string }>(
      sql`select beginning, password_hash as hash from recovery_code where account_id = ${admin.id}`,
    )
    expect(rows.map(({ beginning }) => beginning).sort()).toEqual(
      recovery.map((code) => code.slice(0, 2)).sort(),
    )
    // At the cost that this shop has for passwords.
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    const [code = '', another = ''] = recovery
    expect((await logIn(admin.email, code.slice(0, 7) + another.slice(7))).status).toBe(400)
    await endRateLimits(shop)
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(admin.email, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    await endRateLimits(shop)
  })

  test('is not bypassed by changing the password: what needs a recent login stays closed, what was open stays open', async () => {
    const { admin, recovery } = await withFactor()
    const change = (password: string, newPassword: string) =>
      admin.post('/private/password/change', { password, newPassword })
    const [first, second] = recovery
    const makeCodes = (code?: string) => admin.post('/private/second-factor/recovery-codes', { code })
    expect((await change(adminPassword, 'neem-and-mangoes')).status).toBe(200)
    expect((await makeCodes(first)).status).toBe(200)
    await ageConfirmedLogin(shop, admin.id)
    expect((await change('neem-and-mangoes', adminPassword)).status).toBe(200)
    expect((await makeCodes(second)).status).toBe(403)
  })

  test('one that was never confirmed is not asked for; one that is on cannot be started again', async () => {
    const admin = await addAdmin(shop)
    await admin.post('/private/second-factor/begin')
    expect((await logIn(admin.email)).status).toBe(200)
    expect((await admin.post('/private/second-factor/confirm', { code: 'abcdef' })).status).toBe(400)
    const { admin: other } = await withFactor()
    expect((await other.post('/private/second-factor/begin')).status).toBe(409)
  })

  test('secret and recovery codes are in no table in clear', async () => {
    const { secret, recovery } = await withFactor()
    const rows = JSON.stringify([
      await shop.db.query(sql`select * from second_factor`),
      await shop.db.query(sql`select * from recovery_code`),
      await shop.db.query(sql`select * from audit_entry`),
    ])
    for (const secretText of [
      secret,
      fromBase32(secret).toString('hex'),
      ...recovery,
      recovery[0]!.replace('-', ''),
    ])
      expect(rows).not.toContain(secretText)
  })
})

test('where the shop asks for one, an administrator without it may only set it up', async () => {
  const strict = await startTestShop({ env: { ADMIN_SECOND_FACTOR: 'required' } })
  try {
    const admin = await addAdmin(strict)
    expect((await admin.get('/public/admin/me')).body.secondFactor).toMatchObject({
      on: false,
      required: true,
    })
    const refused = await admin.get('/public/admin/all-orders')
    expect(refused).toMatchObject({ status: 403, body: { fields: { secondFactor: expect.any(String) } } })
    expect((await admin.get('/private/media/upload-settings')).status).toBe(403)
    // Sellers have no second factor, and can make the same call.
    const seller = await addSeller(strict)
    expect((await seller.get('/private/media/upload-settings')).status).toBe(200)
    const { secret } = (await admin.post('/private/second-factor/begin')).body
    await admin.post('/private/second-factor/confirm', { code: appCode(secret) })
    expect((await admin.get('/public/admin/all-orders')).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

describe('a recent login', () => {
  test('is asked for before a bank account is shown; the password opens it for ten minutes', async () => {
    const admin = await addAdmin(shop)
    const seller = await addSeller(shop, { accountNo: '123456789012' })
    const show = () => admin.post(`/public/admin/sellers/${seller.id}/bank-account`)
    expect((await show()).body).toEqual({ accountNo: '123456789012' })

    await ageConfirmedLogin(shop, admin.id)
    expect((await admin.get('/public/admin/me')).body.confirmedUntil).toBeNull()
    expect(await show()).toMatchObject({ status: 403, body: { fields: { recentLogin: expect.any(String) } } })
    const wrong = await admin.post('/private/session/confirm', { password: 'not it' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    expect((await show()).status).toBe(403)
    const confirmed = await admin.post('/private/session/confirm', { password: adminPassword })
    expect(Date.parse(confirmed.body.confirmedUntil)).toBeGreaterThan(0)
    expect((await show()).status).toBe(200)

    const acts = await auditOf(admin, { q: seller.email, act: 'bank-account-shown' })
    expect(acts).toHaveLength(2)
    expect(JSON.stringify(await auditOf(admin))).not.toContain('123456789012')
  })

  test('wrong passwords there count like wrong log-ins', async () => {
    const admin = await addAdmin(shop)
    await endRateLimits(shop)
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await admin.post('/private/session/confirm', { password: 'not it' })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    await endRateLimits(shop)
  })

  test('of one browser opens nothing in another', async () => {
    const admin = await addAdmin(shop)
    await ageConfirmedLogin(shop, admin.id)
    await logIn(admin.email)
    expect((await admin.get('/public/admin/me')).body.confirmedUntil).toBeNull()
  })
})

describe('the audit', () => {
  test('cannot be changed, emptied or thinned out, not even by hand', async () => {
    await addAdmin(shop)
    for (const statement of [
      sql`update audit_entry set by_name = 'somebody else'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
    ])
      await expect(shop.db.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('shows actor, action, target, time and address, and is searched by each', async () => {
    const admin = await addAdmin(shop)
    await shop
      .client()
      .post('/auth/login', { email: admin.email, password: 'wrong' }, { 'user-agent': 'Tester/1' })
    const [entry] = await auditOf(admin, { q: admin.email.slice(0, 20), act: 'login-failed' })
    expect(entry).toMatchObject({
      act: 'login-failed',
      by: null,
      to: { kind: 'account', id: admin.id, name: admin.email },
      ip: '127.0.0.1',
      userAgent: 'Tester/1',
      requestId: expect.any(String),
    })
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(600_000)
    expect(await auditOf(admin, { q: entry.requestId })).toEqual([entry])
    expect((await auditOf(admin, { q: '127.0.0.1' })).length).toBeGreaterThan(1)
    expect(await auditOf(admin, { q: '%' })).toEqual([])
    expect(await auditOf(admin, { to: '2020-01-01' })).toEqual([])
    expect((await auditOf(admin, { from: '2020-01-01', act: 'login', q: admin.email })).length).toBe(1)
    expect((await admin.get('/public/admin/audit?from=yesterday')).status).toBe(400)
    expect((await admin.get('/public/admin/audit?act=odd')).status).toBe(400)
  })

  test('an e-mail that no account has is not recorded: it may be a password typed into the wrong field', async () => {
    const admin = await addAdmin(shop)
    await shop.client().post('/auth/login', { email: 'hunter2@secret.test', password: 'x' })
    const [entry] = await auditOf(admin, { act: 'login-failed' })
    expect(entry.to).toEqual({ kind: 'account', id: null, name: 'unknown e-mail' })
    expect(JSON.stringify(await auditOf(admin))).not.toContain('hunter2')
  })

  test('records log-ins, log-outs, verified e-mails and reset passwords', async () => {
    const admin = await addAdmin(shop)
    const email = 'audited@buyers.hariyali.test'
    const buyer = shop.client()
    await verify(buyer, email, await signUp(shop, email, buyer))
    await buyer.post('/auth/login', { email, password })
    await buyer.post('/auth/logout')
    await buyer.post(`/auth/forgot-password/${email}`)
    const otp = await newestCode(shop, email, 2)
    await buyer.post('/auth/reset-password', { email, otp, newPassword: 'another-good-one' })
    const acts = await auditOf(admin, { q: email })
    expect(acts.map((entry: any) => entry.act)).toEqual([
      'password-reset',
      'logout',
      'login',
      'email-verified',
    ])
    expect(acts.every((entry: any) => entry.by.name === email)).toBe(true)
    const text = JSON.stringify(acts)
    for (const secret of [password, 'another-good-one', otp]) expect(shows(text, secret)).toBe(false)
  })
})

describe('the first administrator', () => {
  test('is made also where a stranger signed up with the e-mail first, who then has no way in', async () => {
    const email = 'squatted-admin@hariyali.test'
    const stranger = shop.client()
    const details = { firstName: 'A', lastName: 'B', mobile: '9876543210', password: 'strangers-secret' }
    expect((await stranger.post('/auth/customer/signup', { ...details, email })).status).toBe(200)
    await makeAdmin(shop.running.shop, { email, password: adminPassword })
    expect((await logIn(email)).body).toMatchObject({ role: 'ADMIN' })
    const wrong = await stranger.post('/auth/login', { email, password: details.password })
    expect(wrong.status).toBe(400)
  })

  test('is made with a long password, once; made again, the account gets another password and loses sessions and second factor', async () => {
    const { db } = shop.running.shop
    await expect(makeAdmin({ db }, { email: 'boss@shop.test', password: 'too short' })).rejects.toThrow()
    expect(await makeAdmin({ db }, { email: 'Boss@Shop.test', password: adminPassword })).toBe('made')
    const boss = shop.client()
    expect(
      (await boss.post('/auth/login', { email: 'boss@shop.test', password: adminPassword })).body.role,
    ).toBe('ADMIN')
    await boss.post('/private/second-factor/begin')
    expect(await makeAdmin({ db }, { email: 'boss@shop.test', password: 'another administrator' })).toBe(
      'changed',
    )
    expect((await boss.get('/private/me')).status).toBe(401)
    const again = await shop
      .client()
      .post('/auth/login', { email: 'boss@shop.test', password: 'another administrator' })
    expect(again.status).toBe(200)
    const [entry] = await auditOf(await addAdmin(shop), { act: 'administrator-made' })
    expect(entry).toMatchObject({ by: { id: null, name: 'make-admin' }, to: { name: 'boss@shop.test' } })
  })

  test(
    'by the command: the password comes from a pipe or the terminal and is never shown',
    nightly(
      'It starts the command in a terminal, many times. What it calls is proven each time by the tests above.',
    ),
    async () => {
      const env = {
        ...process.env,
        DATABASE_URL: shop.running.shop.config.databaseUrl,
        DATA_DIR: shop.running.dataDir,
      }
      const run = (email: string, input: string) =>
        spawnSync(process.execPath, ['scripts/make-admin.ts', email], { env, input, encoding: 'utf8' })
      const made = run('command@shop.test', `${adminPassword}\n`)
      expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
      expect(made.stdout).toContain('command@shop.test is an administrator now')
      expect(made.stdout).not.toContain(adminPassword)
      const login = { email: 'command@shop.test', password: adminPassword }
      expect((await shop.client().post('/auth/login', login)).body.role).toBe('ADMIN')
      expect(run('command@shop.test', 'short\n')).toMatchObject({
        status: 1,
        stderr: 'The password must have at least 12 characters.\n',
      })
      expect(run('no e-mail', '').status).toBe(1)
    },
  )

  test("does not take a buyer's account", async () => {
    const buyer = await shop.customer()
    const { db } = shop.running.shop
    await expect(makeAdmin({ db }, { email: buyer.email, password: adminPassword })).rejects.toThrow(
      'already',
    )
    expect((await buyer.get('/private/me')).body.role).toBe('CUSTOMER')
  })
})
