import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { mailsQueued, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signedIn, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const suspend = (email: string) =>
  shop.db.query(sql`update account set suspended_at = now() where email = ${email}`)

describe('logging in', () => {
  test('with the right password creates a session', async () => {
    await signedIn(shop, 'right@login.test')
    const browser = browserAt(shop)
    const answer = await browser.post('/auth/login', { email: 'right@login.test', password })
    expect([answer.status, answer.body.email, answer.body.role]).toEqual([
      200,
      'right@login.test',
      'CUSTOMER',
    ])
    expect((await browser.get('/private/me')).body).toEqual({ email: 'right@login.test', role: 'CUSTOMER' })
  })

  test('is answered with 401 only for the right password of an unverified account', async () => {
    await signUp(shop, 'unverified@login.test')
    const right = await browserAt(shop).post('/auth/login', { email: 'unverified@login.test', password })
    expect(right).toMatchObject({ status: 401, body: { msg: 'Please verify your email' } })
    const wrong = await browserAt(shop).post('/auth/login', {
      email: 'unverified@login.test',
      password: 'something-else',
    })
    expect(wrong).toMatchObject({ status: 400, body: { msg: 'Invalid email or password' } })
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('sends no mail if it fails', async () => {
    await signUp(shop, 'quiet@login.test')
    const before = await mailsQueued(shop)
    await browserAt(shop).post('/auth/login', { email: 'quiet@login.test', password: 'something-else' })
    await browserAt(shop).post('/auth/login', { email: 'nobody@login.test', password })
    expect(await mailsQueued(shop)).toBe(before)
  })

  test('uses the password exactly as entered, spaces included, and normalises composed letters', async () => {
    const typed = ' कमल é secret '
    const email = 'typed@login.test'
    await browserAt(shop).post('/auth/customer/signup', {
      firstName: 'A',
      lastName: 'B',
      email,
      mobile: '9000000000',
      password: typed,
    })
    await newestCode(shop, email)
    const status = async (secret: string) =>
      (await browserAt(shop).post('/auth/login', { email, password: secret })).status
    expect(await status(typed)).toBe(401)
    expect(await status(typed.normalize('NFD'))).toBe(401)
    expect(await status(typed.trim())).toBe(400)
  })

  test('is refused without e-mail or password, with the missing field', async () => {
    for (const body of [{}, { email: 'a@login.test' }, { email: '', password: '' }]) {
      expect(await browserAt(shop).post('/auth/login', body)).toMatchObject({
        status: 400,
        body: { msg: 'Email and password are required!' },
      })
    }
  })

  test('is refused for a suspended account, which is said only for the right password', async () => {
    await signedIn(shop, 'suspended@login.test')
    await suspend('suspended@login.test')
    const attempt = (secret: string) =>
      browserAt(shop).post('/auth/login', { email: 'suspended@login.test', password: secret })
    expect((await attempt(password)).status).toBe(403)
    expect(await attempt('something-else')).toMatchObject({
      status: 400,
      body: { msg: 'Invalid email or password' },
    })
  })
})

describe('verifying the e-mail creates a session', () => {
  test('in the browser that entered the right password before', async () => {
    const email = 'same@login.test'
    const otp = await signUp(shop, email)
    const browser = browserAt(shop)
    await browser.post('/auth/login', { email, password })
    expect((await browser.get('/private/me')).status).toBe(401)
    expect((await browser.post('/auth/verify-otp', { email, otp })).status).toBe(200)
    expect((await browser.get('/private/me')).body).toEqual({ email, role: 'CUSTOMER' })
  })

  test('in no other browser', async () => {
    const email = 'other@login.test'
    const otp = await signUp(shop, email)
    await browserAt(shop).post('/auth/login', { email, password })
    const other = browserAt(shop)
    const answer = await other.post('/auth/verify-otp', { email, otp })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect((await other.get('/private/me')).status).toBe(401)
  })

  test('not for the password of another account', async () => {
    const otp = await signUp(shop, 'victim@login.test')
    await signUp(shop, 'thief@login.test')
    const thief = browserAt(shop)
    await thief.post('/auth/login', { email: 'thief@login.test', password })
    expect((await thief.post('/auth/verify-otp', { email: 'victim@login.test', otp })).status).toBe(200)
    expect((await thief.get('/private/me')).status).toBe(401)
  })

  test('not if the password was entered more than a quarter of an hour ago', async () => {
    const email = 'slow@login.test'
    await signUp(shop, email)
    const browser = browserAt(shop)
    await browser.post('/auth/login', { email, password })
    await advanceTime(shop, 901)
    await browser.post('/auth/resend-otp', { email })
    expect(
      (await browser.post('/auth/verify-otp', { email, otp: await newestCode(shop, email, 2) })).status,
    ).toBe(200)
    expect((await browser.get('/private/me')).status).toBe(401)
  })

  test('not for a suspended account', async () => {
    const email = 'barred@login.test'
    const otp = await signUp(shop, email)
    const browser = browserAt(shop)
    await browser.post('/auth/login', { email, password })
    await suspend(email)
    const answer = await browser.post('/auth/verify-otp', { email, otp })
    // Not even one that would become valid when the suspension ends.
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    const sessions = sql`select 1 from session s join account a on a.id = s.account_id where a.email = ${email}`
    expect(await shop.db.query(sessions)).toEqual([])
  })
})
