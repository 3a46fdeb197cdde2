/** The devices of an account, logging them out, and changing the password (docs/security.md; ASVS V7.4, V7.5, V6.2). */
// @module-tag nightly: Twenty sessions of one account. sessions.test.ts proves when a session ends each time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import {
  addAdmin,
  adminPassword,
  auditOf,
  browserAt,
  password,
  signedIn,
  signUp,
} from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { deviceOf } from './rules.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

async function another(email: string, userAgent: string, ip?: string) {
  const browser = browserAt(shop, ip)
  const { status } = await browser.post('/auth/login', { email, password }, { 'user-agent': userAgent })
  expect(status).toBe(200)
  return browser
}

describe('own devices', () => {
  test('are listed with browser and system, the present one first; an ended session is not', async () => {
    const email = 'devices@buyers.hariyali.test'
    const first = await signedIn(shop, email)
    await advanceTime(shop, 60)
    const phone = await another(email, iphone, '198.51.100.7')
    const idle = await another(email, chrome)
    await shop.db.query(sql`
      update session set last_seen_at = now() - interval '8 days'
      where account_id = (select id from account where email = ${email}) and user_agent = ${chrome}`)
    const { body } = await phone.get('/private/session/get')
    expect(body).toMatchObject([
      { current: true, device: 'Safari on iPhone', ip: '198.51.100.7' },
      { current: false, device: 'Unknown device' },
    ])
    expect((await idle.get('/private/me')).status).toBe(401)
    expect((await first.get('/private/session/get')).body.map((one: any) => one.current)).toEqual([
      true,
      false,
    ])
    // Nothing in the list is a credential: the ids are not the keys of the table.
    const [row] = await shop.db.query<{ hash: string }>(
      sql`select string_agg(encode(token_hash, 'hex'), ' ') as hash from session`,
    )
    for (const { id } of body) expect(row?.hash).not.toContain(id)
  })

  test('are logged out with the password, those of other accounts are not', async () => {
    const email = 'ends@buyers.hariyali.test'
    const here = await signedIn(shop, email)
    const there = await another(email, chrome)
    const stranger = await signedIn(shop, 'stranger@buyers.hariyali.test')
    const [foreign] = (await stranger.get('/private/session/get')).body
    const list = (await here.get('/private/session/get')).body
    const ids = [...list.filter((one: any) => !one.current).map((one: any) => one.id), foreign.id]

    const wrong = await here.post('/private/session/end', { ids, password: 'not this one' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This password is not right.' }])
    expect((await there.get('/private/me')).status).toBe(200)

    const done = await here.post('/private/session/end', { ids, password })
    expect([done.status, done.body]).toEqual([200, { msg: 'One device was logged out.' }])
    expect((await there.get('/private/me')).status).toBe(401)
    expect((await here.get('/private/me')).status).toBe(200)
    expect((await stranger.get('/private/me')).status).toBe(200)
    const admin = await addAdmin(shop)
    expect(await auditOf(admin, { q: email, act: 'sessions-ended' })).toMatchObject([{ by: { name: email } }])
  })

  test(`are ${limits.sessionsMax} at most: the least recently used one is logged out`, async () => {
    const email = 'many@buyers.hariyali.test'
    const first = await signedIn(shop, email)
    for (let i = 1; i < limits.sessionsMax; i += 1) await another(email, chrome)
    expect((await first.get('/private/session/get')).body).toHaveLength(limits.sessionsMax)
    await another(email, iphone)
    expect((await first.get('/private/me')).status).toBe(401)
  })

  test.each([
    [chrome, 'Chrome on Windows'],
    [`${chrome} Edg/140.0`, 'Edge on Windows'],
    [iphone, 'Safari on iPhone'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    ['curl/8', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
  ])('%s is %s', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name)
  })
})

test('the IP address is that of the connection; behind a proxy it is the last entry of the header', async () => {
  const direct = await startTestShop()
  try {
    const spoofed = { 'x-forwarded-for': '203.0.113.9' }
    const customer = await direct.customer()
    await customer.post('/auth/login', { email: customer.email, password: customer.password }, spoofed)
    expect((await customer.get('/private/session/get')).body[0].ip).toMatch(/127\.0\.0\.1$/)
  } finally {
    await direct.stop()
  }
  const email = 'hops@buyers.hariyali.test'
  await signedIn(shop, email)
  const behind = await another(email, chrome, '203.0.113.9, 198.51.100.8')
  expect((await behind.get('/private/session/get')).body[0].ip).toBe('198.51.100.8')
})

describe('changing the password', () => {
  test('requires the current one, logs every other device out and gives this one a new token', async () => {
    const email = 'change@buyers.hariyali.test'
    const here = await signedIn(shop, email)
    const there = await another(email, chrome)
    const change = (body: object) => here.post('/private/password/change', body)
    expect((await change({ password: 'not this one', newPassword: 'another-secret' })).body).toEqual({
      msg: 'This password is not right.',
      fields: { password: 'This password is not right.' },
    })
    expect((await change({ password, newPassword: 'short' })).body.fields).toEqual({
      newPassword: 'Password must be at least 6 characters',
    })
    expect((await there.get('/private/me')).status).toBe(200)

    const old = here.cookies.get('session')
    const done = await change({ password, newPassword: 'another-secret' })
    expect([done.status, done.body]).toEqual([
      200,
      { msg: 'Password changed. Your other devices are logged out.' },
    ])
    expect(here.cookies.get('session')).not.toBe(old)
    expect((await here.get('/private/me')).body.email).toBe(email)
    expect((await there.get('/private/me')).status).toBe(401)
    here.cookies.set('session', old ?? '')
    expect((await here.get('/private/me')).status).toBe(401)
    const logIn = (secret: string) => browserAt(shop).post('/auth/login', { email, password: secret })
    expect((await logIn(password)).status).toBe(400)
    expect((await logIn('another-secret')).status).toBe(200)
    await untilMailed(shop, email, 'Your password was changed')
  })

  test('of an administrator requires twelve characters, by change and by reset', async () => {
    const admin = await addAdmin(shop)
    const short = { newPassword: 'eleven-char' }
    const changed = await admin.post('/private/password/change', { password: adminPassword, ...short })
    expect([changed.status, changed.body.fields?.newPassword]).toEqual([
      400,
      'The password must have at least 12 characters.',
    ])
    await admin.post(`/auth/forgot-password/${admin.email}`)
    const [mail] = await shop.mail(admin.email)
    const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    const reset = (newPassword: string) =>
      admin.post('/auth/reset-password', { email: admin.email, otp, newPassword })
    expect((await reset(short.newPassword)).status).toBe(400)
    expect((await reset('twelve-chars')).status).toBe(200)
  })

  test('has the limits of a login', async () => {
    const here = await signedIn(shop, 'tries@buyers.hariyali.test')
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push(
        (
          await here.post('/private/password/change', {
            password: `wrong ${i}`,
            newPassword: 'another-secret',
          })
        ).status,
      )
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })

  test('is refused for an unverified account', async () => {
    await signUp(shop, 'nobody@buyers.hariyali.test')
    const answer = await browserAt(shop).post('/private/password/change', { password, newPassword: 'x' })
    expect(answer.status).toBe(401)
  })
})
