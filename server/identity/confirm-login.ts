/** Giving the password again in a running session, and asking how long ago that was. */
import { recentLoginRequired, wrongPassword } from '../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../session.ts'
import { Refusal } from '../refusal.ts'
import { tokenHash } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { checkPassword } from './log-in.ts'
import { confirmedSeconds } from './rules.ts'
import { requireSecondFactor } from './second-factor.ts'
import { confirmSession } from './second-factor-queries.ts'

/**
 * Answers until when what asks for it is open. Refuses: invalid for a wrong password or code; too-often past the limits of
 * log-in, which it shares.
 */
export async function confirmLogin(
  shop: Shop,
  session: Session,
  given: { password: string; code?: string | undefined; ip: string; token: string },
): Promise<Date> {
  const { accountId: id, email } = session
  const target = { kind: 'account' as const, id, name: email }
  const account = await checkPassword(shop, email, given.password, given.ip)
  if (!account) {
    await record(shop.db, 'login-confirm-failed', { target })
    throw new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })
  }
  await requireSecondFactor(shop, account, given.code)
  const at = await confirmSession(shop.db, tokenHash(given.token))
  if (!at) throw new Refusal('signed-out', 'Please log in.')
  await record(shop.db, 'login-confirmed', { target })
  return new Date(at.getTime() + confirmedSeconds * 1_000)
}

/** Refuses ('forbidden', with the field `recentLogin`) where the password was given too long ago. */
export function requireRecentLogin(session: Session): void {
  if (!session.confirmedUntil)
    throw new Refusal('forbidden', recentLoginRequired, { fields: { recentLogin: recentLoginRequired } })
}
