import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusesOf } from '../../../tests/setup/client.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { anotherCode, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signedIn, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const newPassword = 'a-new-secret'
const forgot = (email: string, browser = browserAt(shop)) =>
  browser.post(`/auth/forgot-password/${encodeURIComponent(email)}`)
const reset = (email: string, otp: string, secret = newPassword, browser = browserAt(shop)) =>
  browser.post('/auth/reset-password', { email, otp, newPassword: secret })
const login = async (email: string, secret: string) =>
  (await browserAt(shop).post('/auth/login', { email, password: secret })).status

/** Requests a code and returns it; waits until the address has `count` mails. */
async function resetCode(email: string, count = 1): Promise<string> {
  expect((await forgot(email)).status).toBe(200)
  return newestCode(shop, email, count)
}

describe('resetting the password', () => {
  test('sets the new password, ends every session and creates none', async () => {
    const email = 'owner@reset.test'
    const [first, neighbour] = [await signedIn(shop, email), await signedIn(shop, 'neighbour@reset.test')]
    const second = browserAt(shop)
    await second.post('/auth/login', { email, password })
    const answer = await reset(email, await resetCode(email))
    expect([answer.status, answer.body]).toEqual([200, { msg: 'Password reset successfully!' }])
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^browser=/)])
    for (const browser of [first, second]) expect((await browser.get('/private/me')).status).toBe(401)
    expect((await neighbour.get('/private/me')).status).toBe(200)
    expect(await login(email, password)).toBe(400)
    expect(await login(email, newPassword)).toBe(200)
  })

  test('informs the owner by mail', async () => {
    const email = 'told@reset.test'
    await signedIn(shop, email)
    await reset(email, await resetCode(email))
    const [mail] = await shop.mail(email, 2)
    expect(mail?.subject).toContain('Your password was changed')
    expect(mail?.text).not.toContain(newPassword)
  })

  test('leaves no session of a concurrent login with the old password', async () => {
    const email = 'race@reset.test'
    await signedIn(shop, email)
    const otp = await resetCode(email)
    const logins = Array.from({ length: 12 }, () => login(email, password))
    const [answer] = await Promise.all([reset(email, otp), ...logins])
    expect(answer?.status).toBe(200)
    const left = await shop.db.query(
      sql`select 1 from session s join account a on a.id = s.account_id where a.email = ${email}`,
    )
    expect(left).toEqual([])
  })

  test('works for an unverified account, and verifies it', async () => {
    const email = 'unverified@reset.test'
    const verifyCode = await signUp(shop, email)
    const early = browserAt(shop)
    await early.post('/auth/login', { email, password })
    expect((await reset(email, await resetCode(email, 2))).status).toBe(200)
    expect(await login(email, newPassword)).toBe(200)
    // Neither the code of the sign-up nor the earlier password is valid any more.
    expect((await early.post('/auth/verify-otp', { email, otp: verifyCode })).status).toBe(400)
    expect(
      await shop.db.query(sql`
      select 1 from password_proof p join account a on a.id = p.account_id where a.email = ${email}`),
    ).toEqual([])
  })

  test('accepts a code once, also if it is used many times concurrently', async () => {
    const email = 'once@reset.test'
    await signedIn(shop, email)
    const otp = await resetCode(email)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => reset(email, otp, `secret-number-${i}`)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(29)
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(await login(email, `secret-number-${winner}`)).toBe(200)
  })

  test('refuses a wrong, a replaced, an expired and a locked code, and changes nothing', async () => {
    const email = 'refused@reset.test'
    const browser = await signedIn(shop, email)
    const old = await resetCode(email)
    expect(await reset(email, anotherCode(old))).toMatchObject({ status: 400, body: { msg: 'Invalid OTP' } })
    await advanceTime(shop, 31)
    const late = await resetCode(email, 2)
    expect((await reset(email, old)).body).toEqual({ msg: 'Invalid OTP' })
    await advanceTime(shop, 600)
    expect(await reset(email, late)).toMatchObject({
      status: 400,
      body: { msg: 'OTP has expired. Please request a new one.' },
    })
    expect((await forgot(email, browser)).status).toBe(200)
    const code = await newestCode(shop, email, 3)
    await statusesOf(5, () => reset(email, anotherCode(code), newPassword, browser))
    expect(await reset(email, code, newPassword, browser)).toMatchObject({
      status: 400,
      body: { msg: 'Too many wrong attempts. Please request a new OTP.' },
    })
    expect((await browser.get('/private/me')).status).toBe(200)
    expect(await login(email, password)).toBe(200)
  })

  test('requires six characters, and a refused password does not consume the code', async () => {
    const email = 'short@reset.test'
    await signedIn(shop, email)
    const otp = await resetCode(email)
    expect(await reset(email, otp, '12345')).toMatchObject({
      status: 400,
      body: { msg: 'Password must be at least 6 characters' },
    })
    expect(await reset(email, '12', newPassword)).toMatchObject({
      status: 400,
      body: { msg: 'Enter a valid 6-digit OTP' },
    })
    expect((await reset(email, otp)).status).toBe(200)
  })
})
