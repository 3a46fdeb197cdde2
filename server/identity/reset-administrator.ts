import type { Tx } from '../db/client.ts'
import { deleteCodes } from './code-queries.ts'
import { lockAccount, resetPasswordHash, restartAccount } from './queries.ts'
import { mayBeReplaced } from './rules.ts'
import { deleteFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

/**
 * Another password for an administrator, whose sessions, codes and second factor end. Undefined where there is none with this
 * e-mail. A sign-up that nobody verified becomes the administrator's account: a stranger who signs up with his e-mail must not
 * keep him out.
 */
export async function resetAdministrator(
  tx: Tx,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const account = await lockAccount(tx, email)
  if (!account) return undefined
  if (mayBeReplaced(account)) await restartAccount(tx, account.id, 'ADMIN', passwordHash)
  else if (account.role !== 'ADMIN') return undefined
  await resetPasswordHash(tx, account.id, passwordHash)
  await deleteSessions(tx, account.id)
  await deleteCodes(tx, account.id)
  await deleteFactor(tx, account.id)
  return account.id
}
