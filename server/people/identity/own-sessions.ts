/** The devices on which an account is logged in, and logging it out there. */
import { type OwnSession, wrongPassword } from '../../../contract/auth.ts'
import { record } from '../audit/record.ts'
import type { Session } from '../../platform/session.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { checkPassword } from './log-in.ts'
import { deviceOf } from './rules.ts'
import { deleteOwnSessions, findOwnSessions } from './session-queries.ts'

/** The session of this browser first, then by last use. */
export async function listOwnSessions(shop: Shop, session: Session): Promise<OwnSession[]> {
  const rows = await findOwnSessions(shop.db, session.accountId, session.role, session.tokenHash)
  return rows.map(({ ip, userAgent, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    ip: ip ?? '',
    device: deviceOf(userAgent ?? ''),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}

/**
 * Ends the sessions with these ids and returns how many there were; ids of other accounts are ignored.
 * Refuses: invalid for a wrong password; too-often above the login limits, which it shares.
 */
export async function endOwnSessions(
  shop: Shop,
  session: Session,
  { ids, password }: { ids: readonly string[]; password: string },
): Promise<number> {
  const { accountId: id, email } = session
  if (!(await checkPassword(shop, email, password, session)))
    throw new Refusal('invalid', wrongPassword, { fields: { password: wrongPassword } })
  return shop.db.transaction(async (tx) => {
    const ended = await deleteOwnSessions(tx, id, ids)
    if (ended > 0)
      await record(tx, 'sessions-ended', {
        target: { kind: 'account', id, name: email },
        note: `${ended} by their owner`,
      })
    return ended
  })
}
