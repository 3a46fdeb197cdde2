/** auth/reset-password (specification §4, §8; api-rules §2). */
import { record } from '../audit/record.ts'
import { queuePasswordChangedMail } from './mails.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteOtherKnownBrowsers, rememberBrowser } from './browser-queries.ts'
import type { Client } from './clients.ts'
import { consumeCode, deleteCodes } from './code-queries.ts'
import { verifyCode } from './codes.ts'
import { hashPassword } from './passwords.ts'
import { findAccount, lockAccount, resetPasswordHash } from './queries.ts'
import { codeMessages, passwordProblem } from './rules.ts'
import { deletePasswordProofs, deleteSessions } from './session-queries.ts'
import { requireLatestSignUp } from './sign-up-token.ts'
import { consumeSendLimits, openSendGuard, sendCode, withConstantTime } from './send-code.ts'

/**
 * Sets the new password, ends every session and password proof of the account and informs the owner by mail. The account is
 * verified afterwards, because the code was sent to its e-mail. It creates no session.
 * Refuses: invalid for a wrong, expired or used code, after five attempts, and for an unknown e-mail. With the right code also
 * invalid for an administrator's password that is too short, and conflict for an unverified seller whose GST number another seller
 * has claimed, or if somebody else has signed up with the e-mail after this browser.
 */
export async function resetPassword(
  shop: Shop,
  {
    email,
    otp,
    newPassword,
    signUpToken,
    client,
  }: { email: string; otp: string; newPassword: string; signUpToken: string | undefined; client: Client },
): Promise<void> {
  const verification = await shop.db.transaction((tx) =>
    verifyCode(shop, tx, 'reset-password', { email, otp, client }),
  )
  if (verification.outcome !== 'right') throw new Refusal('invalid', codeMessages[verification.outcome])
  const owner = await findAccount(shop.db, email)
  const problem = owner && passwordProblem(owner.role, newPassword)
  if (problem) throw new Refusal('invalid', problem, { fields: { newPassword: problem } })
  // Only for a right code, so that guesses cause no hashing. Outside a transaction, because it takes long.
  const passwordHash = await hashPassword(newPassword, shop.config.hashCost)
  const { accountId } = verification.code
  const changed = await shop.db.transaction(async (tx) => {
    const before = await lockAccount(tx, email)
    if (before && !before.verified) requireLatestSignUp(shop, signUpToken, before)
    if (!(await consumeCode(tx, verification.code, 'reset-password'))) return false
    await deleteCodes(tx, accountId)
    // Before deleting the sessions: a concurrent login with the old password either fails or its session is deleted below.
    await resetPasswordHash(tx, accountId, passwordHash)
    await deleteSessions(tx, accountId)
    await deletePasswordProofs(tx, accountId)
    await deleteOtherKnownBrowsers(tx, accountId, client.browser)
    // Whoever reads the mail of the account may log in from an address where too many wrong passwords were entered.
    await rememberBrowser(tx, accountId, client.browser, false)
    await queuePasswordChangedMail(shop, tx, email)
    await record(tx, 'password-reset', {
      actor: { id: accountId, name: email },
      target: { kind: 'account', id: accountId, name: email },
    })
    return true
  })
  if (!changed) throw new Refusal('invalid', codeMessages.wrong)
}

/**
 * Sends a code for a new password, also to an unverified account. The response for an unknown e-mail is the same.
 * Refuses: too-often above the sending limits; the code that was sent before stays valid.
 */
export async function forgotPassword(shop: Shop, asked: { email: string; client: Client }): Promise<void> {
  const { email, client } = asked
  const guard = await openSendGuard(shop, 'reset-password', email, client)
  const sending = shop.db.transaction(async (tx) => {
    await consumeSendLimits(shop, tx, guard, 'reset-password', asked)
    const account = await findAccount(tx, email)
    if (account) await sendCode(shop, tx, account, 'reset-password')
  })
  await withConstantTime(sending)
}
