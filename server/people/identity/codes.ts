/** One-time codes: 6 digits, valid for 10 minutes and five attempts, one for each account and purpose (api-rules §2). */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { type CodeRow, saveCode, consumeCodeAttempt } from './code-queries.ts'
import { dailyCodeAttemptLimit, tryConsumeLimit, codeAttemptLimit } from './rate-limits.ts'
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
  const expiresAt = await saveCode(tx, accountId, purpose, hash, limits.otpTries)
  return { code, expiresAt }
}

export type CodeVerification =
  | { outcome: 'right'; code: CodeRow }
  | { outcome: Exclude<CodeOutcome, 'right'> }

/**
 * Compares an entered code and counts the attempt, which requires that the caller's transaction commits. A right code is not
 * consumed; `consumeCode` does that.
 *
 * The response to a wrong code depends only on the counter of the entered e-mail, which exists for unknown e-mails too: otherwise
 * it would tell which e-mails have an account. The attempts stored with the code are a second limit, which holds even if the
 * counters are deleted.
 */
export async function verifyCode(
  shop: Shop,
  tx: Tx,
  purpose: CodePurpose,
  email: string,
  entered: string,
): Promise<CodeVerification> {
  // The counter's row is locked until the transaction ends, so attempts for one e-mail are serialised.
  if (!(await tryConsumeLimit(tx, [codeAttemptLimit(shop, purpose, email)]))) return { outcome: 'locked' }
  // After the first limit: an attempt that is not compared must not count for the day, or a hundred requests would lock out the
  // owner.
  if (!(await tryConsumeLimit(tx, [dailyCodeAttemptLimit(shop, purpose, email)])))
    return { outcome: 'locked' }
  const code = await consumeCodeAttempt(tx, email, purpose)
  // Several hashes: a code that was sent before the shop's key was changed is still valid.
  const matches = shop.secrets
    .keyedHashes(keyPurpose, hashInput(code?.accountId ?? nobody, purpose, entered))
    .map((hash) => timingSafeEqual(hash, code?.codeHash ?? Buffer.alloc(hash.length)))
    .includes(true)
  const outcome = checkCode(code ? { matches, expired: code.expired } : null)
  return outcome === 'right' && code
    ? { outcome, code }
    : { outcome: outcome === 'right' ? 'wrong' : outcome }
}

const nobody = '00000000-0000-0000-0000-000000000000'
