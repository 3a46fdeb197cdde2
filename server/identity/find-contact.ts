import type { Queryable } from '../db/client.ts'
import { findContactRow } from './queries.ts'

/** Where to write to an account and how to address it: a first name, or a seller's company. */
export async function findContact(
  db: Queryable,
  accountId: string,
): Promise<{ email: string; name: string }> {
  const contact = await findContactRow(db, accountId)
  if (!contact) throw new Error('there is no account with this id')
  return contact
}
