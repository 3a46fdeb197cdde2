/** User input can inject neither headers nor markup into a mail (docs/security.md; ASVS V1.3.11). */
import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { email } from '../../../contract/fields.ts'
import { composeMail } from './layout.ts'

const hostile = 'Asha\r\nBcc: everybody@elsewhere.test\r\nSubject: planted\r\n\r\n<script>alert(1)</script>'

test('a name with line breaks and markup adds no header, no recipient and no element', async () => {
  const mail = composeMail({
    to: 'asha@shop.test',
    subject: `Welcome ${hostile}`,
    brandName: hostile,
    heading: hostile,
    paragraphs: [hostile],
    rows: [[hostile, hostile]],
    link: { label: hostile, url: `https://shop.test/?q="${hostile}` },
    footer: hostile,
  })
  expect(mail.subject).not.toMatch(/[\r\n]/)
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const sent = await transport.sendMail({ ...mail, from: { name: hostile, address: 'shop@shop.test' } })
  expect(sent.envelope.to).toEqual(['asha@shop.test'])
  const head = String(sent.message).split('\n\n', 1)[0] ?? ''
  const names = head.split('\n').map((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase())
  for (const name of ['to', 'from', 'subject']) expect(names.filter((one) => one === name)).toHaveLength(1)
  expect(names).not.toContain('bcc')
  expect(mail.html).not.toContain('<script')
  expect(mail.html.match(/<a\s[^>]*>/g)).toEqual([
    expect.stringMatching(/^<a href="[^"<>]*" style="[^"]*">$/),
  ])
})

test.each([
  'a@b.test\r\nBcc: c@d.test',
  'a@b.test, c@d.test',
  '<a@b.test>',
  'a@b.test;c@d.test',
  'a b@c.test',
])('%j is refused as an e-mail address', (address) => {
  expect(email('needed').safeParse(address).success).toBe(false)
})
