/** auth/change-password */
import { wrongPassword } from '../../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../../platform/session.ts'
import { queuePasswordChangedMail } from './mails.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteCodes } from './code-queries.ts'
import { checkPassword } from './log-in.ts'
import { hashPassword } from './passwords.ts'
import { changePasswordHash } from './queries.ts'
import { recentLoginSeconds, passwordProblem } from './rules.ts'
import { deletePasswordProofs, deleteSessions } from './session-queries.ts'
import { type Browser, openSession } from './sessions.ts'

interface Change extends Browser {
  password: string
  newPassword: string
}

const wrongPasswordRefusal = () =>
  new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })

/**
 * Changes the password, ends every session, informs the owner by mail and returns the token of a new session for this browser.
 * Refuses: invalid for a wrong current password, and for an administrator's new password that is too short; too-often above the
 * login limits.
 */
export async function changePassword(
  shop: Shop,
  session: Session,
  { password, newPassword, ...browser }: Change,
): Promise<string> {
  const { accountId, email, role } = session
  const problem = passwordProblem(role, newPassword)
  if (problem) throw new Refusal('invalid', problem, { fields: { newPassword: problem } })
  const target = { kind: 'account' as const, id: accountId, name: email }
  const account = await checkPassword(shop, email, password, browser.ip)
  if (!account) {
    await record(shop.db, 'password-change-failed', { target })
    throw wrongPasswordRefusal()
  }
  const passwordHash = await hashPassword(newPassword, shop.config.hashCost)
  const token = await shop.db.transaction(async (tx) => {
    // Before deleting the sessions: a concurrent login with the old password either fails or its session is deleted below.
    if (!(await changePasswordHash(tx, accountId, account.passwordHash, passwordHash))) return null
    await deleteSessions(tx, accountId)
    await deletePasswordProofs(tx, accountId)
    await deleteCodes(tx, accountId)
    await queuePasswordChangedMail(shop, tx, email)
    await record(tx, 'password-changed', { target })
    return openSession(
      tx,
      { id: accountId, role, passwordHash, confirmedAt: recentLoginOf(session) },
      browser,
    )
  })
  if (token === null) throw wrongPasswordRefusal()
  return token
}

/**
 * With a second factor the password alone is no recent login: the new session keeps the time of the last one, whether or not
 * that is over. Undefined: now.
 */
function recentLoginOf({ secondFactor, confirmedUntil }: Session): Date | undefined {
  return secondFactor ? new Date((confirmedUntil?.getTime() ?? 0) - recentLoginSeconds * 1_000) : undefined
}
