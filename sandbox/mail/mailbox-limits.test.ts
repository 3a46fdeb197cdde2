import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Mailbox } from './mailbox.ts'

test('the mailbox keeps the newest 2,000 messages, and the newest 500 after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  try {
    const file = join(folder, 'mail.jsonl')
    const mailbox = new Mailbox(file)
    const rest = { to: 'a@x.test', from: '', text: '', html: '', at: '', messageId: '' }
    for (let i = 1; i <= 4_500; i += 1) mailbox.add({ ...rest, subject: String(i) })
    expect(mailbox.list()).toHaveLength(2_000)
    expect(mailbox.list()[0]?.subject).toBe('4500')
    const next = new Mailbox(file).list()
    expect([next.length, next[0]?.subject, next.at(-1)?.subject]).toEqual([500, '4500', '4001'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
