/** Writes one entry of the audit log. */
import type { AuditAction } from '../../../contract/audit.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Person, currentCaller } from '../../platform/caller.ts'
import { requireCompared } from '../../platform/second-person.ts'
import { insertEntry } from './queries.ts'
import { isBelowHourlyLimit } from './repeats.ts'

interface AuditDetails {
  /** The subject of the action. */
  target?: {
    kind:
      | 'account'
      | 'category'
      | 'subcategory'
      | 'attribute'
      | 'home-page'
      | 'green-claim'
      | 'order'
      | 'document'
      | 'list'
      | 'refund'
      | 'payment'
      | 'return'
      | 'review'
      | 'question'
      | 'listing'
      | 'synonym'
      | 'search'
      | 'complaint'
      | 'dispute'
      | 'settlement'
      | 'payout'
      | 'rate'
      | 'coupon'
      | 'report'
      | 'job'
      | 'mail'
      | 'call'
      | 'hold'
    id: string | null
    name: string
  }
  /** Replaces the caller as the actor: at log-in the request's own session does not exist yet. */
  actor?: Person
  /** In few words. Never a password, code, token or account number. */
  note?: string
}

/**
 * In a transaction the entry is committed together with the action. Above the hourly limit of an action (repeats.ts) it is
 * only counted.
 */
export async function record(
  db: Queryable,
  action: AuditAction,
  { target, actor, note }: AuditDetails = {},
): Promise<void> {
  requireCompared(db)
  const { ip, userAgent, requestId, confirms, ...caller } = currentCaller()
  const entry = { act: action, by: actor ?? caller.actor, to: target ?? null, ip }
  if (!(await isBelowHourlyLimit(db, entry))) return
  await insertEntry(db, {
    id: newId(),
    ...entry,
    userAgent,
    requestId,
    // Both people stand in the entry of a call that a second person confirmed.
    note: [note, confirms && `Asked for by ${confirms.askedBy.name}.`].filter(Boolean).join(' ') || null,
  })
}
