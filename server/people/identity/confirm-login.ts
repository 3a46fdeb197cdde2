/**
 * Re-authentication: the password, and the code of an authenticator app where the account has one, are entered again in a session.
 * Sensitive calls require that this was recent.
 */
import { recentLoginRequired, wrongPassword } from '../../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { PartySession, Session } from '../../platform/session.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkPassword } from './log-in.ts'
import { recentLoginSeconds } from './rules.ts'
import { requireSecondFactor } from './second-factor.ts'
import { confirmSession } from './session-queries.ts'

/**
 * Returns until when the login counts as recent. Refuses: invalid for a wrong password or code; too-often above the login limits,
 * which it shares.
 */
export async function confirmLogin(
  shop: Shop,
  session: Session,
  given: { password: string; code?: string | undefined },
): Promise<Date> {
  const { accountId: id, email } = session
  const target = { kind: 'account' as const, id, name: email }
  const account = await checkPassword(shop, email, given.password, session)
  if (!account) {
    await record(shop.db, 'login-confirm-failed', { target })
    throw new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })
  }
  const factorGiven = await requireSecondFactor(shop, account, given.code, session)
  const at = await confirmSession(shop.db, session, factorGiven)
  if (!at) throw new Refusal('signed-out', 'Please log in.')
  await record(shop.db, 'login-confirmed', { target })
  return new Date(at.getTime() + recentLoginSeconds * 1_000)
}

/**
 * The one place that reads what was given in a session. Refuses: forbidden, with the field `recentLogin`, if the password, or the code
 * of an account with an authenticator app, was given too long ago.
 */
export function requireRecentLogin(session: PartySession): void {
  if (!session.confirmedUntil)
    throw new Refusal('forbidden', recentLoginRequired, { fields: { recentLogin: recentLoginRequired } })
}
