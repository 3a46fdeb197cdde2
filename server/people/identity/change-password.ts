/** auth/change-password */
import { wrongPassword } from '../../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../../platform/session.ts'
import { queuePasswordChangedMail } from './mails.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteCodes } from './code-queries.ts'
import { checkPassword } from './log-in.ts'
import { hashPassword } from './passwords.ts'
import { changePasswordHash } from './queries.ts'
import { passwordProblem } from './rules.ts'
import { deleteOtherKnownBrowsers } from './browser-queries.ts'
import { deleteOtherSessions, deletePasswordProofs, renewSession } from './session-queries.ts'

interface Change {
  password: string
  newPassword: string
}

const wrongPasswordRefusal = () =>
  new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })

/**
 * Changes the password, ends every other session, informs the owner by mail and returns a new token for this session, which keeps
 * the time at which the second factor was given in it.
 * Refuses: invalid for a wrong current password, and for an administrator's new password that is too short; too-often above the
 * login limits.
 */
export async function changePassword(
  shop: Shop,
  session: Session,
  { password, newPassword, browser }: Change & { browser: Buffer },
): Promise<string> {
  const { accountId, email, role } = session
  const problem = passwordProblem(role, newPassword)
  if (problem) throw new Refusal('invalid', problem, { fields: { newPassword: problem } })
  const target = { kind: 'account' as const, id: accountId, name: email }
  const account = await checkPassword(shop, email, password, session)
  if (!account) {
    await record(shop.db, 'password-change-failed', { target })
    throw wrongPasswordRefusal()
  }
  const passwordHash = await hashPassword(newPassword, shop.config.hashCost)
  const token = await shop.db.transaction(async (tx) => {
    // Before deleting the sessions: a concurrent login with the old password either fails or its session is deleted below.
    if (!(await changePasswordHash(tx, accountId, account.passwordHash, passwordHash))) return null
    await deleteOtherSessions(tx, session)
    await deletePasswordProofs(tx, accountId)
    await deleteCodes(tx, accountId)
    await deleteOtherKnownBrowsers(tx, accountId, browser)
    await queuePasswordChangedMail(shop, tx, email)
    await record(tx, 'password-changed', { target })
    const { token, hash } = newToken()
    if (!(await renewSession(tx, session, hash))) throw new Refusal('signed-out', 'Please log in.')
    return token
  })
  if (token === null) throw wrongPasswordRefusal()
  return token
}
