/** Mail is sent by the job queue, so it survives a mail server that is down. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const signup = (email: string) => ({
  firstName: 'Test',
  lastName: 'Buyer',
  email,
  mobile: '9000000000',
  password: 'a-good-password',
})

test('a mail that the server refuses temporarily is sent later, once', async () => {
  await shop.kit('/sandbox/mail/faults', { mode: 'refuse-451', times: 2 })
  expect(
    (await shop.client().post('/auth/customer/signup', signup('patient@buyers.hariyali.test'))).status,
  ).toBe(200)
  const mails = await shop.mail('patient@buyers.hariyali.test')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/\b\d{6}\b/)
})

test('a queued mail contains neither the code nor the address in plain text', async () => {
  expect(
    (await shop.client().post('/auth/customer/signup', signup('sealed@buyers.hariyali.test'))).status,
  ).toBe(200)
  const [mail] = await shop.mail('sealed@buyers.hariyali.test')
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  const rows = (await shop.db.execute('select data::text as data from pgboss.job')).rows as { data: string }[]
  expect(rows.length).toBeGreaterThan(0)
  for (const { data } of rows) {
    expect(data).not.toContain('sealed@')
    expect(data).not.toContain(code)
  }
})
