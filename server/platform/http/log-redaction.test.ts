/** Searches every log line of the most verbose level for secrets that users entered. */
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually, startPaying } from '../../../tests/setup/buying.ts'
import { addAdmin } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { sellerSignup } from '../../../tests/setup/sellers.ts'
import { shows } from '../../../tests/setup/shown-codes.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { readConfig, secretValues } from '../config/config.ts'
import { openRazorpay } from '../providers/payments/razorpay.ts'
import { sql } from '../db/sql.ts'
import { errorText, maskAlways, maskDeep, maskError, maskText } from '../observe/mask.ts'

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

/** The code of the newest mail, which differs from the known one. */
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

test('sign-up, login, reset and bank details leave no password, code, cookie, token, account number or e-mail in the log', async () => {
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
  // Invalid requests with secrets in the body, and bodies that are no JSON.
  await browser.post('/private/profile/edit-seller', { ...before, bankDetails: { accountNo: newAccountNo } })
  await browser.post('/auth/seller/signup', `{"password":"${password}","accountNo":"${accountNo}"`)
  await endRateLimits(shop)
  expect((await browser.post(`/auth/forgot-password/${email}`)).status).toBe(200)
  secrets.resetCode = await newCode(secrets.code)
  // Every call again while the database fails, so that errors are logged too.
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
  const shown = Object.entries({ ...secrets, email }).filter(([, secret]) => shows(output, secret))
  expect(shown.map(([which]) => which)).toEqual([])
})

test('each request has its own log line with the request id of its response', async () => {
  const { headers } = await shop.client().get('/public/category/all?secret=canary-query')
  const id = headers.get('x-request-id') ?? 'none'
  const [line = '{}', ...others] = lines.filter((each) => each.includes(id))
  expect(others).toEqual([])
  expect(JSON.parse(line)).toMatchObject({ requestId: id, method: 'GET', status: 200, msg: 'request' })
  expect(line).not.toContain('canary-query')
})

describe('an external error that quotes user input is masked', () => {
  const theirs = {
    email: 'private.person@secrecy.test',
    token: 'Zk3vQ9xLw2Rt7YbNcM4dHs8Jf6Pg1Ua5Eo0Ti',
    telephone: '+91 98765 43210',
    account: '607152839401',
    name: 'Hidden Surname',
  }
  const shown = (text: string) => Object.entries(theirs).filter(([, value]) => text.includes(value))
  const from = (mark: string) => lines.filter((line) => line.includes(mark)).join('')

  test('from a payment provider that refuses with an e-mail, a token and a number in its message', async () => {
    const buyer = await customerWithCart(shop, [await addProduct(shop)])
    const description = `Contact ${theirs.telephone} of ${theirs.email} may not pay from ${theirs.account} (Bearer ${theirs.token}), see {"name": "${theirs.name}"}`
    const provider = createServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { config, payments } = shop.running.shop
    if (!config.payment) throw new Error('no provider')
    const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    shop.running.shop.payments = openRazorpay({ ...config.payment, apiUrl })
    try {
      expect((await startPaying(buyer)).status).toBe(503)
    } finally {
      shop.running.shop.payments = payments
      provider.close()
    }
    const said = from('no provider order')
    // Useful parts are not masked: the call, the status, the rest of the message, the checkout, file and line.
    expect(said).toMatch(/POST \/orders: 400 Contact \[number\] of \[e-mail\] may not pay/)
    expect(said).toMatch(/"checkoutId":"[0-9a-f]{8}-[0-9a-f-]{27}"/)
    expect(said).toMatch(/payments\/razorpay\.ts:\d+:\d+/)
    expect(shown(said)).toEqual([])
  })

  test('from a database driver that quotes the refused row in its message and fields', async () => {
    await shop.db.execute(`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'Key (email)=(%) already exists for ${theirs.telephone}', new.email
          using errcode = '23505', detail = 'Failing row contains (' || new.email || ', ${theirs.name})';
      end $$;
      create trigger refuse before insert on account for each row execute function refuse()`)
    try {
      const { email } = theirs
      const customer = {
        firstName: 'A',
        lastName: 'B',
        email,
        mobile: '9000000000',
        password: 'a-good-password',
      }
      expect((await shop.client().post('/auth/customer/signup', customer)).status).toBe(500)
    } finally {
      await shop.db.execute('drop trigger refuse on account; drop function refuse')
    }
    const said = from('unexpected error')
    expect(said).toContain('Key (email)=(…)')
    expect(said).toContain('"code":"23505"')
    expect(shown(said)).toEqual([])
  })

  test('from a mail server that names the recipient, also in the queue and in what administrators are shown', async () => {
    const { mail, db } = shop.running.shop
    const send = mail.send
    const refusal = `550 5.1.1 <${theirs.email}> unknown, session=${theirs.token}`
    mail.send = () =>
      Promise.reject(
        Object.assign(new Error(refusal, { cause: new Error(`RCPT TO:<${theirs.email}>`) }), {
          response: refusal,
          rejected: [theirs.email],
        }),
      )
    try {
      await endRateLimits({ db })
      const customer = { firstName: 'A', lastName: 'B', mobile: '9000000000', password: 'a-good-password' }
      await shop.client().post('/auth/customer/signup', { ...customer, email: 'undelivered@secrecy.test' })
      await eventually(
        async () => from('job failed'),
        (said) => said !== '',
      )
      const kept = await eventually(
        () =>
          db.query<{ output: string }>(
            sql`select output::text as output from pgboss.job where output is not null`,
          ),
        (rows) => rows.length > 0,
      )
      expect(from('job failed')).toContain('550 5.1.1 <[e-mail]> unknown')
      expect(from('job failed')).toContain('RCPT TO')
      expect(shown(from('job failed') + JSON.stringify(kept))).toEqual([])
      // A job that an earlier version stored without masking.
      await db.query(sql`update pgboss.job set output = ${JSON.stringify({ message: refusal })}::jsonb, retry_count = 1
        where name = 'send-mail' and output is not null`)
      const admin = await addAdmin(shop)
      const { body } = await admin.get('/public/admin/unsent-mail')
      expect(body[0].error).toContain('550 5.1.1')
      expect(shown(JSON.stringify(body))).toEqual([])
    } finally {
      mail.send = send
    }
  })

  test('in every log line of this run', () => {
    expect(shown(lines.join(''))).toEqual([])
  })
})

test('messages without an object, several messages and fields at any depth are masked, too', () => {
  const { log } = shop.running.shop
  const email = 'somebody@secrecy.test'
  lines.length = 0
  log.warn(`lost ${email}`)
  log.warn('lost %s and %o', email, { email })
  log.warn(new Error(`lost ${email}`))
  log.warn({ err: new Error(`lost ${email}`) })
  log.warn({ outer: [{ inner: `to ${email}`, headers: { cookie: 'session=a' }, password: 'short' }] }, 'lost')
  log.child({ about: email }).warn('lost')
  log.warn({ err: new AggregateError([new Error(email)], `both ${email}`) }, 'lost')
  expect(lines).toHaveLength(7)
  expect(lines.filter((line) => /somebody|short|session=a/.test(line))).toEqual([])
  expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
})

test.each([
  ['Key (email)=(x@y.test) already exists.', 'Key (email)=(…)'],
  ['Failing row contains (1, Hidden Name, "x").', 'Failing row contains (…)'],
  ['invalid input syntax for type uuid: "Hidden Name"', 'invalid input syntax for type uuid: "…"'],
  ["unnamed portal with parameters: $1 = 'Hidden ''Name'", "unnamed portal with parameters: $1 = '…'"],
  ['Authorization: Basic cnpwOnNlY3JldA==', 'Authorization: [masked]'],
  ['with bearer abcdef.ghijkl', 'with bearer [masked]'],
  ['set-cookie: session=a; Path=/', 'set-cookie: [masked]'],
  ['otp=1234 newPassword: "two words", more', 'otp=[masked] newPassword: [masked], more'],
  ['your code is 123456.', 'your code is [code].'],
  ['654321 is your OTP', '[code] is your OTP'],
  ['smtp://shop:a%40b@mail.test:587', 'smtp://[masked]@mail.test:587'],
  ['card 4111 1111 1111 1111, call +91-98765-43210', 'card [number], call [number]'],
  ['account 123456789', 'account [number]'],
  ['GET /x/first.last%40shop.test: 404', 'GET /x/[e-mail]: 404'],
  ['400 {"error": {"contact": "x"}} at once', '400 {…} at once'],
  [`${'aB3'.repeat(14)}X`, '[token]'],
])('%j becomes %j', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test.each([
  'GET /orders?receipt=0190a1b2-1234-7123-8123-446655440000: 409 in flight',
  '11111111-2222-7333-8444-555555555555',
  'order_NabcDEF1234567 pay_12345678901234 rfnd_Nabc0123456789',
  '    at find (file:///srv/shop/node_modules/@hono/node-server/dist/index.mjs:123:45)',
  'at 2026-05-17 03:08:32.497 and 2026-05-17T03:08:32.497Z',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'status code 503 after 12000 ms, 14900 paise, SQLSTATE code 23505',
  '4bf92f3577b34da6a3ce929d0e0e4736',
])('%j stays', (text) => {
  expect(maskText(text)).toBe(text)
})

test('the secrets of the configuration are masked everywhere', () => {
  const secret = 'kS/9 plain+words'
  expect(maskText(`it is ${secret}`)).toContain('plain')
  maskAlways([secret, 'tiny', undefined])
  expect(maskText(`it is ${secret} or ${encodeURIComponent(secret)}, tiny`)).toBe(
    'it is [secret] or [secret], tiny',
  )
})

test('every secret setting is masked', () => {
  const env = {
    DATABASE_URL: 'postgres://shop:hidden-01@127.0.0.1/x',
    MIGRATE_DATABASE_URL: 'postgres://owner:hidden-02@127.0.0.1/x',
    DATABASE_READ_URL: 'postgres://shop:hidden%2014@127.0.0.1:1/shop',
    SMTP_URL: 'smtp://shop:hidden%2003@127.0.0.1:25',
    RAZORPAY_KEY_ID: 'rzp_test_12345678901234',
    RAZORPAY_KEY_SECRET: 'hidden-04',
    RAZORPAY_WEBHOOK_SECRET: 'hidden-05',
    SHIPROCKET_EMAIL: 'courier@shop.test',
    SHIPROCKET_PASSWORD: 'hidden-06',
    SHIPROCKET_WEBHOOK_TOKEN: 'hidden-07',
    S3_ENDPOINT: 'https://s3.test',
    S3_REGION: 'x',
    S3_BUCKET: 'x',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'hidden-08',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hidden-09',
    APP_SECRET: 'hidden-10'.repeat(4),
    APP_SECRET_OLD: 'hidden-11'.repeat(4),
    RAZORPAY_WEBHOOK_SECRET_OLD: 'hidden-12',
    SHIPROCKET_WEBHOOK_TOKEN_OLD: 'hidden-13',
  }
  const secrets = secretValues(readConfig(env)).join(' ')
  expect(secrets.match(/hidden.\d\d/g)?.filter((one, i, all) => all.indexOf(one) === i)).toHaveLength(14)
})

test('the name of a field that is made of a value is masked', () => {
  expect(
    JSON.stringify(maskDeep({ tries: { 'private.person@secrecy.test': 1, '919876543210': 2 } })),
  ).not.toMatch(/person|9876543210/)
})

test('long texts, deep and circular fields are truncated after masking', () => {
  const error = new Error(`${'word '.repeat(1_000)}x@y.test`)
  expect(maskError(error).message.length).toBeLessThan(2_100)
  expect(maskError(error).stack).toMatch(/log-redaction\.test\.ts:\d+/)
  const circular: Record<string, unknown> = {}
  circular.self = circular
  expect(JSON.stringify(maskDeep(circular)).length).toBeLessThan(1_000)
  expect(errorText(Object.assign(new Error('a', { cause: new Error('b') }), { detail: 'hidden' }))).toMatch(
    /^Error: a\n[^]*Caused by Error: b\n/,
  )
})

test(
  'the time of masking grows linearly with the length of the text, whatever it repeats',
  nightly('It measures time. That the log has no secrets is proved beside it each time.'),
  () => {
    const slow: string[] = []
    const signs =
      'a,1,1 ,1-, ,@,a@,%40,.,-,",\',{,{",},[,:,://,=,\n,{"\n    at ,\n    at ,12345678 ,aB3,x@y.test '
    const words =
      "password,password:,session=,cookie: ,code ,code 1,123456 ,otp,bearer ,Key (,Key (a)=(,$1 = ',Failing row contains (,invalid input syntax for ,[masked],Unexpected token ,0190a1b2-,2026-05-17 "
    for (const word of `${signs},${words}`.split(',')) {
      const milliseconds = (length: number) => {
        const text = word.repeat(length / word.length)
        const began = process.cpuUsage()
        maskText(text)
        return process.cpuUsage(began).user / 1_000
      }
      milliseconds(1_000)
      const short = milliseconds(10_000)
      // The least of three, because this process also collects memory and compiles meanwhile.
      const long = Math.min(...[1, 2, 3].map(() => milliseconds(100_000)))
      if (long > 50 && long > 40 * short) slow.push(`${JSON.stringify(word)}: ${short} ms, ${long} ms`)
    }
    expect(slow).toEqual([])
  },
)

test('an uncaught error ends the process and is printed masked, without the fields of the driver', () => {
  const program = `import { maskCrashes } from ${JSON.stringify(new URL('../observe/mask.ts', import.meta.url))}
    maskCrashes()
    void Promise.reject(Object.assign(new Error('lost x@y.test'), { detail: 'Hidden Name' }))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Error: lost [e-mail]\n    at ')
  expect(stderr).not.toMatch(/x@y|Hidden/)
})
