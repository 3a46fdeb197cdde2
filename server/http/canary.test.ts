/** Secrets that people type, looked for in every line that the shop logs at its most talkative. */
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../tests/setup/buying.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sellerSignup } from '../sellers/testing.ts'

let shop: TestShop
const lines: string[] = []
const email = 'canary@secrecy.test'
const secrets: Record<string, string> = {
  password: 'canary-first-secret',
  newPassword: 'canary-second-secret',
  wrongPassword: 'canary-wrong-secret',
  accountNo: '908172635445',
  newAccountNo: '817263544590',
}

/** The code of a mail; another than the one known, since other mails come between. */
const newCode = async (known?: string) => {
  const codes = async () =>
    (await shop.mail(email)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter((code) => code !== known)
  const found = await eventually(codes, (list) => list.some(Boolean))
  return found.find(Boolean) ?? ''
}

beforeAll(async () => {
  shop = await startTestShop({ env: { LOG_LEVEL: 'debug' } })
  const log = shop.running.shop.log as unknown as Record<symbol, { write(line: string): void }>
  log[pino.symbols.streamSym] = { write: (line) => void lines.push(line) }
})
afterAll(() => shop.stop())

test('sign-up, log-in, reset and bank details leave no password, code, cookie, token, account number or e-mail in the log', async () => {
  const { password, newPassword, accountNo, newAccountNo } = secrets
  const browser = shop.client()
  const signup = sellerSignup(email, { password, accountNo })
  expect((await browser.post('/auth/seller/signup', signup)).status).toBe(200)
  secrets.code = await newCode()
  expect((await browser.post('/auth/verify-otp', { email, otp: secrets.code })).status).toBe(200)
  secrets.session = browser.cookies.get('session') ?? 'missing'
  await browser.post('/auth/login', { email, password: secrets.wrongPassword })
  const before = (await browser.get('/private/profile')).body
  const bankDetails = { ...before.bankDetails, accountNo: newAccountNo }
  const edited = await browser.post('/private/profile/edit-seller', { ...before, bankDetails })
  expect(edited.status).toBe(200)
  expect((await browser.get('/private/profile/bank-account')).body.accountNo).toBe(newAccountNo)
  // Refused for their form, with the secrets in the body; and bodies that are no JSON.
  await browser.post('/private/profile/edit-seller', { ...before, bankDetails: { accountNo: newAccountNo } })
  await browser.post('/auth/seller/signup', `{"password":"${password}","accountNo":"${accountNo}"`)
  await shop.db.execute(`delete from rate_limit`)
  expect((await browser.post(`/auth/forgot-password/${email}`)).status).toBe(200)
  secrets.resetCode = await newCode(secrets.code)
  // Every call once more while the database refuses what it is asked, so that errors are logged too.
  await shop.db.execute('alter table account rename to account_gone')
  await browser.post('/auth/seller/signup', signup)
  await browser.post('/auth/login', { email, password })
  await browser.post('/private/profile/edit-seller', { ...before, bankDetails })
  await browser.post('/auth/reset-password', { email, otp: secrets.resetCode, newPassword })
  await shop.db.execute('alter table account_gone rename to account')
  const reset = await browser.post('/auth/reset-password', { email, otp: secrets.resetCode, newPassword })
  expect(reset.status).toBe(200)

  const output = lines.join('')
  expect(output).toContain('"level":50')
  expect(output).toContain('/api/v1/auth/reset-password')
  const shown = Object.entries({ ...secrets, email }).filter(([, secret]) => output.includes(secret))
  expect(shown.map(([which]) => which)).toEqual([])
})

test('each request has a line of its own with the id that its answer bears', async () => {
  const { headers } = await shop.client().get('/public/category/all?secret=canary-query')
  const id = headers.get('x-request-id') ?? 'none'
  const [line = '{}', ...others] = lines.filter((each) => each.includes(id))
  expect(others).toEqual([])
  expect(JSON.parse(line)).toMatchObject({ requestId: id, method: 'GET', status: 200, msg: 'request' })
  expect(line).not.toContain('canary-query')
})
