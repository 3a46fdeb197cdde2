/** What strangers can do to an account by guessing: neither void its codes nor lock its owner out (docs/security.md, "Limits"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statusesOf, type TestClient } from '../../../tests/setup/client.ts'
import { advanceTime, endRateLimits } from '../../../tests/setup/clock.ts'
import { addOwnerWithApp } from '../../../tests/setup/factor.ts'
import { elsewhere, locked } from '../../../tests/setup/guesses.ts'
import { anotherAppCode, anotherCode, newestCode } from '../../../tests/setup/mails.ts'
import { adminPassword, browserAt, signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())
beforeEach(() => endRateLimits(shop))

const verify = (browser: TestClient, email: string, otp: string) =>
  browser.post('/auth/verify-otp', { email, otp })

describe('guesses of a code from elsewhere', () => {
  test('do not void the code of a sign-up: its browser has all its tries', async () => {
    const email = 'voided@strangers.test'
    const owner = elsewhere(shop)
    const code = await signUp(shop, email, owner)
    for (let i = 0; i < 3; i += 1) {
      const stranger = elsewhere(shop)
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
  test('in sessions of the account are counted together, however often one changes its token', async () => {
    const { home, secret } = await addOwnerWithApp(shop)
    const guess = () =>
      home.post('/private/session/confirm', { password: adminPassword, code: anotherAppCode(secret) })
    const changed = { password: adminPassword, newPassword: adminPassword }
    expect(await statusesOf(3, guess)).toEqual([400, 400, 400])
    expect((await home.post('/private/password/change', changed)).status).toBe(200)
    expect(await statusesOf(3, guess)).toEqual([400, 400, 429])
  })
})
