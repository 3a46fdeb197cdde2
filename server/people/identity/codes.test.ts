import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusesOf } from '../../../tests/setup/client.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { anotherCode, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const verify = (email: string, otp: string, browser = browserAt(shop)) =>
  browser.post('/auth/verify-otp', { email, otp })
const login = (email: string) => browserAt(shop).post('/auth/login', { email, password })

describe('a one-time code', () => {
  test('verifies the e-mail, is answered with a JSON string and allows the login', async () => {
    const code = await signUp(shop, 'right@codes.test')
    expect((await login('right@codes.test')).status).toBe(401)
    const answer = await verify('right@codes.test', code)
    expect(answer).toMatchObject({ status: 200, body: 'Email verified successfully!' })
    expect((await login('right@codes.test')).status).toBe(200)
  })

  test('that is wrong is refused and verifies nothing', async () => {
    const code = await signUp(shop, 'wrong@codes.test')
    expect(await verify('wrong@codes.test', anotherCode(code))).toMatchObject({
      status: 400,
      body: { msg: 'Invalid OTP' },
    })
    expect((await login('wrong@codes.test')).status).toBe(401)
  })

  test('is locked after five wrong attempts, for the right code as well', async () => {
    const browser = browserAt(shop)
    const code = await signUp(shop, 'locked@codes.test', browser)
    for (let i = 0; i < 5; i += 1) {
      const wrong = await verify('locked@codes.test', anotherCode(code), browser)
      expect(wrong.body).toEqual({ msg: 'Invalid OTP' })
    }
    expect(await verify('locked@codes.test', code, browser)).toMatchObject({
      status: 400,
      body: { msg: 'Too many wrong attempts. Please request a new OTP.' },
    })
    expect((await login('locked@codes.test')).status).toBe(401)
  })

  test('is accepted at the fifth attempt', async () => {
    const browser = browserAt(shop)
    const code = await signUp(shop, 'fifth@codes.test', browser)
    await statusesOf(4, () => verify('fifth@codes.test', anotherCode(code), browser))
    expect((await verify('fifth@codes.test', code, browser)).status).toBe(200)
  })

  test('stays locked after any number of concurrent wrong attempts', async () => {
    const browser = browserAt(shop)
    const code = await signUp(shop, 'at-once@codes.test', browser)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => verify('at-once@codes.test', anotherCode(code), browser)),
    )
    expect(answers.filter((answer) => answer.body.msg === 'Invalid OTP')).toHaveLength(5)
    expect((await verify('at-once@codes.test', code, browser)).status).toBe(400)
  })

  test('is invalid after a new one was sent, which has five attempts of its own', async () => {
    const email = 'resent@codes.test'
    const browser = browserAt(shop)
    const old = await signUp(shop, email, browser)
    await statusesOf(5, () => verify(email, anotherCode(old), browser))
    await advanceTime(shop, 31)
    expect((await browser.post('/auth/resend-otp', { email })).status).toBe(200)
    const fresh = await newestCode(shop, email, 2)
    expect((await verify(email, old, browser)).body).toEqual({ msg: 'Invalid OTP' })
    expect((await verify(email, fresh, browser)).status).toBe(200)
  })

  test('is valid until its last seconds and refused after ten minutes', async () => {
    const inTime = await signUp(shop, 'in-time@codes.test')
    const late = await signUp(shop, 'late@codes.test')
    await advanceTime(shop, 590)
    expect((await verify('in-time@codes.test', inTime)).status).toBe(200)
    await advanceTime(shop, 10)
    expect(await verify('late@codes.test', late)).toMatchObject({
      status: 400,
      body: { msg: 'OTP has expired. Please request a new one.' },
    })
    expect((await login('late@codes.test')).status).toBe(401)
  })

  test('can be used once: of 100 concurrent uses one succeeds', async () => {
    const code = await signUp(shop, 'once@codes.test')
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify('once@codes.test', code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(99)
  })

  test('is valid for its purpose and account only', async () => {
    const code = await signUp(shop, 'purpose@codes.test')
    await signUp(shop, 'neighbour@codes.test')
    const asReset = { email: 'purpose@codes.test', otp: code, newPassword: 'another-secret' }
    expect((await browserAt(shop).post('/auth/reset-password', asReset)).body).toEqual({ msg: 'Invalid OTP' })
    expect((await verify('neighbour@codes.test', code)).body).toEqual({ msg: 'Invalid OTP' })
    await browserAt(shop).post('/auth/forgot-password/purpose%40codes.test')
    const resetCode = await newestCode(shop, 'purpose@codes.test', 2)
    expect((await verify('purpose@codes.test', resetCode)).body).toEqual({ msg: 'Invalid OTP' })
    expect((await verify('purpose@codes.test', code)).status).toBe(200)
  })

  test('is invalid for another purpose or account even if its row is copied', async () => {
    const code = await signUp(shop, 'copied@codes.test')
    await signUp(shop, 'target@codes.test')
    const copy = (account: string, purpose: string) =>
      shop.db.query(sql`
        insert into one_time_code (account_id, purpose, code_hash, tries_left, expires_at)
        select t.id, ${purpose}, c.code_hash, 5, c.expires_at from account t, one_time_code c join account a on a.id = c.account_id
        where t.email = ${account} and a.email = 'copied@codes.test' and c.purpose = 'verify-email'
        on conflict (account_id, purpose) do update set code_hash = excluded.code_hash`)
    await copy('target@codes.test', 'verify-email')
    await copy('copied@codes.test', 'reset-password')
    expect((await verify('target@codes.test', code)).body).toEqual({ msg: 'Invalid OTP' })
    const asReset = { email: 'copied@codes.test', otp: code, newPassword: 'another-secret' }
    expect((await browserAt(shop).post('/auth/reset-password', asReset)).body).toEqual({ msg: 'Invalid OTP' })
    expect((await verify('copied@codes.test', code)).status).toBe(200)
  })

  test('is compared with fifty guesses of other browsers in a day', async () => {
    const email = 'day@codes.test'
    const code = await signUp(shop, email)
    const answers = []
    for (let i = 0; i < 60; i += 1) answers.push((await verify(email, anotherCode(code))).body.msg)
    expect(answers.filter((msg) => msg === 'Invalid OTP')).toHaveLength(50)
    expect((await verify(email, code)).body).toEqual({
      msg: 'Too many wrong attempts. Please request a new OTP.',
    })
  })

  test('has six digits and is in the body of the mail, not in its subject', async () => {
    const code = await signUp(shop, 'mail@codes.test')
    const [mail] = await shop.mail('mail@codes.test')
    expect(code).toMatch(/^\d{6}$/)
    expect(mail?.subject).not.toMatch(/\d{6}/)
    expect(mail?.html).toContain(code)
  })
})
