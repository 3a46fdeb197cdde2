/** Turns rows into the replies about accounts that an administrator reads. */
import type { AdminCustomer } from '../../contract/admin.ts'
import type { StateRow } from './people-queries.ts'
import type { CustomerProfileRow } from './queries.ts'

export function toAdminCustomer(row: CustomerProfileRow & StateRow): AdminCustomer {
  const { firstName, lastName, mobile, email, createdAt } = row
  return { ...toAccountState(row), firstName, lastName, mobile, email, createdAt: createdAt.toISOString() }
}

export function toAccountState({ id, verified, suspendedAt, suspendedReason }: StateRow) {
  return {
    id,
    verified,
    suspended: suspendedAt && { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' },
  }
}
