import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { mailsQueued, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signedIn, signUp, signupBody } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const register = (body: object) => browserAt(shop).post('/auth/customer/signup', body)
const login = (email: string, secret = password) =>
  browserAt(shop).post('/auth/login', { email, password: secret })

describe('signing up as a customer', () => {
  test('creates an unverified account with the entered details', async () => {
    const email = 'new@signup.test'
    const otp = await signUp(shop, email)
    const browser = browserAt(shop)
    expect((await browser.post('/auth/login', { email, password })).status).toBe(401)
    expect((await browser.post('/auth/verify-otp', { email, otp })).status).toBe(200)
    expect((await browser.get('/private/me')).body).toEqual({ email: 'new@signup.test', role: 'CUSTOMER' })
    const profile = (await browser.get('/private/profile')).body
    expect(profile).toMatchObject({
      firstName: 'Asha',
      lastName: 'Rao',
      mobile: '9876543210',
      email: 'new@signup.test',
    })
    expect(Math.abs(Date.now() - Date.parse(profile.createdAt))).toBeLessThan(60_000)
  })

  test('gives the same answer for an e-mail with a verified account, changes nothing and informs the owner by mail', async () => {
    const owner = await signedIn(shop, 'owner@signup.test')
    await advanceTime(shop, 31)
    const stranger = await register({
      ...signupBody('owner@signup.test'),
      firstName: 'Mallory',
      password: 'stolen-secret',
    })
    const fresh = await register(signupBody('nobody@signup.test'))
    expect([stranger.status, JSON.stringify(stranger.body)]).toEqual([
      fresh.status,
      JSON.stringify(fresh.body),
    ])
    expect((await login('owner@signup.test', 'stolen-secret')).status).toBe(400)
    expect((await owner.get('/private/profile')).body.firstName).toBe('Asha')
    const [mail] = await shop.mail('owner@signup.test')
    expect(mail?.subject).toContain('You already have an account')
    expect(mail?.text).toContain(`${shop.url}/login`)
    expect(mail?.text).toContain(`${shop.url}/reset-password`)
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
  })

  test('replaces an unverified account; the old password and the old code are invalid', async () => {
    const email = 'again@signup.test'
    const oldCode = await signUp(shop, email)
    const early = browserAt(shop)
    expect((await early.post('/auth/login', { email, password })).status).toBe(401)
    await advanceTime(shop, 31)
    expect(
      (await register({ ...signupBody(email), firstName: 'Bina', password: 'second-secret' })).status,
    ).toBe(200)
    const code = await newestCode(shop, email, 2)
    expect((await login(email)).status).toBe(400)
    expect((await early.post('/auth/verify-otp', { email, otp: oldCode })).body).toEqual({
      msg: 'Invalid OTP',
    })
    // The new code must not log in the browser that knew the replaced password.
    expect((await early.post('/auth/verify-otp', { email, otp: code })).status).toBe(200)
    expect((await early.get('/private/me')).status).toBe(401)
    const browser = browserAt(shop)
    await browser.post('/auth/login', { email, password: 'second-secret' })
    expect((await browser.get('/private/profile')).body.firstName).toBe('Bina')
  })

  test('is verified by the browser that made it or by one without a sign-up, not by one with an earlier sign-up', async () => {
    const email = 'overtaken@signup.test'
    const [owner, stranger] = [browserAt(shop), browserAt(shop)]
    await owner.post('/auth/customer/signup', signupBody(email))
    await advanceTime(shop, 31)
    await stranger.post('/auth/customer/signup', { ...signupBody(email), password: 'strangers-secret' })
    const otp = await newestCode(shop, email, 2)
    expect((await owner.post('/auth/verify-otp', { email, otp })).status).toBe(409)
    await owner.post(`/auth/forgot-password/${email}`)
    const reset = { email, otp: await newestCode(shop, email, 3), newPassword: 'third-secret' }
    expect((await owner.post('/auth/reset-password', reset)).status).toBe(409)
    expect((await login(email, 'strangers-secret')).status).toBe(401)
    // Two sign-ups in one browser, and one with another e-mail.
    await advanceTime(shop, 31)
    await owner.post('/auth/customer/signup', signupBody(email))
    await owner.post('/auth/customer/signup', signupBody('other-of-overtaken@signup.test'))
    const own = { email, otp: await newestCode(shop, email, 4) }
    expect((await owner.post('/auth/verify-otp', own)).status).toBe(200)
    expect((await login(email)).status).toBe(200)
  })

  test('replaces an unverified seller', async () => {
    const email = 'was-seller@signup.test'
    await signUp(shop, email)
    await shop.db.query(sql`update account set role = 'SELLER' where email = ${email}`)
    await shop.db.query(
      sql`delete from customer where account_id = (select id from account where email = ${email})`,
    )
    await advanceTime(shop, 31)
    await register(signupBody(email))
    const browser = browserAt(shop)
    await browser.post('/auth/verify-otp', { email, otp: await newestCode(shop, email, 2) })
    await browser.post('/auth/login', { email, password })
    expect((await browser.get('/private/me')).body).toEqual({ email, role: 'CUSTOMER' })
  })

  test('made concurrently with one e-mail creates one account and no error', async () => {
    const email = 'twice@signup.test'
    const before = await mailsQueued(shop)
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(signupBody(email))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(19)
    expect(await shop.db.query(sql`select 1 from account where email = ${email}`)).toHaveLength(1)
    expect(await mailsQueued(shop)).toBe(before + 1)
  })

  test('treats e-mails that differ in case as one account', async () => {
    await signUp(shop, 'case@signup.test')
    await advanceTime(shop, 31)
    expect((await register(signupBody('  CASE@Signup.TEST '))).status).toBe(200)
    expect(await shop.db.query(sql`select 1 from account where email ilike 'case@signup.test'`)).toHaveLength(
      1,
    )
    expect((await login('Case@signup.test')).status).toBe(401)
  })

  test('refuses what the specification refuses, with its messages', async () => {
    const body = signupBody('words@signup.test')
    const msg = async (change: object) => {
      const answer = await register({ ...body, ...change })
      return [answer.status, answer.body.msg]
    }
    expect(await msg({ firstName: ' ' })).toEqual([400, 'All fields are required!'])
    expect(await msg({ lastName: undefined })).toEqual([400, 'All fields are required!'])
    expect(await msg({ password: '12345' })).toEqual([400, 'Password must be at least 6 characters long'])
    expect(await msg({ mobile: '98765' })).toEqual([400, 'Phone number must be 10 digits.'])
    expect(await msg({ email: 'no-address' })).toEqual([400, 'Email address is invalid.'])
    expect(await msg({ email: 'a@b.test\r\nBcc: c@d.test' })).toEqual([400, 'Email address is invalid.'])
    expect(await shop.db.query(sql`select 1 from account where email = 'words@signup.test'`)).toEqual([])
  })

  test('cannot set role, verification or id', async () => {
    const email = 'sly@signup.test'
    await register({
      ...signupBody(email),
      role: 'ADMIN',
      verified: true,
      id: '00000000-0000-7000-8000-000000000000',
    })
    const [row] = await shop.db.query(
      sql`select role, email_verified_at as at from account where email = ${email}`,
    )
    expect(row).toEqual({ role: 'CUSTOMER', at: null })
  })
})

describe("the customer's profile", () => {
  test('changes names and mobile only', async () => {
    const browser = await signedIn(shop, 'edit@signup.test')
    const change = {
      firstName: ' Meera ',
      lastName: 'Iyer',
      mobile: '9123456780',
      email: 'other@signup.test',
      role: 'ADMIN',
    }
    expect(await browser.post('/private/profile/edit-customer', change)).toMatchObject({
      status: 200,
      body: { msg: 'Profile Updated Successfully' },
    })
    expect((await browser.get('/private/profile')).body).toMatchObject({
      firstName: 'Meera',
      lastName: 'Iyer',
      mobile: '9123456780',
      email: 'edit@signup.test',
    })
    expect((await browser.get('/private/me')).body.role).toBe('CUSTOMER')
    const wrong = await browser.post('/private/profile/edit-customer', { ...change, mobile: '12345' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { mobile: 'Phone number must be 10 digits.' }])
  })

  test('requires a session', async () => {
    for (const path of ['/private/me', '/private/profile'])
      expect((await shop.client().get(path)).status).toBe(401)
    expect((await shop.client().post('/private/profile/edit-customer', {})).status).toBe(401)
  })
})
