/** No response reveals whether an e-mail has an account: whole sequences of responses are compared byte by byte. */
// @module-tag nightly: Whole sequences of replies, byte by byte. reset-password.test.ts and sign-up.test.ts compare single ones each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../tests/setup/client.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { mailsQueued } from '../../../tests/setup/mails.ts'
import { browserAt, password, signedIn, signUp, signupBody } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CodePurpose } from './rules.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

interface Stranger {
  email: string
  browser: TestClient
}
type Step = (stranger: Stranger) => Promise<Response>

const send =
  (path: string, body?: object): Step =>
  ({ email, browser }) =>
    browser.request(path.replace('EMAIL', encodeURIComponent(email)), {
      method: 'POST',
      headers: { 'x-forwarded-for': `ip-of-${email}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify({ email, ...body }) }),
    })

const changing = new Set(['date', 'x-request-id', 'retry-after'])

/** Everything visible of a response; of Retry-After only whether it is there, because its value counts down. */
async function seen(response: Response) {
  // The tokens differ each time; their format must not.
  const headers = [...response.headers]
    .filter(([name]) => !changing.has(name))
    .map(([name, value]) => [
      name,
      value
        .replace(/^signed_up=[\w-]{43}\.[\w-]{43};/, 'signed_up=…;')
        .replace(/^browser=[\w-]{43};/, 'browser=…;'),
    ])
  return {
    status: response.status,
    body: await response.text(),
    headers,
    mustWait: response.headers.has('retry-after'),
  }
}

/** Creates a verified, an unverified and an unknown e-mail, and resets the limits of sending. */
async function strangers(label: string): Promise<Stranger[]> {
  await signedIn(shop, `verified-${label}@same.test`)
  await signUp(shop, `unverified-${label}@same.test`)
  await advanceTime(shop, 4_000)
  const emails = [
    `verified-${label}@same.test`,
    `unverified-${label}@same.test`,
    `unknown-${label}@same.test`,
  ]
  return emails.map((email) => ({ email, browser: browserAt(shop) }))
}

/** Performs the steps for all e-mails in parallel and compares the responses after each. A number lets seconds pass. */
async function expectSame(
  label: string,
  steps: readonly (Step | number)[],
): Promise<{ status: number; body: string }[]> {
  const all = await strangers(label)
  const transcript: { status: number; body: string }[] = []
  for (const step of steps) {
    if (typeof step === 'number') {
      await advanceTime(shop, step)
      continue
    }
    const [verified, unverified, unknown] = await Promise.all(
      all.map(async (stranger) => seen(await step(stranger))),
    )
    expect(verified).toEqual(unknown)
    expect(unverified).toEqual(unknown)
    if (unknown) transcript.push({ status: unknown.status, body: unknown.body })
  }
  return transcript
}

/** Six digits that are not the code of this stranger: mails are on their way for a while, so the stored hash has to tell. */
async function wrongOtp({ email }: Stranger, purpose: CodePurpose): Promise<string> {
  const [stored] = await shop.db.query<{ id: string; hash: Buffer }>(sql`
    select a.id, c.code_hash as hash from one_time_code c join account a on a.id = c.account_id
    where a.email = ${email} and c.purpose = ${purpose}`)
  const { secrets } = shop.running.shop
  const isRight =
    stored && secrets.keyedHash('one-time-code', `${stored.id}:${purpose}:000000`).equals(stored.hash)
  return isRight ? '000001' : '000000'
}

const wrongCode: Step = async (stranger) =>
  send('/auth/verify-otp', { otp: await wrongOtp(stranger, 'verify-email') })(stranger)
const resend = send('/auth/resend-otp', {})
const forgot = send('/auth/forgot-password/EMAIL')
const wrongReset: Step = async (stranger) => {
  const otp = await wrongOtp(stranger, 'reset-password')
  return send('/auth/reset-password', { otp, newPassword: 'whatever-secret' })(stranger)
}
const wrongLogin = send('/auth/login', { password: 'not-the-password' })
const times = (count: number, step: Step) => Array.from({ length: count }, () => step)

test('verify-otp and resend-otp, with the locked message, the limits and the expiry', async () => {
  const transcript = await expectSame('verify', [
    ...times(7, wrongCode),
    resend,
    ...times(7, wrongCode),
    resend,
    wrongCode,
    31,
    resend,
    ...times(2, wrongCode),
    601,
    ...times(7, wrongCode),
    31,
    resend,
    31,
    resend,
    31,
    resend,
    31,
    resend,
    3_600,
    resend,
    wrongCode,
  ])
  const bodies = transcript.map(({ body }) => body)
  // The comparison is only meaningful if the sequence had all these responses.
  expect(bodies.slice(0, 5)).toEqual(Array(5).fill('{"msg":"Invalid OTP"}'))
  expect(bodies.slice(5, 7)).toEqual(
    Array(2).fill('{"msg":"Too many wrong attempts. Please request a new OTP."}'),
  )
  expect(bodies[8]).toBe('{"msg":"Invalid OTP"}')
  expect(transcript.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(transcript.at(-1)).toEqual({ status: 400, body: '{"msg":"Invalid OTP"}' })
})

test('forgot-password and reset-password', async () => {
  const transcript = await expectSame('forgot', [
    ...times(6, wrongReset),
    forgot,
    forgot,
    ...times(7, wrongReset),
    31,
    forgot,
    wrongReset,
    601,
    wrongReset,
    forgot,
    31,
    forgot,
    31,
    forgot,
    31,
    forgot,
    3_600,
    forgot,
    wrongReset,
  ])
  expect(transcript.map(({ body }) => body)).toContain(
    '{"msg":"Too many wrong attempts. Please request a new OTP."}',
  )
  expect(transcript.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
})

test('login, with its limit', async () => {
  const transcript = await expectSame('login', times(12, wrongLogin))
  expect(transcript.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect(transcript[0]?.body).toBe('{"msg":"Invalid email or password"}')
})

test('sign-up, and the calls after it', async () => {
  const { email: _, ...details } = signupBody('')
  const register = send('/auth/customer/signup', details)
  const transcript = await expectSame('signup', [
    register,
    register,
    ...times(6, wrongCode),
    31,
    resend,
    wrongCode,
    31,
    register,
    forgot,
    wrongReset,
  ])
  expect(transcript[0]?.status).toBe(200)
})

test('resend-otp and forgot-password send no mail without need', async () => {
  const [verified, , unknown] = await strangers('mail')
  const before = await mailsQueued(shop)
  for (const stranger of [verified, unknown]) if (stranger) await resend(stranger)
  if (unknown) await forgot(unknown)
  expect(await mailsQueued(shop)).toBe(before)
})

test('a used code is answered like a wrong one', async () => {
  const email = 'used@same.test'
  const otp = await signUp(shop, email)
  await browserAt(shop).post('/auth/verify-otp', { email, otp })
  const again = await browserAt(shop).post('/auth/verify-otp', { email, otp })
  const unknown = await browserAt(shop).post('/auth/verify-otp', { email: 'never@same.test', otp })
  expect([again.status, again.body]).toEqual([unknown.status, unknown.body])
  expect((await browserAt(shop).post('/auth/login', { email, password })).status).toBe(200)
})
