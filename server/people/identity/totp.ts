/** Time-based one-time codes (RFC 6238 with SHA-1 and 30 seconds, which every authenticator app knows; decision 10). */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one counter, here a time step (RFC 4226). */
export function codeOf(secret: Buffer, counter: number, digits = 6): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', secret).update(message).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step that a code belongs to: the current one, the one before or the one after, since clocks differ. Undefined
 * for a wrong code. The caller stores the step, so that each is accepted once.
 */
export function stepOf(secret: Buffer, code: string, atSeconds: number): number | undefined {
  const now = Math.floor(atSeconds / stepSeconds)
  const entered = Buffer.from(code.padEnd(6).slice(0, 6))
  return [now - 1, now, now + 1].find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), entered))
}

/** Base32 of RFC 4648 without padding, as authenticator apps read it. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The link that an authenticator app reads, also from a QR code. */
export function totpUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
