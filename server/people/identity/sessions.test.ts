import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../tests/setup/client.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { browserAt, password, signedIn, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { createAccount } from './accounts.ts'
import { enforceRetention } from '../../administration/retention/enforce-retention.ts'
import { hashPassword } from './passwords.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const day = 86_400
const me = async (browser: TestClient) => (await browser.get('/private/me')).status
const login = (browser: TestClient, email: string) => browser.post('/auth/login', { email, password })

async function administrator(email: string): Promise<TestClient> {
  const passwordHash = await hashPassword(password)
  await shop.db.transaction((tx) =>
    createAccount(tx, { email, passwordHash, role: 'ADMIN', duties: ['owner'] }),
  )
  const browser = browserAt(shop)
  expect((await login(browser, email)).body).toMatchObject({ email, role: 'ADMIN' })
  return browser
}

describe('a session', () => {
  test('ends after seven days without a request', async () => {
    const browser = await signedIn(shop, 'idle@session.test')
    await advanceTime(shop, 7 * day - 60)
    expect(await me(browser)).toBe(200)
    await advanceTime(shop, 7 * day)
    expect(await me(browser)).toBe(401)
  })

  test('ends after thirty days even if it is used', async () => {
    const browser = await signedIn(shop, 'hard@session.test')
    for (let week = 1; week <= 4; week += 1) {
      await advanceTime(shop, 7 * day - 60)
      expect(await me(browser)).toBe(200)
    }
    await advanceTime(shop, 2 * day + 300)
    expect(await me(browser)).toBe(401)
  })

  test('of an administrator ends after half an hour without a request, and after twelve hours', async () => {
    const idle = await administrator('idle-admin@session.test')
    await advanceTime(shop, 29 * 60)
    expect(await me(idle)).toBe(200)
    await advanceTime(shop, 30 * 60)
    expect(await me(idle)).toBe(401)
    const busy = await administrator('busy-admin@session.test')
    for (let i = 0; i < 24; i += 1) {
      await advanceTime(shop, 29 * 60)
      expect(await me(busy)).toBe(200)
    }
    await advanceTime(shop, 25 * 60)
    expect(await me(busy)).toBe(401)
  })

  test('records its last use at most every few minutes', async () => {
    const email = 'touch@session.test'
    const browser = await signedIn(shop, email)
    const seen = async () => {
      const [row] = await shop.db.query<{ at: Date }>(sql`
        select last_seen_at as at from session s join account a on a.id = s.account_id where a.email = ${email}`)
      return row?.at.getTime()
    }
    await advanceTime(shop, 240)
    const before = await seen()
    await me(browser)
    expect(await seen()).toBe(before)
    await advanceTime(shop, 120)
    await Promise.all([me(browser), me(browser), me(browser)])
    expect(await seen()).toBeGreaterThan(Date.now() - 10_000)
  })

  test('of a suspended account is invalid', async () => {
    const email = 'suspended@session.test'
    const browser = await signedIn(shop, email)
    await shop.db.query(sql`update account set suspended_at = now() where email = ${email}`)
    expect(await me(browser)).toBe(401)
  })

  test('gets a new token at every login, and the old one ends', async () => {
    const browser = await signedIn(shop, 'renew@session.test')
    const old = browser.cookies.get('session') ?? ''
    await login(browser, 'renew@session.test')
    expect(browser.cookies.get('session')).not.toBe(old)
    expect(await me(browser)).toBe(200)
    browser.cookies.set('session', old)
    expect(await me(browser)).toBe(401)
  })

  test('is not created with a token that an attacker set in the browser', async () => {
    await signedIn(shop, 'planted@session.test')
    const browser = browserAt(shop)
    browser.cookies.set('session', 'A'.repeat(43))
    await login(browser, 'planted@session.test')
    expect(browser.cookies.get('session')).not.toBe('A'.repeat(43))
  })

  test('is not found by the hash that the database stores', async () => {
    const browser = await signedIn(shop, 'stolen@session.test')
    const [row] = await shop.db.query<{ hash: Buffer }>(sql`
      select token_hash as hash from session s join account a on a.id = s.account_id where a.email = 'stolen@session.test'`)
    browser.cookies.set('session', row?.hash.toString('base64url') ?? '')
    expect(await me(browser)).toBe(401)
  })

  test('ends at logout, other sessions of the account do not; a second logout is answered with 200 as well', async () => {
    const browser = await signedIn(shop, 'out@session.test')
    const other = browserAt(shop)
    await login(other, 'out@session.test')
    const stolen = browser.cookies.get('session') ?? ''
    const answer = await browser.post('/auth/logout')
    expect([answer.status, answer.body]).toEqual([200, { msg: 'Logged out Successfully!' }])
    expect([...browser.cookies.keys()]).toEqual(['browser'])
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    browser.cookies.set('session', stolen)
    expect(await me(browser)).toBe(401)
    expect(await me(other)).toBe(200)
    expect((await browser.post('/auth/logout')).status).toBe(200)
    expect((await shop.client().post('/auth/logout')).status).toBe(200)
  })

  test('is deleted after it has ended, like codes and password proofs; live ones stay', async () => {
    const gone = await signedIn(shop, 'swept@session.test')
    await signUp(shop, 'swept-code@session.test')
    await login(browserAt(shop), 'swept-code@session.test')
    await advanceTime(shop, 8 * day)
    const live = await signedIn(shop, 'kept@session.test')
    await signUp(shop, 'kept-code@session.test')
    await enforceRetention(shop.running.shop)
    const left = await shop.db.query<{ email: string; kind: string }>(sql`
      select a.email, x.kind from account a join (
        select account_id, 'session' as kind from session union all select account_id, 'code' from one_time_code
        union all select account_id, 'proof' from password_proof) x on x.account_id = a.id order by a.email`)
    expect(left).toEqual([
      { email: 'kept-code@session.test', kind: 'code' },
      { email: 'kept@session.test', kind: 'session' },
    ])
    expect([await me(gone), await me(live)]).toEqual([401, 200])
  })
})

describe('the cookies', () => {
  const attributes = (lines: string[]) => lines.map((line) => line.replace(/=[\w-]{43};/, '=TOKEN;')).sort()

  test('on http are HttpOnly and Lax, with a readable hint of the same lifetime that is no secret', async () => {
    await signedIn(shop, 'cookies@session.test')
    const answer = await login(browserAt(shop), 'cookies@session.test')
    expect(attributes(answer.headers.getSetCookie())).toEqual([
      'browser=TOKEN; Path=/; Max-Age=15552000; SameSite=Lax; HttpOnly',
      'password_proof=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
      'session=TOKEN; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly',
      'signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax',
    ])
  })

  test('of an administrator last twelve hours', async () => {
    const browser = await administrator('cookies-admin@session.test')
    const lines = (await login(browser, 'cookies-admin@session.test')).headers.getSetCookie()
    expect(lines.filter((line) => line.includes('Max-Age=43200'))).toHaveLength(2)
  })

  test('on https are Secure and bound to the host by their prefix', async () => {
    const secure = await startTestShop({ env: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://shop.test' } })
    try {
      await signUp(secure, 'https@session.test')
      const proof = await browserAt(secure).post('/auth/login', { email: 'https@session.test', password })
      expect(attributes(proof.headers.getSetCookie())).toEqual([
        '__Host-password_proof=TOKEN; Path=/; Max-Age=900; SameSite=Lax; HttpOnly; Secure',
      ])
      const browser = await signedIn(secure, 'https-2@session.test')
      const answer = await login(browser, 'https-2@session.test')
      expect(attributes(answer.headers.getSetCookie())).toEqual([
        '__Host-browser=TOKEN; Path=/; Max-Age=15552000; SameSite=Lax; HttpOnly; Secure',
        '__Host-password_proof=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly; Secure',
        '__Host-session=TOKEN; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure',
        '__Host-signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure',
      ])
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(await me(browser)).toBe(200)
      // A cookie that a sibling domain could set is ignored.
      const planted = browserAt(secure)
      planted.cookies.set('session', browser.cookies.get('__Host-session') ?? '')
      expect(await me(planted)).toBe(401)
    } finally {
      await secure.stop()
    }
  })
})
