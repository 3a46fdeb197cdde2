/** Turns rows into the replies about customers that an administrator reads. */
import type { AdminCustomer } from '../../../contract/admin.ts'
import { type AccountStateRow, toAccountState } from './account-state.ts'
import type { CustomerProfileRow } from './queries.ts'

export function toAdminCustomer(row: CustomerProfileRow & AccountStateRow): AdminCustomer {
  const { firstName, lastName, mobile, email, createdAt } = row
  return { ...toAccountState(row), firstName, lastName, mobile, email, createdAt: createdAt.toISOString() }
}
