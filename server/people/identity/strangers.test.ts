/** What strangers can do to an account by guessing: neither void its codes nor lock its owner out (docs/security.md, "Limits"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statusesOf, type TestClient } from '../../../tests/setup/client.ts'
import { advanceTime, endRateLimits, forgetUsedAppCodes } from '../../../tests/setup/clock.ts'
import { anotherNetwork } from '../../../tests/setup/guesses.ts'
import { anotherAppCode, anotherCode, appCode, newestCode } from '../../../tests/setup/mails.ts'
import { addAdmin, adminPassword, browserAt, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())
beforeEach(() => endRateLimits(shop))

const locked = 'Too many wrong attempts. Please request a new OTP.'
const verify = (browser: TestClient, email: string, otp: string) =>
  browser.post('/auth/verify-otp', { email, otp })

/** A browser of a network of its own. */
const elsewhere = () => browserAt(shop, anotherNetwork())

describe('guesses of a code from elsewhere', () => {
  test('do not void the code of a sign-up: its browser has all its tries', async () => {
    const email = 'voided@strangers.test'
    const owner = elsewhere()
    const code = await signUp(shop, email, owner)
    for (let i = 0; i < 3; i += 1) {
      const stranger = elsewhere()
      await statusesOf(6, () => verify(stranger, email, anotherCode(code)))
    }
    expect(await statusesOf(4, () => verify(owner, email, anotherCode(code)))).toEqual(Array(4).fill(400))
    expect((await verify(owner, email, code)).status).toBe(200)
  })

  test('of a network are five for a code; a client without cookies that asks again has new ones', async () => {
    const email = 'plain@strangers.test'
    const plain = () => browserAt(shop, '100.100.0.1')
    const code = await signUp(shop, email, plain())
    expect(await statusesOf(5, () => verify(plain(), email, anotherCode(code)))).toEqual(Array(5).fill(400))
    expect((await verify(plain(), email, code)).body).toEqual({ msg: locked })
    await advanceTime(shop, 31)
    expect((await plain().post('/auth/resend-otp', { email })).status).toBe(200)
    expect((await verify(plain(), email, await newestCode(shop, email, 2))).status).toBe(200)
  })
})

describe('wrong codes of an authenticator app by somebody who knows the password', () => {
  const withCode = (browser: TestClient, email: string, code?: string) =>
    browser.post('/auth/login', { email, password: adminPassword, ...(code !== undefined && { code }) })

  /** An owner who has set up an app in a browser. `enter` waits for no new code. */
  async function ownerWithApp(ip?: string) {
    const { email, id } = await addAdmin(shop)
    const home = ip === undefined ? elsewhere() : browserAt(shop, ip)
    const thief = elsewhere()
    for (const browser of [home, thief]) expect((await withCode(browser, email)).status).toBe(200)
    const { secret } = (await home.post('/private/second-factor/begin')).body
    const { body } = await home.post('/private/second-factor/confirm', { code: appCode(secret) })
    const enter = async (browser: TestClient, code = appCode(secret)) => {
      await forgetUsedAppCodes(shop, id)
      return withCode(browser, email, code)
    }
    return { email, home, thief, secret, enter, recovery: body.recoveryCodes as string[] }
  }

  test('in sessions of the account are counted together, however often one changes its token', async () => {
    const owner = await ownerWithApp()
    const { home, secret } = owner
    const guess = () =>
      home.post('/private/session/confirm', { password: adminPassword, code: anotherAppCode(secret) })
    const changed = { password: adminPassword, newPassword: adminPassword }
    expect(await statusesOf(3, guess)).toEqual([400, 400, 400])
    expect((await home.post('/private/password/change', changed)).status).toBe(200)
    expect(await statusesOf(3, guess)).toEqual([400, 400, 429])
  })
})
