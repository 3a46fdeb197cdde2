/** One-time codes: 6 digits, valid for 10 minutes and five tries, one for each account and purpose (api-rules §2). */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Client } from './clients.ts'
import { type CodeRow, findCode, saveCode } from './code-queries.ts'
import { countGuess } from './code-tries.ts'
import { type CodeOutcome, checkCode, type CodePurpose } from './rules.ts'

/** What is hashed. It contains account and purpose, so that a row copied to another account or purpose does not match. */
const hashInput = (accountId: string, purpose: CodePurpose, code: string) => `${accountId}:${purpose}:${code}`
const keyPurpose = 'one-time-code'

/** Creates a code, which invalidates the earlier one, and returns it for the mail, with the time when it expires. Only its hash is stored. */
export async function issueCode(
  shop: Shop,
  tx: Tx,
  accountId: string,
  purpose: CodePurpose,
): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, '0')
  const hash = shop.secrets.keyedHash(keyPurpose, hashInput(accountId, purpose, code))
  const expiresAt = await saveCode(tx, accountId, purpose, hash)
  return { code, expiresAt }
}

export type CodeVerification =
  | { outcome: 'right'; code: CodeRow }
  | { outcome: Exclude<CodeOutcome, 'right'> }

/**
 * Compares an entered code and counts the guess, which requires that the caller's transaction commits. A right code is not consumed;
 * `consumeCode` does that. The response to a wrong code depends only on counters, which exist for unknown e-mails too: otherwise it
 * would tell which e-mails have an account.
 */
export async function verifyCode(
  shop: Shop,
  tx: Tx,
  purpose: CodePurpose,
  { email, otp, client }: { email: string; otp: string; client: Client },
): Promise<CodeVerification> {
  if (!(await countGuess(shop, tx, purpose, email, client))) return { outcome: 'locked' }
  const code = await findCode(tx, email, purpose)
  // Several hashes: a code that was sent before the shop's key was changed is still valid.
  const matches = shop.secrets
    .keyedHashes(keyPurpose, hashInput(code?.accountId ?? nobody, purpose, otp))
    .map((hash) => timingSafeEqual(hash, code?.codeHash ?? Buffer.alloc(hash.length)))
    .includes(true)
  const outcome = checkCode(code ? { matches, expired: code.expired } : null)
  return outcome === 'right' && code
    ? { outcome, code }
    : { outcome: outcome === 'right' ? 'wrong' : outcome }
}

const nobody = '00000000-0000-0000-0000-000000000000'
