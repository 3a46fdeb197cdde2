/** One-time codes: 6 digits, 10 minutes, one live code an account and purpose, five tries (api-rules §2). */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { type CodeRow, putCode, consumeCodeAttempt } from './code-queries.ts'
import { dayLimit, hasRoom, codeAttemptLimit } from './limits.ts'
import { type CodeOutcome, checkCode, type Purpose } from './rules.ts'

/** Bound to account and purpose, so that a row copied to another place is worth nothing. */
const bound = (accountId: string, purpose: Purpose, code: string) => `${accountId}:${purpose}:${code}`
const keyPurpose = 'one-time-code'

/** Makes a new code, which voids the earlier one, and answers it for the mail; it is kept nowhere else in clear. */
export async function issueCode(shop: Shop, tx: Tx, accountId: string, purpose: Purpose): Promise<string> {
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, '0')
  const hash = shop.secrets.keyedHash(keyPurpose, bound(accountId, purpose, code))
  await putCode(tx, accountId, purpose, hash, limits.otpTries)
  return code
}

export type CodeVerification =
  | { outcome: 'right'; code: CodeRow }
  | { outcome: Exclude<CodeOutcome, 'right'> }

/**
 * Compares an entered code and counts the try, which only lasts if the caller's transaction commits.
 * A right code is not used up yet: `consumeCode` does that.
 *
 * What is answered to somebody who does not hold the code depends on the count for the typed e-mail alone,
 * and that is kept for unknown e-mails too. The row's own five tries are the second lock: they hold
 * even if the counters are emptied.
 */
export async function verifyCode(
  shop: Shop,
  tx: Tx,
  purpose: Purpose,
  email: string,
  entered: string,
): Promise<CodeVerification> {
  // The counter's row stays locked to the end of the transaction: tries of one e-mail pass one after the other.
  if (!(await hasRoom(tx, [codeAttemptLimit(shop, purpose, email)]))) return { outcome: 'locked' }
  // Tries that are not looked at must not use up the day, or anybody could lock an owner out with a hundred requests.
  if (!(await hasRoom(tx, [dayLimit(shop, purpose, email)]))) return { outcome: 'locked' }
  const code = await consumeCodeAttempt(tx, email, purpose)
  // A code that was on its way when the shop's key was changed is still good.
  const matches = shop.secrets
    .keyedHashes(keyPurpose, bound(code?.accountId ?? nobody, purpose, entered))
    .map((hash) => timingSafeEqual(hash, code?.codeHash ?? Buffer.alloc(hash.length)))
    .includes(true)
  const outcome = checkCode(code ? { matches, expired: code.expired } : null)
  return outcome === 'right' && code
    ? { outcome, code }
    : { outcome: outcome === 'right' ? 'wrong' : outcome }
}

const nobody = '00000000-0000-0000-0000-000000000000'
