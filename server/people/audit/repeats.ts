/**
 * Limits the entries of actions that can be repeated without limit, such as a stranger's failed log-ins. The first ones of an
 * hour are entries of the audit. The others are counted and become one entry at the end of the hour.
 */
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts'
import type { Db, Queryable } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { networkOf } from '../../platform/network.ts'
import { insertEntry } from './queries.ts'
import { countRepeat, takeOldRepeats } from './repeat-queries.ts'

/** How many entries an action gets in an hour, for each actor, target and network. */
const hourlyLimits: Partial<Record<AuditAction, number>> = {
  'login-failed': 1,
  'login-suspended': 1,
  'login-confirm-failed': 1,
  'password-change-failed': 1,
  'label-opened': 10,
  'bank-account-changed': 20,
  'seller-name-changed': 20,
  'password-changed': 20,
  'sessions-ended': 20,
  'order-delivery-changed': 20,
  login: 100,
  logout: 100,
  'login-confirmed': 100,
}
/** Further networks within an hour are counted together, because an attacker may have any number of them. */
const maxNetworks = 50

type Repeatable = Pick<AuditEntry, 'act' | 'by' | 'to' | 'ip'>

/** Counts a repeatable action; false when this hour already has as many entries of it as its limit. */
export async function isBelowHourlyLimit(db: Queryable, entry: Repeatable): Promise<boolean> {
  const hourlyLimit = hourlyLimits[entry.act]
  if (hourlyLimit === undefined) return true
  return (
    (await countRepeat(db, entry, entry.ip === null ? '' : networkOf(entry.ip), maxNetworks)) <= hourlyLimit
  )
}

/** Turns counters of past hours into entries, at most `limit` of them; returns how many there were. */
export async function summariseRepeats({ db }: { db: Db }, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const repeats = await takeOldRepeats(tx, limit)
    for (const { act, times, network, firstAt, lastAt, by, to } of repeats) {
      const more = times - (hourlyLimits[act] ?? 0)
      if (more <= 0) continue
      await insertEntry(tx, {
        id: newId(),
        act,
        by,
        to,
        ip: network || null,
        userAgent: null,
        requestId: null,
        note: `${more} more from ${firstAt.toISOString()} to ${lastAt.toISOString()}${network ? '' : ', from many networks'}`,
      })
    }
    return repeats.length
  })
}
