/** auth/reset-password (specification §4, §8; api-rules §2). */
import { record } from '../audit/record.ts'
import { queuePasswordChangedMail } from './mails.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { consumeCode, deleteCodes } from './code-queries.ts'
import { verifyCode } from './codes.ts'
import { hashPassword } from './passwords.ts'
import { findAccount, lockAccount, resetPasswordHash } from './queries.ts'
import { codeWords, passwordProblem } from './rules.ts'
import { deleteProofs, deleteSessions } from './session-queries.ts'
import { requireOwnSignUp } from './sign-up-mark.ts'

/**
 * Sets the new password, ends every session and password proof of the account and tells its owner by mail.
 * It proves the e-mail too, so the account is verified afterwards; nobody is logged in by it.
 * Refuses: invalid for a wrong, expired or used code and after five tries; unknown e-mails sound the same. With the right
 * code also conflict, for a seller not verified yet whose GST number another seller has claimed meanwhile, and where somebody
 * else has signed up with the e-mail after this browser.
 */
export async function resetPassword(
  shop: Shop,
  {
    email,
    otp,
    newPassword,
    mark,
  }: { email: string; otp: string; newPassword: string; mark: string | undefined },
): Promise<void> {
  const tried = await shop.db.transaction((tx) => verifyCode(shop, tx, 'reset-password', email, otp))
  if (tried.outcome !== 'right') throw new Refusal('invalid', codeWords[tried.outcome])
  const owner = await findAccount(shop.db, email)
  const problem = owner && passwordProblem(owner.role, newPassword)
  if (problem) throw new Refusal('invalid', problem, { fields: { newPassword: problem } })
  // Only for a right code, so that guesses cannot make the server hash; and outside of a transaction, for it takes long.
  const passwordHash = await hashPassword(newPassword)
  const { accountId } = tried.code
  const changed = await shop.db.transaction(async (tx) => {
    const before = await lockAccount(tx, email)
    if (before && !before.verified) requireOwnSignUp(shop, mark, before)
    if (!(await consumeCode(tx, tried.code, 'reset-password'))) return false
    await deleteCodes(tx, accountId)
    // Before the sessions: a log-in with the old password that is under way then fails or is found by the next line.
    await resetPasswordHash(tx, accountId, passwordHash)
    await deleteSessions(tx, accountId)
    await deleteProofs(tx, accountId)
    await queuePasswordChangedMail(shop, tx, email)
    await record(tx, 'password-reset', {
      actor: { id: accountId, name: email },
      target: { kind: 'account', id: accountId, name: email },
    })
    return true
  })
  if (!changed) throw new Refusal('invalid', codeWords.wrong)
}
