import type { Tx } from '../db/client.ts'
import { lockAccount, resetPasswordHash } from './queries.ts'
import { deleteFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

/** Another password for an administrator, whose sessions and second factor end. Undefined where there is none with this e-mail. */
export async function resetAdministrator(
  tx: Tx,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const account = await lockAccount(tx, email)
  if (account?.role !== 'ADMIN') return undefined
  await resetPasswordHash(tx, account.id, passwordHash)
  await deleteSessions(tx, account.id)
  await deleteFactor(tx, account.id)
  return account.id
}
