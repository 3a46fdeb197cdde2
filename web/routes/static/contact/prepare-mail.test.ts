/** The contact form's e-mail: everything that was typed is in it, or it says where to paste it (specification §2). */
import { expect, test } from 'vitest'
import type { Message } from './message.ts'
import { prepareMail } from './prepare-mail.ts'

const typed: Message = {
  name: 'Asha & Rao',
  email: 'asha+shop@browsers.hariyali.test',
  phone: '9876543210',
  subject: 'Where is it? 100%',
  category: 'order',
  message: 'First line\nझाड़ू & "quotes" #1',
}
const prepare = (more: Partial<Message> = {}) => prepareMail('help@shop.example', { ...typed, ...more })
const fieldsOf = (address: string) => new URL(address).searchParams

test('subject and body are what was typed, whatever characters it has', () => {
  const { address, complete, text } = prepare()
  expect(new URL(address).pathname).toBe('help@shop.example')
  expect(address).not.toMatch(/[+\s]/)
  expect(fieldsOf(address).get('subject')).toBe('Order: Where is it? 100%')
  const body =
    'First line\nझाड़ू & "quotes" #1\n\nName: Asha & Rao\nEmail: asha+shop@browsers.hariyali.test\nPhone: 9876543210'
  expect(fieldsOf(address).get('body')).toBe(body.replaceAll('\n', '\r\n'))
  expect([complete, text]).toEqual([true, `Order: Where is it? 100%\n\n${body}`])
  expect(prepare({ phone: '' }).text).not.toContain('Phone')
})

test('an e-mail stays within 2,000 characters; what does not fit has to be pasted and is never cut', () => {
  const long = 'म'.repeat(5_000)
  const { address, complete, text } = prepare({ message: long })
  expect(complete).toBe(false)
  expect(fieldsOf(address).get('subject')).toBe('Order: Where is it? 100%')
  expect(fieldsOf(address).get('body')).toBe('(Please paste the message here.)')
  expect(text).toContain(long)
  for (let length = 1_500; length < 2_100; length += 7) {
    const one = prepare({ message: 'x'.repeat(length) })
    expect(one.address.length).toBeLessThanOrEqual(2_000)
    expect(one.complete).toBe(one.address.includes('x'.repeat(length)))
  }
  const subject = 'म'.repeat(230)
  expect(prepare({ subject }).address.length).toBeLessThanOrEqual(2_000)
  expect(prepare({ subject }).text).toContain(subject)
})
