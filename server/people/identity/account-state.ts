/** Whether an account is verified or suspended, for the lists of customers and of sellers. */
import { sql } from '../../platform/db/sql.ts'

export interface AccountStateRow {
  id: string
  verified: boolean
  suspendedAt: Date | null
  suspendedReason: string | null
}

/** For an account `a`. */
export const accountStateColumns = sql`a.id, a.email_verified_at is not null as verified, a.suspended_at as "suspendedAt",
    a.suspended_reason as "suspendedReason"`

export function toAccountState({ id, verified, suspendedAt, suspendedReason }: AccountStateRow) {
  return {
    id,
    verified,
    suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
  }
}
