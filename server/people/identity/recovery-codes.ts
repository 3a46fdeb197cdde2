/** Recovery codes: ten codes of twelve characters, each valid once, hashed like passwords (decision 17). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Shop } from '../../platform/shop.ts'
import { hashPassword, verifyPassword, withHashSlot } from './passwords.ts'
import { type RecoveryCodeRow, consumeRecoveryCode, findRecoveryCode } from './second-factor-queries.ts'

const count = 10
const characters = 12
const beginningCharacters = 2

export interface RecoveryCode extends RecoveryCodeRow {
  /** What the owner is shown: `ABCDEF-GHIJKL`. */
  shown: string
}

/** Takes ten hash slots in turn with logins, so do not call it inside a transaction. */
export async function makeRecoveryCodes({ config }: Pick<Shop, 'config'>): Promise<RecoveryCode[]> {
  const codes = new Map<string, string>()
  while (codes.size < count) {
    const code = base32(randomBytes(8)).slice(0, characters)
    codes.set(beginningOf(code), code)
  }
  return Promise.all(
    [...codes].map(async ([beginning, code]) => ({
      beginning,
      passwordHash: await hashPassword(code, config.hashCost),
      shown: `${code.slice(0, characters / 2)}-${code.slice(characters / 2)}`,
    })),
  )
}

/** Consumes the code; false for a wrong one. A wrong code takes the same time, whatever it begins with. */
export async function redeemRecoveryCode(shop: Shop, accountId: string, typed: string): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[^A-Z2-7]/g, '')
  const row = await findRecoveryCode(shop.db, accountId, beginningOf(code))
  const right = await withHashSlot(() => verifyPassword(code, row?.passwordHash, shop.config.hashCost))
  return right && row !== undefined && consumeRecoveryCode(shop.db, accountId, row)
}

const beginningOf = (code: string) => code.slice(0, beginningCharacters)

const stepSeconds = 30
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
