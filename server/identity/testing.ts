/** Shared by the tests of accounts: clients with their own IP address, codes from mails, and the advance of time. */
import type { TestClient } from '../../tests/setup/client.ts'
import type { TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { codeOf } from './totp.ts'

export const password = 'green-and-secret'

let browsers = 0

/** A client with its own IP address, so that limits for an IP only affect the tests of them (needs TRUST_PROXY). */
export function browserAt(shop: TestShop, ip = `10.0.${(browsers += 1) >> 8}.${browsers & 255}`): TestClient {
  const client = shop.client()
  const from = { 'x-forwarded-for': ip }
  return {
    ...client,
    get: (path, headers) => client.get(path, { ...from, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...from, ...headers }),
  }
}

export function signupBody(email: string) {
  return { firstName: 'Asha', lastName: 'Rao', email, mobile: '9876543210', password }
}

/** The code of the newest mail to an address; waits until there are `count` mails. */
export async function newestCode(shop: TestShop, email: string, count = 1): Promise<string> {
  const [mail] = await shop.mail(email, count)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`no code came to ${email}`)
  return code
}

/** Creates an unverified account and returns its code. */
export async function signUp(shop: TestShop, email: string): Promise<string> {
  const { status, body } = await browserAt(shop).post('/auth/customer/signup', signupBody(email))
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  return newestCode(shop, email)
}

/** Creates a verified account and returns a client that is logged in. */
export async function signedIn(shop: TestShop, email: string): Promise<TestClient> {
  const otp = await signUp(shop, email)
  const browser = browserAt(shop)
  await browser.post('/auth/verify-otp', { email, otp })
  const { status, body } = await browser.post('/auth/login', { email, password })
  if (status !== 200) throw new Error(`log-in: ${status} ${JSON.stringify(body)}`)
  return browser
}

/** Six digits that are not this code. */
export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Makes every row with a time older, as if the time had passed. */
export async function advanceTime(shop: TestShop, seconds: number): Promise<void> {
  const span = sql`${seconds}::int * interval '1 second'`
  await shop.db.query(sql`update rate_limit set window_ends_at = window_ends_at - ${span}`)
  await shop.db.query(sql`update one_time_code set expires_at = expires_at - ${span}`)
  await shop.db.query(sql`update password_proof set expires_at = expires_at - ${span}`)
  await shop.db.query(sql`
    update session set created_at = created_at - ${span}, last_seen_at = last_seen_at - ${span},
      confirmed_at = confirmed_at - ${span}, expires_at = expires_at - ${span}`)
}

/** The number of mails that were queued so far: the row of a mail stays when it is sent. */
export async function mailsQueued(shop: TestShop): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(
    sql`select count(*) as count from pgboss.job where name = 'send-mail'`,
  )
  return row?.count ?? Number.NaN
}

/** Makes the call several times in sequence and returns the statuses. */
export async function statusesOf(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await call()).status)
  return statuses
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => letters.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code that the app shows after `later` time steps of 30 seconds. */
export function appCode(secret: string, later = 0): string {
  return codeOf(fromBase32(secret), Math.floor(Date.now() / 30_000) + later)
}
