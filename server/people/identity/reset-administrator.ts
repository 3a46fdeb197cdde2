import type { Tx } from '../../platform/db/client.ts'
import { deleteCodes } from './code-queries.ts'
import { lockAccount, resetPasswordHash, resetUnverifiedAccount } from './queries.ts'
import { isReplaceable } from './rules.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

/**
 * Sets an administrator's password, ends the sessions, codes and second factor, and returns the account's id; undefined if no
 * administrator has this e-mail. An unverified sign-up becomes the administrator's account, because otherwise a stranger could
 * lock the administrator out by signing up with that e-mail.
 */
export async function resetAdministrator(
  tx: Tx,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const account = await lockAccount(tx, email)
  if (!account) return undefined
  if (isReplaceable(account)) await resetUnverifiedAccount(tx, account.id, 'ADMIN', passwordHash)
  else if (account.role !== 'ADMIN') return undefined
  await resetPasswordHash(tx, account.id, passwordHash)
  await deleteSessions(tx, account.id)
  await deleteCodes(tx, account.id)
  await deleteSecondFactor(tx, account.id)
  return account.id
}
