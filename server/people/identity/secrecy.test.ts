/** What an attacker learns from logs and tables. */
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { anotherCode, newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, password, signupBody } from '../../../tests/setup/people.ts'
import { shows } from '../../../tests/setup/shown-codes.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
const lines: string[] = []
const email = 'canary@secrecy.test'
const newPassword = 'canary-second-secret'
const secrets: Record<string, string> = { password, newPassword }

beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true', LOG_LEVEL: 'trace' } })
  const log = shop.running.shop.log as unknown as Record<symbol, { write(line: string): void }>
  log[pino.symbols.streamSym] = { write: (line) => void lines.push(line) }

  const browser = browserAt(shop)
  await browser.post('/auth/customer/signup', signupBody(email))
  secrets.code = await newestCode(shop, email)
  await browser.post('/auth/login', { email, password })
  secrets.proof = browser.cookies.get('password_proof') ?? 'missing'
  await browser.post('/auth/verify-otp', { email, otp: secrets.code })
  secrets.session = browser.cookies.get('session') ?? 'missing'
  await advanceTime(shop, 31)
  await browser.post(`/auth/forgot-password/${encodeURIComponent(email)}`)
  secrets.resetCode = await newestCode(shop, email, 2)
  await browser.post(`/auth/forgot-password/${email}`)
  await browser.post('/auth/reset-password', {
    email,
    otp: anotherCode(secrets.resetCode),
    newPassword,
  })
  await browser.post('/auth/login', { email, password: 'canary-wrong-secret' })
  await browser.post('/auth/login', `{"email":"${email}","password":"${password}`)
  // Every call with a secret is made to fail as well, so that errors are logged.
  await shop.db.execute('alter table rate_limit rename to rate_limit_gone')
  await browser.post('/auth/customer/signup', signupBody(email))
  await browser.post('/auth/login', { email, password })
  await browser.post('/auth/verify-otp', { email, otp: secrets.code })
  await browser.post(`/auth/forgot-password/${email}`)
  const failed = await browser.post('/auth/reset-password', { email, otp: secrets.resetCode, newPassword })
  expect(failed.status).toBe(500)
  await shop.db.execute('alter table rate_limit_gone rename to rate_limit')
})
afterAll(() => shop.stop())

test('the logs contain no password, code, token or e-mail', () => {
  const output = lines.join('')
  expect(output).toContain('unexpected error')
  expect(output).toContain('/auth/forgot-password/:email')
  const shown = Object.entries({ ...secrets, email, wrong: 'canary-wrong-secret' }).filter(([, secret]) =>
    shows(output, secret),
  )
  expect(shown.map(([name]) => name)).toEqual([])
})

test('the tables contain no password, code or token in plain text, and the queue and the counters no e-mail', async () => {
  const dump = async (table: string) => {
    const { rows } = await shop.db.execute(`select to_jsonb(t)::text as row from ${table} t`)
    return (rows as { row: string }[]).map(({ row }) => row).join('\n')
  }
  const quiet = ['rate_limit', 'pgboss.job']
  for (const table of [...quiet, 'account', 'session', 'password_proof', 'one_time_code']) {
    const text = await dump(table)
    const searched = { ...secrets, ...(quiet.includes(table) && { email }) }
    const shown = Object.entries(searched).filter(([, secret]) => shows(text, secret))
    expect([table, shown]).toEqual([table, []])
  }
  expect(await dump('one_time_code')).not.toBe('')
})

test('an unexpected error is answered with a request id and no detail', async () => {
  await shop.db.execute('alter table rate_limit rename to rate_limit_gone')
  const answer = await browserAt(shop).post('/auth/login', { email, password })
  await shop.db.execute('alter table rate_limit_gone rename to rate_limit')
  expect(answer.status).toBe(500)
  expect(Object.keys(answer.body).sort()).toEqual(['msg', 'requestId'])
  expect(JSON.stringify(answer.body)).not.toContain('rate_limit')
})
