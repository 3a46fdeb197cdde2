/** Suspends and reinstates sellers and customers. */
import { record } from '../audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueReinstatedMail, queueSuspendedMail } from './mails.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { deleteCodes } from './code-queries.ts'
import { lockAccountById, setSuspension } from './all-accounts-queries.ts'
import { deletePasswordProofs, deleteSessions } from './session-queries.ts'

/**
 * Suspends the account, ends its sessions and informs the owner by mail; a concurrent login fails. The caller invalidates the
 * pages that show the seller. Refuses: not-found; conflict for an administrator and for an account that is suspended already.
 */
export async function suspendAccount(shop: Shop, accountId: string, reason: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const account = await lockAccountToSuspend(tx, accountId)
    if (account.suspended) throw new Refusal('conflict', 'This account is suspended already.')
    await setSuspension(tx, accountId, reason)
    await deleteSessions(tx, accountId)
    await deletePasswordProofs(tx, accountId)
    await deleteCodes(tx, accountId)
    await queueSuspendedMail(shop, tx, account, reason)
    await record(tx, 'account-suspended', {
      target: { kind: 'account', id: accountId, name: account.email },
      note: reason,
    })
  })
}

/** Ends the suspension and informs the owner by mail. Refuses: not-found; conflict for an account that is not suspended. */
export async function reinstateAccount(shop: Shop, accountId: string, reason: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const account = await lockAccountToSuspend(tx, accountId)
    if (!account.suspended) throw new Refusal('conflict', 'This account is not suspended.')
    await setSuspension(tx, accountId, null)
    await queueReinstatedMail(shop, tx, account)
    await record(tx, 'account-reinstated', {
      target: { kind: 'account', id: accountId, name: account.email },
      note: reason,
    })
  })
}

async function lockAccountToSuspend(tx: Tx, accountId: string) {
  const account = await lockAccountById(tx, accountId)
  if (!account) throw notFound('There is no such account.')
  if (account.role === 'ADMIN') throw new Refusal('conflict', 'Administrators are not suspended here.')
  return account
}
