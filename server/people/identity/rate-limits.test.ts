// @module-tag nightly: Hundreds of log-ins. call-limits.test.ts and codes.test.ts prove limits each time.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createClient, statusesOf } from '../../../tests/setup/client.ts'
import { advanceTime, endRateLimits } from '../../../tests/setup/clock.ts'
import { challengeIn } from '../../../tests/setup/guesses.ts'
import { mailsQueued, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signedIn, signUp, signupBody } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { withHashSlot } from './passwords.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())
beforeEach(() => endRateLimits(shop))

const resend = (email: string, ip?: string) => browserAt(shop, ip).post('/auth/resend-otp', { email })
const login = (email: string, secret: string, ip?: string) =>
  browserAt(shop, ip).post('/auth/login', { email, password: secret })

function expectWait(answer: Answer, atMost: number): void {
  expect(answer.status).toBe(429)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(atMost)
}

describe('the limits of sending codes', () => {
  test('allow one in 30 seconds; above that 429, and the code sent before stays valid', async () => {
    const email = 'patience@limits.test'
    const otp = await signUp(shop, email)
    const before = await mailsQueued(shop)
    expectWait(await resend(email), 30)
    expect(await mailsQueued(shop)).toBe(before)
    expect((await browserAt(shop).post('/auth/verify-otp', { email, otp })).status).toBe(200)
  })

  test('allow five in an hour for an e-mail and purpose, from any address', async () => {
    const email = 'hour@limits.test'
    await signUp(shop, email)
    for (let sent = 2; sent <= 5; sent += 1) {
      await advanceTime(shop, 31)
      expect((await resend(email)).status).toBe(200)
    }
    await advanceTime(shop, 31)
    expectWait(await resend(email), 3_600)
    expectWait(await browserAt(shop).post('/auth/customer/signup', signupBody(email)), 3_600)
    expect((await browserAt(shop).post(`/auth/forgot-password/${email}`)).status).toBe(200)
    await advanceTime(shop, 3_600)
    expect((await resend(email)).status).toBe(200)
  })

  test('do not count refused requests for the hour', async () => {
    const email = 'clicks@limits.test'
    await signUp(shop, email)
    expect(await statusesOf(10, () => resend(email))).toEqual(Array(10).fill(429))
    await advanceTime(shop, 31)
    expect((await resend(email)).status).toBe(200)
  })

  test('allow thirty in an hour for an IP, for all e-mails and purposes', async () => {
    const ip = '203.0.113.7'
    for (let i = 0; i < 15; i += 1) {
      expect((await resend(`resend-${i}@limits.test`, ip)).status).toBe(200)
      expect((await browserAt(shop, ip).post(`/auth/forgot-password/forgot-${i}@limits.test`)).status).toBe(
        200,
      )
    }
    expectWait(await resend('one-more@limits.test', ip), 3_600)
    expectWait(
      await browserAt(shop, ip).post('/auth/customer/signup', signupBody('and-more@limits.test')),
      3_600,
    )
    expect((await resend('one-more@limits.test', '203.0.113.8')).status).toBe(200)
  })

  test('treat a whole IPv6 network as one IP', async () => {
    for (let i = 0; i < 30; i += 1) await resend(`six-${i}@limits.test`, `2001:db8:1:2::${i.toString(16)}`)
    expectWait(await resend('six-more@limits.test', '2001:db8:1:2:ffff::1'), 3_600)
    expect((await resend('six-more@limits.test', '2001:db8:1:3::1')).status).toBe(200)
  })

  test('allow one of many concurrent requests', async () => {
    const email = 'flood@limits.test'
    await signUp(shop, email)
    await advanceTime(shop, 31)
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(email)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await newestCode(shop, email, 2)).toMatch(/^\d{6}$/)
  })
})

describe('the limits of failed logins', () => {
  test('allow ten in 15 minutes for an account from an IP: then the right password is refused there too, but not from another IP', async () => {
    const email = 'guessed@limits.test'
    await signedIn(shop, email)
    const ip = '198.51.100.1'
    expect(await statusesOf(10, () => login(email, 'guess', ip))).toEqual(Array(10).fill(400))
    expectWait(await login(email, password, ip), 900)
    expect((await login(email, password, '198.51.100.2')).status).toBe(200)
    await advanceTime(shop, 901)
    expect((await login(email, password, ip)).status).toBe(200)
  })

  test('count the attempts on all nodes together', async () => {
    const email = 'nodes@limits.test'
    await signedIn(shop, email)
    const ip = '198.51.100.40'
    const other = createClient(await shop.secondNode())
    const there = (secret: string) =>
      other.post('/auth/login', { email, password: secret }, { 'x-forwarded-for': ip })
    expect(await statusesOf(5, () => login(email, 'guess', ip))).toEqual(Array(5).fill(400))
    expect(await statusesOf(5, () => there('guess'))).toEqual(Array(5).fill(400))
    expectWait(await there(password), 900)
    expectWait(await login(email, password, ip), 900)
  })

  test('do not count a right password, which does not reset the count either', async () => {
    const email = 'mixed@limits.test'
    await signedIn(shop, email)
    const ip = '198.51.100.3'
    expect(await statusesOf(12, () => login(email, password, ip))).toEqual(Array(12).fill(200))
    await statusesOf(9, () => login(email, 'guess', ip))
    expect((await login(email, password, ip)).status).toBe(200)
    expect((await login(email, 'guess', ip)).status).toBe(400)
    expect((await login(email, 'guess', ip)).status).toBe(429)
  })

  test('do not count a right password for an unverified account either', async () => {
    const email = 'pending@limits.test'
    await signUp(shop, email)
    expect(await statusesOf(12, () => login(email, password, '198.51.100.4'))).toEqual(Array(12).fill(401))
  })

  test('compare at most ten of many concurrent guesses', async () => {
    const email = 'parallel@limits.test'
    await signedIn(shop, email)
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, 'guess', '198.51.100.5')))
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30)
  })

  test('do not compare a right guess behind ten wrong ones, although all were admitted before the first was counted', async () => {
    const email = 'queued@limits.test'
    await signedIn(shop, email)
    // The shop runs in this process: while the test holds all hash slots, every login waits in their queue.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = Array.from({ length: 3 }, () => withHashSlot(() => held))
    const wrong = Array.from({ length: 25 }, () => login(email, 'guess', '198.51.100.9'))
    await sleep(1_000)
    const right = login(email, password, '198.51.100.9')
    await sleep(300)
    release()
    await Promise.all(holders)
    await Promise.all(wrong)
    expectWait(await right, 900)
  })

  test('allow a hundred in an hour for an IP, over all accounts', async () => {
    const ip = '198.51.100.6'
    await signedIn(shop, 'bystander@limits.test')
    for (let i = 0; i < 10; i += 1) {
      await Promise.all(Array.from({ length: 10 }, () => login(`account-${i}@limits.test`, 'guess', ip)))
    }
    const refused = await login('bystander@limits.test', password, ip)
    expectWait(refused, 3_600)
    expect(challengeIn(refused)).toMatch(/^[\w.-]+$/)
    expect((await login('bystander@limits.test', password, '198.51.100.7')).status).toBe(200)
  })

  test('let many people of one IP log in with right passwords at once', async () => {
    const ip = '198.51.100.8'
    const emails = Array.from({ length: 12 }, (_, n) => `office-${n}@limits.test`)
    for (const email of emails) await signedIn(shop, email)
    const answers = await Promise.all(
      emails.flatMap((email) => Array.from({ length: 5 }, () => login(email, password, ip))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(60).fill(200))
  })
})

describe('the limits of guessed codes', () => {
  const guess = (path: string, email: string, ip: string) =>
    browserAt(shop, ip).post(path, { email, otp: '123456', newPassword: 'a-new-secret' })
  const counters = async () => {
    const [row] = await shop.db.query<{ count: number }>(sql`select count(*) as count from rate_limit`)
    return row!.count
  }

  test('keep a hundred made-up e-mails in an hour for an IP, over both purposes; who asked for a code goes on', async () => {
    const ip = '198.51.100.60'
    const email = 'same-office@limits.test'
    const browser = browserAt(shop, ip)
    const otp = await signUp(shop, email, browser)
    const before = await counters()
    const guesses = async (from: number, to: number) => {
      for (let i = from; i < to; i += 1)
        for (const path of ['/auth/verify-otp', '/auth/reset-password'])
          expect((await guess(path, `made-up-${i}@limits.test`, ip)).status).toBe(400)
      return (await counters()) - before
    }
    expect(await guesses(0, 60)).toBe(201)
    expect(await guesses(60, 70)).toBe(201)
    expect((await browser.post('/auth/verify-otp', { email, otp })).status).toBe(200)
    expect((await guess('/auth/verify-otp', 'elsewhere@limits.test', '198.51.100.61')).body.msg).toBe(
      'Invalid OTP',
    )
  })

  test('keep three times as many for an IPv6 /48, whose networks have no rows beyond', async () => {
    const guesses = async (from: number, to: number) => {
      for (let i = from; i < to; i += 1)
        await guess('/auth/verify-otp', `six-${i}@limits.test`, `2001:db8:9:${i.toString(16)}::1`)
      return counters()
    }
    const after = await guesses(0, 300)
    expect(await guesses(300, 310)).toBe(after)
  })
})

describe('the limits of right passwords', () => {
  test('compare about twenty in 15 minutes for an account from an IP, also of a hundred at once; others and other IPs go on', async () => {
    const email = 'busy@limits.test'
    await signedIn(shop, email)
    const ip = '198.51.100.10'
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(email, password, ip)))
    const passed = answers.filter(({ status }) => status === 200)
    // The few that hold a hash slot at that moment are compared as well.
    expect(passed.length).toBeGreaterThanOrEqual(20)
    expect(passed.length).toBeLessThanOrEqual(22)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expectWait(await login(email, password, ip), 900)
    expect((await login(email, password, '198.51.100.11')).status).toBe(200)
    await signedIn(shop, 'neighbour@limits.test')
    expect((await login('neighbour@limits.test', password, ip)).status).toBe(200)
    await advanceTime(shop, 901)
    expect((await login(email, password, ip)).status).toBe(200)
  })

  test('are not used up by a neighbour who guesses', async () => {
    const email = 'guessed-at@limits.test'
    await signedIn(shop, email)
    const ip = '198.51.100.12'
    for (let round = 0; round < 3; round += 1) {
      expect(await statusesOf(9, () => login(email, 'guess', ip))).toEqual(Array(9).fill(400))
      await advanceTime(shop, 901)
    }
    expect((await login(email, password, ip)).status).toBe(200)
  })

  test('count for a change of password, too', async () => {
    const email = 'changes@limits.test'
    const browser = await signedIn(shop, email)
    const change = () => browser.post('/private/password/change', { password, newPassword: password })
    const statuses = await statusesOf(30, change)
    expect(statuses.slice(0, 18)).toEqual(Array(18).fill(200))
    expect(statuses.at(-1)).toBe(429)
  })
})
