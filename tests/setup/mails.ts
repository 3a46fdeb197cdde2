/** Sent mails, and the codes of the authenticator app. */
import { sql } from '../../server/platform/db/sql.ts'
import { codeOf } from '../../server/people/identity/recovery-codes.ts'
import type { TestShop } from './shop.ts'

/** The code of the newest mail to an address; waits until there are `count` mails. */
export async function newestCode(shop: Pick<TestShop, 'mail'>, email: string, count = 1): Promise<string> {
  const [mail] = await shop.mail(email, count)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`no code came to ${email}`)
  return code
}

/** Six digits that are not this code. */
export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** The number of mails that were queued so far: the row of a mail stays when it is sent. */
export async function mailsQueued(shop: TestShop): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>(
    sql`select count(*) as count from pgboss.job where name in ('send-mail', 'send-notice')`,
  )
  return row?.count ?? Number.NaN
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

/** Six digits that the app shows neither in the next minutes nor in the last one. */
export function anotherAppCode(secret: string): string {
  const shown = Array.from({ length: 10 }, (_, step) => appCode(secret, step - 2))
  const some = Array.from({ length: 11 }, (_, n) => String(n).padStart(6, '0'))
  return some.find((code) => !shown.includes(code)) ?? ''
}
