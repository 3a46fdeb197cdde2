import type { Queryable } from '../../platform/db/client.ts'
import { findContactRow } from './queries.ts'

/** The e-mail of an account and the name to address it by: a first name, or a seller's company. Throws for an unknown id. */
export async function findContact(
  db: Queryable,
  accountId: string,
): Promise<{ email: string; name: string }> {
  const contact = await findContactRow(db, accountId)
  if (!contact) throw new Error('there is no account with this id')
  return contact
}
