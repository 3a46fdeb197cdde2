/** All customers, newest first, in pages (specification §2, §7). */
import type { AdminCustomer } from '../../../contract/admin.ts'
import { type Page, type PageRequest, idCursor, keysetPage } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  countCustomers,
  countCustomersByState,
  findAccountId,
  findAccountIdsLike,
  findCustomerIdsLike,
  findCustomers,
  verifiedCustomers,
} from './all-accounts-queries.ts'
import { type AccountStateFilter, type AccountStateRow, toAccountState } from './all-accounts-queries.ts'
import type { CustomerProfileRow } from './queries.ts'

interface CustomerListQuery extends PageRequest {
  q?: string | undefined
  state?: AccountStateFilter
}

/** `q` is searched in names, mobile and e-mail. Refuses: invalid for a malformed cursor. */
export async function listCustomers(
  { db }: Pick<Shop, 'db'>,
  query: CustomerListQuery,
): Promise<Page<AdminCustomer>> {
  const filter = { words: query.q || undefined, state: query.state }
  return keysetPage(query, idCursor, {
    rows: (limit, before) => findCustomers(db, filter, limit, before),
    count: () => countCustomers(db, filter),
    toItem: toAdminCustomer,
  })
}

export const countCustomerStates = ({ db }: Pick<Shop, 'db'>) => countCustomersByState(db)

function toAdminCustomer(row: CustomerProfileRow & AccountStateRow): AdminCustomer {
  const { firstName, lastName, mobile, email, createdAt } = row
  return { ...toAccountState(row), firstName, lastName, mobile, email, createdAt: createdAt.toISOString() }
}

const maxAccounts = 100

/**
 * Finds account ids: of exactly this e-mail, of e-mails that contain a text, of customers with this name or mobile. A hundred at
 * most.
 */
export function findAccounts({ db }: Pick<Shop, 'db'>) {
  const some = (part: string) => findAccountIdsLike(db, part, maxAccounts)
  const called = (text: string) => findCustomerIdsLike(db, asStored(text), maxAccounts)
  return {
    one: (email: string) => findAccountId(db, email),
    some,
    called,
    /** By e-mail, name or mobile. */
    buyers: (text: string) => (text.includes('@') ? some(text.toLowerCase()) : called(text)),
  }
}

/** A mobile as people write it, such as +91 98765 43210, has ten digits in the database; other texts stay. */
function asStored(text: string): string {
  const digits = text.replace(/[\s()+-]/g, '')
  return /^(91|0)?\d{10}$/.test(digits) ? digits.slice(-10) : text
}

/** How many customers can buy. */
export const countVerifiedCustomers = ({ db }: Pick<Shop, 'db'>) => verifiedCustomers(db)
