/** Recovery codes: ten codes of twelve characters, each valid once, hashed like passwords (decision 17). */
import { randomBytes } from 'node:crypto'
import type { Shop } from '../../platform/shop.ts'
import { hashPassword, withHashSlot, verifyPassword } from './passwords.ts'
import {
  consumeLegacyRecoveryCode,
  consumeRecoveryCode,
  findRecoveryCode,
  type RecoveryCodeRow,
} from './second-factor-queries.ts'
import { base32 } from './totp.ts'

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
  if ((await withHashSlot(() => verifyPassword(code, row?.passwordHash, shop.config.hashCost))) && row)
    return consumeRecoveryCode(shop.db, accountId, row)
  const hashes = shop.secrets.keyedHashes('recovery-code', `${accountId}:${code}`)
  return consumeLegacyRecoveryCode(shop.db, accountId, hashes)
}

const beginningOf = (code: string) => code.slice(0, beginningCharacters)
