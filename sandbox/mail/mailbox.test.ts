// @module-tag nightly: It proves the stand-in of the mail server, from which tests read all mails each time.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRig } from '../test-rig.ts'
import type { Rig } from '../test-rig.ts'
import type { Mail } from './mailbox.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

type Message = {
  to: string | string[]
  subject: string
  text?: string
  html?: string
  bcc?: string
}

async function send(message: Message): Promise<void> {
  const transport = createTransport({ url: rig.sandbox.smtpUrl, socketTimeout: 3_000 })
  try {
    await transport.sendMail({ from: 'Hariyali <shop@hariyali.test>', text: 'hello', ...message })
  } finally {
    transport.close()
  }
}

const mailsTo = async (to: string): Promise<Mail[]> =>
  (await rig.own('GET', `/dev/mailbox.json?to=${encodeURIComponent(to)}`)).body
const subjectsTo = async (to: string) => (await mailsTo(to)).map((mail) => mail.subject)
const faults = (body: unknown) => rig.own('POST', '/sandbox/mail/faults', body)
const page = async (query: string) => {
  const response = await rig.sandbox.fetch(new Request(`http://shop.test/dev/mailbox${query}`))
  return { response, text: await response.text() }
}

test('a message arrives with its subject, text and HTML decoded', async () => {
  await send({
    to: 'asha@x.test',
    subject: 'नमस्ते ₹1,234.00',
    text: 'ಕನ್ನಡ',
    html: '<b>हरियाली</b>',
  })
  expect(await mailsTo('asha@x.test')).toEqual([
    {
      id: expect.any(String),
      to: 'asha@x.test',
      from: 'shop@hariyali.test',
      subject: 'नमस्ते ₹1,234.00',
      text: expect.stringMatching(/^ಕನ್ನಡ\s*$/),
      html: expect.stringMatching(/^<b>हरियाली<\/b>\s*$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      messageId: expect.stringMatching(/^<.+>$/),
    },
  ])
})

test('the newest message comes first, and the case of the address does not matter', async () => {
  await send({ to: 'Order@X.test', subject: 'first' })
  await send({ to: 'order@x.test', subject: 'second' })
  expect(await subjectsTo('ORDER@x.TEST')).toEqual(['second', 'first'])
})

test('each recipient has an entry, also those in bcc', async () => {
  await send({ to: ['one@x.test', 'two@x.test'], bcc: 'three@x.test', subject: 'all' })
  for (const name of ['one', 'two', 'three']) expect(await subjectsTo(`${name}@x.test`)).toEqual(['all'])
})

test('an address without mail has an empty list; no address returns all mail', async () => {
  expect(await mailsTo('nobody@x.test')).toEqual([])
  const all = (await rig.own('GET', '/dev/mailbox.json')).body as Mail[]
  expect(new Set(all.map((mail) => mail.to)).size).toBeGreaterThan(1)
})

test('mail is still there after a restart', async () => {
  await send({ to: 'kept@x.test', subject: 'kept' })
  await rig.restart()
  expect(await subjectsTo('kept@x.test')).toEqual(['kept'])
})

test.each([
  ['refuse-451', 451],
  ['refuse-550', 550],
])('%s refuses the given number of messages with its code and stores none', async (mode, responseCode) => {
  await faults({ mode, times: 2 })
  const to = `${mode}@x.test`
  for (let i = 0; i < 2; i += 1) {
    await expect(send({ to, subject: mode })).rejects.toMatchObject({ responseCode })
  }
  await send({ to, subject: 'after' })
  expect(await subjectsTo(to)).toEqual(['after'])
})

test('accept-then-drop accepts the message and does not store it', async () => {
  await faults({ mode: 'accept-then-drop', times: 1 })
  await send({ to: 'dropped@x.test', subject: 'dropped' })
  expect(await mailsTo('dropped@x.test')).toEqual([])
})

test('lost-answer stores the message and closes the connection without a reply', async () => {
  await faults({ mode: 'lost-answer', times: 1 })
  await expect(send({ to: 'unsure@x.test', subject: 'unsure' })).rejects.toThrow()
  expect(await subjectsTo('unsure@x.test')).toEqual(['unsure'])
})

test('slow replies after its delay, and normal ends any fault', async () => {
  await faults({ mode: 'slow', ms: 300 })
  const begun = Date.now()
  await send({ to: 'slow@x.test', subject: 'slow' })
  expect(Date.now() - begun).toBeGreaterThanOrEqual(295)
  // Longer than the test may take.
  await faults({ mode: 'slow', ms: 600_000 })
  await faults({ mode: 'normal' })
  await send({ to: 'slow@x.test', subject: 'quick' })
})

test('an unknown mode is refused', async () => {
  expect((await faults({ mode: 'burn' })).status).toBe(400)
})

test('the inbox page escapes the content of messages and searches by address', async () => {
  await send({
    to: 'page@x.test',
    subject: '<img src=x onerror="alert(1)">',
    text: '</pre><script>alert(1)</script>',
  })
  const { text } = await page('?to=page@x.test')
  expect(text).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  expect(text).not.toContain('<script')
  expect(text).not.toContain('<img')
  expect((await page('?to=%22%3E%3Cscript%3E')).text).not.toContain('<script')
})

test("a message's HTML is shown in a frame without scripts", async () => {
  await send({ to: 'frame@x.test', subject: 'frame', html: '"><script>alert(1)</script>' })
  const [mail] = await mailsTo('frame@x.test')
  const { text, response } = await page(`?id=${mail?.id}`)
  expect(text).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(text).not.toContain('<script')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('a deleted message is a 404 with a link back to the list', async () => {
  const { response, text } = await page('?id=gone')
  expect(response.status).toBe(404)
  expect(text).toContain('href="/dev/mailbox"')
})

test('lost-request stores nothing and closes the connection', async () => {
  await faults({ mode: 'lost-request', times: 1 })
  await expect(send({ to: 'lost@x.test', subject: 'lost' })).rejects.toThrow()
  expect(await mailsTo('lost@x.test')).toEqual([])
  await send({ to: 'lost@x.test', subject: 'found' })
  expect(await subjectsTo('lost@x.test')).toEqual(['found'])
})
