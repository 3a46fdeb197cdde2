/** Guesses and codes of strangers do not keep an owner out of the browsers that the account knows. */
// @module-tag nightly: Hundreds of tries. strangers.test.ts proves each time that a guess voids no code.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { statusesOf, type TestClient } from '../../../tests/setup/client.ts'
import { advanceTime, endRateLimits } from '../../../tests/setup/clock.ts'
import { addOwnerWithApp, logInWithCode, type OwnerWithApp } from '../../../tests/setup/factor.ts'
import { anotherNetwork, challengeIn, elsewhere, locked, proofFor } from '../../../tests/setup/guesses.ts'
import { anotherAppCode, anotherCode, appCode, newestCode } from '../../../tests/setup/mails.ts'
import { adminPassword, browserAt, password, signedIn, signUp, verify } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())
beforeEach(() => endRateLimits(shop))

const newPassword = 'a-new-secret'
const reset = (browser: TestClient, email: string, otp: string) =>
  browser.post('/auth/reset-password', { email, otp, newPassword })
const forgot = (browser: TestClient, email: string) => browser.post(`/auth/forgot-password/${email}`)
const login = (browser: TestClient, email: string, secret = password, headers = {}) =>
  browser.post('/auth/login', { email, password: secret }, headers)

describe('guesses of a code from elsewhere', () => {
  test('do not keep the owner from a new password, however many networks they come from', async () => {
    const email = 'kept-out@strangers.test'
    await signedIn(shop, email)
    const owner = elsewhere(shop)
    expect((await forgot(owner, email)).status).toBe(200)
    const code = await newestCode(shop, email)
    for (let i = 0; i < 30; i += 1) await reset(elsewhere(shop), email, anotherCode(code))
    for (let i = 0; i < 30; i += 1) await reset(elsewhere(shop), email, anotherCode(code))
    expect((await reset(elsewhere(shop), email, code)).body).toEqual({ msg: locked })
    expect((await reset(owner, email, code)).status).toBe(200)
  })

  test('and codes that strangers ask for do not keep out a browser in which the owner has logged in before', async () => {
    const email = 'known@strangers.test'
    const owner = elsewhere(shop)
    await verify(owner, email, await signUp(shop, email, owner))
    expect((await login(owner, email)).status).toBe(200)
    // All codes of the hour are asked for by somebody else, who guesses, with others, until nobody may any more.
    for (let sent = 2; sent <= 6; sent += 1) {
      const stranger = elsewhere(shop)
      expect((await forgot(stranger, email)).status).toBe(200)
      for (let i = 0; i < 5; i += 1) await reset(stranger, email, '000000')
      await newestCode(shop, email, sent)
      await advanceTime(shop, 31)
    }
    for (let i = 0; i < 60; i += 1) await reset(elsewhere(shop), email, '000000')
    expect((await forgot(owner, email)).status).toBe(429)
    await owner.post('/auth/logout')
    expect((await reset(owner, email, await newestCode(shop, email, 6))).status).toBe(200)
  })

  test('the tries of a browser stay five for each code that it asks for, and become one after twenty codes of a day', async () => {
    const email = 'many-codes@strangers.test'
    const browser = elsewhere(shop)
    await signedIn(shop, email, elsewhere(shop))
    const tried: number[] = []
    for (let sent = 1; sent <= 22; sent += 1) {
      expect((await forgot(browser, email)).status).toBe(200)
      let compared = 0
      for (let i = 0; i < 7; i += 1)
        if ((await reset(browser, email, '000000')).body.msg === 'Invalid OTP') compared += 1
      tried.push(compared)
      await advanceTime(shop, 721)
    }
    expect(tried).toEqual([...Array(20).fill(5), 1, 1])
  })
})

describe('wrong passwords of neighbours', () => {
  /** Wrong log-ins at an address that many share. Only the last one is made, the others are written. */
  async function useUp(ip: string, network = ip, wrong = 100): Promise<void> {
    const key = `login-wrong-ip:${network}`
    await login(browserAt(shop, ip), 'nobody@strangers.test', 'guess')
    await shop.db.query(sql`update rate_limit set hits = ${wrong} where key = ${key}`)
  }

  test('are no plain no: the right password gets in with a proof of work, once', async () => {
    const email = 'neighbour@strangers.test'
    await signedIn(shop, email, elsewhere(shop))
    const ip = anotherNetwork()
    for (let i = 0; i < 10; i += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => login(browserAt(shop, ip), `nobody-${i}@strangers.test`, 'guess')),
      )
    const here = browserAt(shop, ip)
    const refused = await login(here, email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const proof = await proofFor(refused)
    expect((await login(here, email, 'guess', proof)).body.msg).toBe('Invalid email or password')
    // Used once, the proof is worth nothing; so is one for another e-mail.
    const again = await login(here, email, password, proof)
    expect(again.status).toBe(429)
    const other = await proofFor(await login(here, 'other@strangers.test'))
    expect((await login(here, email, password, other)).status).toBe(429)
    const [name = '', value = ''] = Object.entries(await proofFor(again))[0] ?? []
    expect(
      (
        await login(here, email, password, {
          [name]: value.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
        })
      ).status,
    ).toBe(429)
    expect((await login(here, email, password, { [name]: value })).status).toBe(200)
  })

  test('do not concern a browser in which the account was logged in to before', async () => {
    const email = 'at-home@strangers.test'
    const ip = anotherNetwork()
    const home = await signedIn(shop, email, browserAt(shop, ip))
    await home.post('/auth/logout')
    await useUp(ip)
    await statusesOf(12, () => login(browserAt(shop, ip), email, 'guess'))
    expect((await login(home, email)).status).toBe(200)
    // Its own guesses are counted like those of anybody.
    expect(await statusesOf(11, () => login(home, email, 'guess'))).toEqual([...Array(10).fill(400), 429])
    expect((await login(home, email)).status).toBe(429)
  })

  test('from many networks of one IPv6 customer count together, and so do those for one account from everywhere', async () => {
    const email = 'everywhere@strangers.test'
    await signedIn(shop, email, elsewhere(shop))
    await useUp('2001:db8:77:1::1', '2001:db8:77::/48', 300)
    const fresh = browserAt(shop, '2001:db8:77:ffff::1')
    const refused = await login(fresh, email)
    expect(challengeIn(refused)).toBeDefined()
    expect((await login(browserAt(shop, '2001:db8:78::1'), email)).status).toBe(200)
    expect((await login(fresh, email, password, await proofFor(refused))).status).toBe(200)
    // With proofs, too, there is an end of it.
    const unknown = browserAt(shop, '2001:db8:77:fffe::1')
    const late = await login(unknown, email, 'guess')
    await useUp('2001:db8:77:2::1', '2001:db8:77::/48', 3_000)
    expect((await login(unknown, email, password, await proofFor(late))).status).toBe(429)

    const wanted = 'wanted@strangers.test'
    await signedIn(shop, wanted, elsewhere(shop))
    for (let i = 0; i < 10; i += 1)
      await Promise.all(Array.from({ length: 10 }, () => login(elsewhere(shop), wanted, 'guess')))
    const asked = await login(elsewhere(shop), wanted)
    expect(asked.status).toBe(429)
    expect((await login(elsewhere(shop), wanted, password, await proofFor(asked))).status).toBe(200)
    // The same for an e-mail without an account.
    await Promise.all(
      Array.from({ length: 100 }, () => login(elsewhere(shop), 'nobody@strangers.test', 'guess')),
    )
    expect(challengeIn(await login(elsewhere(shop), 'nobody@strangers.test'))).toBeDefined()
  })

  test('a challenge is of the shop and of five minutes', async () => {
    const email = 'late@strangers.test'
    await signedIn(shop, email, elsewhere(shop))
    const ip = anotherNetwork()
    await useUp(ip)
    const here = browserAt(shop, ip)
    const proof = await proofFor(await login(here, email))
    const [name = '', value = ''] = Object.entries(proof)[0] ?? []
    // Its time is signed: a later one is no challenge of the shop.
    const later = value.replace(/^[^.]+/, (time) => (parseInt(time, 36) + 60_000).toString(36))
    expect((await login(here, email, password, { [name]: later })).status).toBe(429)
    expect((await login(here, email, password, { [name]: 'x'.repeat(300) })).status).toBe(429)
    expect((await login(here, email, password, { [name]: value })).status).toBe(200)
  })
})

describe('codes asked for by neighbours', () => {
  test('let others of the network ask with a proof of work, ten times as often', async () => {
    const ip = anotherNetwork()
    for (let i = 0; i < 30; i += 1)
      expect((await forgot(browserAt(shop, ip), `asks-${i}@strangers.test`)).status).toBe(200)
    const email = 'thirsty@strangers.test'
    await signedIn(shop, email, elsewhere(shop))
    const here = browserAt(shop, ip)
    const refused = await forgot(here, email)
    expect(refused.status).toBe(429)
    const asked = await here.post(`/auth/forgot-password/${email}`, undefined, await proofFor(refused))
    expect(asked.status).toBe(200)
    await shop.db.query(sql`update rate_limit set hits = 300 where key = ${`code-sent-ip:${ip}`}`)
    const more = await forgot(here, 'more@strangers.test')
    const last = await here.post('/auth/forgot-password/more@strangers.test', undefined, await proofFor(more))
    expect([last.status, challengeIn(last)]).toEqual([429, undefined])
  })
})

describe('wrong codes of an authenticator app by somebody who knows the password', () => {
  /** Enters wrong codes until no browser of any network may any more; returns how many were compared. */
  async function guessAll({ email, secret, thief }: OwnerWithApp): Promise<number> {
    let compared = 0
    for (let network = 0; network < 15; network += 1) {
      // A log-in before the app was set up makes a browser no better than another one.
      const browser = network === 0 ? thief : elsewhere(shop)
      const answers = await statusesOf(6, () => logInWithCode(browser, email, anotherAppCode(secret)))
      compared += answers.filter((status) => status === 400).length
    }
    return compared
  }

  test('are twenty a day, and keep the owner out of no browser in which they have entered a code', async () => {
    const owner = await addOwnerWithApp(shop)
    const { home, secret, enter, recoveryCodes } = owner
    const second = elsewhere(shop)
    expect((await enter(second)).status).toBe(200)
    await second.post('/auth/logout')
    expect(await guessAll(owner)).toBe(20)
    // In an unknown browser the right code waits; a recovery code, which nobody can guess, does not.
    expect((await enter(elsewhere(shop))).status).toBe(429)
    expect((await enter(elsewhere(shop), recoveryCodes[0])).status).toBe(200)
    for (const browser of [second, home]) expect((await enter(browser)).status).toBe(200)
    await advanceTime(shop, 901)
    await home.post('/auth/logout')
    expect((await enter(home)).status).toBe(200)
    const confirmed = await home.post('/private/session/confirm', {
      password: adminPassword,
      code: appCode(secret, 1),
    })
    expect(confirmed.status).toBe(200)
  })

  test('the known browser stays known when its owner changes or resets the password there', async () => {
    const owner = await addOwnerWithApp(shop)
    const { email, home, enter } = owner
    const changed = { password: adminPassword, newPassword: `${adminPassword}-2` }
    expect((await home.post('/private/password/change', changed)).status).toBe(200)
    const back = { password: changed.newPassword, newPassword: adminPassword }
    expect((await home.post('/private/password/change', back)).status).toBe(200)
    await guessAll(owner)
    await home.post('/auth/logout')
    expect((await enter(home)).status).toBe(200)
    const resetIn = async (browser: TestClient) => {
      await advanceTime(shop, 31)
      expect((await forgot(browser, email)).status).toBe(200)
      // Among mails about the changes.
      const [mail] = await eventually(
        async () =>
          (await shop.mail(email)).filter(({ subject }) => subject.startsWith('Reset your password')),
        (mails) => mails.length > resets,
      )
      resets += 1
      const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
      const body = { email, otp, newPassword: adminPassword }
      expect((await browser.post('/auth/reset-password', body)).status).toBe(200)
    }
    let resets = 0
    await resetIn(home)
    expect((await enter(home)).status).toBe(200)
    // A reset elsewhere makes a browser known, but not for the app.
    const reader = elsewhere(shop)
    await resetIn(reader)
    expect((await enter(reader)).status).toBe(429)
  })

  test('right passwords of a neighbour who has no code keep out no known browser', async () => {
    const ip = anotherNetwork()
    const { email, home, enter } = await addOwnerWithApp(shop, ip)
    const neighbour = () => logInWithCode(browserAt(shop, ip), email)
    expect(await statusesOf(30, neighbour)).toContain(429)
    await home.post('/auth/logout')
    expect((await enter(home)).status).toBe(200)
  })

  test('in a known browser are five in a quarter of an hour and 25 a day, for it alone', async () => {
    const owner = await addOwnerWithApp(shop)
    const { email, home, secret, enter } = owner
    const other = elsewhere(shop)
    await enter(other)
    let compared = 0
    for (let quarter = 0; quarter < 8; quarter += 1) {
      const answers = await statusesOf(6, () => logInWithCode(home, email, anotherAppCode(secret)))
      compared += answers.filter((status) => status === 400).length
      await advanceTime(shop, 901)
    }
    expect(compared).toBe(25)
    expect((await enter(home)).status).toBe(429)
    expect((await enter(other)).status).toBe(200)
  })
})
