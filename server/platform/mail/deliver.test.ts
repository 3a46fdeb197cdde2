/** Mail is sent by the job queue, so it survives a mail server that is down. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { readConfig } from '../config/config.ts'
import { openSmtp } from './provider.ts'

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

test(
  'a mail that the server refuses temporarily is sent later, once',
  nightly(
    'Waits for the second try. That a job which fails is tried again is proved with providers (parcels.test.ts) each time.',
  ),
  async () => {
    await shop.kit('/sandbox/mail/faults', { mode: 'refuse-451', times: 2 })
    expect(
      (await shop.client().post('/auth/customer/signup', signup('patient@buyers.hariyali.test'))).status,
    ).toBe(200)
    const mails = await shop.mail('patient@buyers.hariyali.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/\b\d{6}\b/)
  },
)

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

test('a mail server that offers no TLS gets neither the password nor the mail, unless it is on this machine', async () => {
  const said: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      said.push(`password ${password}`)
      done(null, { user: 'shop' })
    },
    onData: (stream, _session, done) => {
      said.push('mail')
      stream.on('end', done).resume()
    },
  })
  const listening = server.listen(0, '0.0.0.0')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const message = { to: 'a@buyers.hariyali.test', subject: 'S', text: 'T', html: '<p>T</p>', id: 'one' }
  const send = async (host: string) => {
    const mail = openSmtp(`smtp://shop:secret@${host}:${port}`, { name: 'Shop', address: 'help@shop.test' })
    await mail.send(message).finally(() => mail.close())
  }
  try {
    // On Linux this is another address of the same machine, and none of those that say so.
    await expect(send('0.0.0.0')).rejects.toThrow()
    expect(said).toEqual([])
    await send('127.0.0.1')
    expect(said).toEqual(['password secret', 'mail'])
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example:587?requireTLS=false' })).toThrow('SMTP_URL')
})
