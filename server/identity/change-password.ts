/** A new password for somebody who is logged in and knows the present one (docs/decisions/0018). */
import { wrongPassword } from '../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../session.ts'
import { queuePasswordChangedMail } from './mails.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { deleteCodes } from './code-queries.ts'
import { checkPassword } from './log-in.ts'
import { hashPassword } from './passwords.ts'
import { changePasswordHash } from './queries.ts'
import { confirmedSeconds, passwordProblem } from './rules.ts'
import { deleteProofs, deleteSessions } from './session-queries.ts'
import { type Browser, openSession } from './sessions.ts'

interface Change extends Browser {
  password: string
  newPassword: string
}

const wrong = () => new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })

/**
 * Ends every session and answers the token of a new one for the present browser; the owner is told by mail.
 * Refuses: invalid for a wrong password, and for a short one of an administrator; too-often past the limits of log-in.
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
    throw wrong()
  }
  const passwordHash = await hashPassword(newPassword)
  const token = await shop.db.transaction(async (tx) => {
    // Before the sessions: a log-in with the old password that is under way then fails or is found by the next line.
    if (!(await changePasswordHash(tx, accountId, account.passwordHash, passwordHash))) return null
    await deleteSessions(tx, accountId)
    await deleteProofs(tx, accountId)
    await deleteCodes(tx, accountId)
    await queuePasswordChangedMail(shop, tx, email)
    await record(tx, 'password-changed', { target })
    return openSession(
      tx,
      { id: accountId, role, passwordHash, confirmedAt: confirmedBefore(session) },
      browser,
    )
  })
  if (token === null) throw wrong()
  return token
}

/** The password alone confirms nothing where a second factor is on: what was open stays so, and nothing is opened by it. */
function confirmedBefore({ secondFactor, confirmedUntil }: Session): Date | undefined {
  return secondFactor ? new Date((confirmedUntil?.getTime() ?? 0) - confirmedSeconds * 1_000) : undefined
}
